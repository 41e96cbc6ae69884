// Whether the edges that a loop has done with are done with for the rest of the run.
#pragma once

#include "compiler/analysis/facts.h"

namespace maxwarp::analysis {

/// Decides Facts::guard_lasts of a loop of `program` that runs again and again. A part of its condition lasts when it
/// can only become false:
/// - `x[u] != x[w]`, where within the loops around it x is only changed by what leaves equal elements equal: at each
///   node, to something that follows from x of that node and from nothing else that is the node's;
/// - what is made of the edge, its ends and arguments of the program alone;
/// - `x[w] == c` (or x[u]; `not x[w]`), where within those loops x gets no value but constants other than c.
void decide_lasting(const parallel::Program& program, const parallel::Control& loop, Facts& facts);

}  // namespace maxwarp::analysis
