// Loops inside of an operator whose iterations different threads may run.
#pragma once

#include "compiler/analysis/facts.h"

namespace maxwarp::analysis {

/// Whether the iterations of an inner loop share nothing but reductions, so that they may run in any order, or at once.
/// `item`: that of the operator; `unproved`: accesses that the race check has not proved.
Fact runs_apart(const ir::Stmt* loop, const ir::Symbol* item, const checked::Places& unproved);

/// Facts::components.
Fact components(const parallel::Region& region);

/// Whether the loop goes through components: a range with a loop over neighbors in it, or inside of one (`neighbors`).
/// Legal for a RangeLoop.
bool has_components(const ir::Stmt* range, bool neighbors);

}  // namespace maxwarp::analysis
