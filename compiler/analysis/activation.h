// Whether a node may be activated more than once in a round.
#pragma once

#include "compiler/analysis/facts.h"

namespace maxwarp::analysis {

/// No round activates a node twice: the one activation of the operator stands under the outcome of a reduction that
/// changes an element once a round at most, and the outcome of an atomic operation is one thread's.
Fact activated_once(const parallel::Region& region, const ir::Symbol* round);

}  // namespace maxwarp::analysis
