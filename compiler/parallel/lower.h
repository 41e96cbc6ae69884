// Lowering of a checked algorithm to the parallel IR. It stands first because every later stage speaks of
// regions and effects, never of source statements: conditions become statements, `adjacent` becomes two
// neighbor loops, results without an initial value are filled, reads of the item's own properties that
// cannot change under the loop are taken out of the neighbor loops.
#pragma once

#include "compiler/parallel/ir.h"

namespace maxwarp::parallel {

/// Lowers one algorithm. The checked program must outlive the result. Never fails: what the checker
/// accepted can be lowered. The loops of `joinings` become unions.
std::unique_ptr<Program> lower(const checked::Algorithm& algorithm, const Joinings& joinings = {});

}  // namespace maxwarp::parallel
