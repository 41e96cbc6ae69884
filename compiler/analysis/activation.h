// How often nodes are activated: whether more than once in a round, and whether without end.
#pragma once

#include "compiler/analysis/facts.h"

namespace maxwarp::analysis {

/// No round activates a node twice: the one activation of the operator stands under the outcome of a reduction that
/// changes an element once a round at most, and the outcome of an atomic operation is one thread's.
Fact activated_once(const parallel::Region& region, const ir::Symbol* round);

/// Each activation follows a change that only goes in one direction: it stands under the outcome of a reduction, or
/// under a condition that the store beside it ends. So there are finitely many, however often nodes run.
///
/// Legal: `if d[w] min= d[v] + 1 { activate w }`. Illegal: `if kind[v] == 1 { activate w }`, which activates `w`
/// whenever `v` runs: a loop that ends because `v` runs once does not where nodes run again.
Fact activates_changes(const parallel::Region& region, const ir::Symbol* round);

}  // namespace maxwarp::analysis
