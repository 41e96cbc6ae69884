// In which order the neighbors of a node are, which belongs to what a program means: no engine and no mapping, which
// may do without looking for edges, decides it.
#pragma once

#include "dsl/check/program.h"

namespace maxwarp::checked {

/// Whether they ascend, and do not stand as in the file: the algorithm requires it, or looks for edges, as `adjacent`,
/// `x in neighbors(v)` and `edge(v, w)` do.
bool has_ascending_rows(const Algorithm& algorithm);

/// Whether anything may tell the order: neighbors are taken by their places, or edges are kept or compared, whose
/// numbers follow it.
bool tells_row_order(const Algorithm& algorithm);

}  // namespace maxwarp::checked
