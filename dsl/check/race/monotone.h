// Monotone reads: a stale value delays the result and never alters it.
#pragma once

#include "dsl/check/race/region.h"
#include "dsl/check/race/variation.h"

namespace maxwarp::race {

/// How the value that is read moves while others change it; Open where the rule does not hold. In `iterate`, the read
/// is of the node's own element or row, all changes are one reduction in one direction, and each activates the node
/// that it changed. Legal: `dist[v]` where all changes are `if dist[w] min= … { activate w }`. Illegal: without
/// `activate w`.
Variation monotone(const Region& region, const Access& read);

/// How elements of the type move by the reduction: `min=` makes them fall.
Variation direction(const Region& region, checked::Reduction reduction, checked::Scalar scalar);

/// A stale value costs extra runs of the body, so nothing may count them or see in which round they are. `stale`: a
/// read that the rule has allowed. `overtaken`: those whose values are accounted for.
void check_repeated_runs(const Region& region, const Access& stale, const Overtaken& overtaken,
                         Diagnostics& diagnostics);

}  // namespace maxwarp::race
