// How far the additions of a loop can take a place, told from the loops around them: a sum that provably stays within
// its type is carried out in a simpler way.
#pragma once

#include "dsl/check/program.h"

namespace maxwarp::checked {

/// Fills in `per_node` and `per_edge` for the additions that an outermost parallel loop makes to a variable or
/// property, where all of them are of literals, once at each node or edge.
void bound_by_graph(const Stmt& loop, const Symbol* symbol, Sum& sum);

/// Whether each run of the loop begins with 0 in every place of the variable or property: nothing else but zeros is
/// ever put there, and that is done anew before each run. Legal: `count = 0` before `foreach … { count[w] += 1 }`.
bool begins_at_zero(const Algorithm& algorithm, const Stmt& loop, const Symbol* symbol);

}  // namespace maxwarp::checked
