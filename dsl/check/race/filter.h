// Comparisons that spare a reduction which would change nothing.
#pragma once

#include "dsl/check/race/region.h"

namespace maxwarp::race {

/// Whether the read, which stands in the condition of the guard, only asks if an offer would change the element.
/// Legal: `if n < dist[w] { if dist[w] min= n { activate w } }`. Illegal: `if n < dist[w] { tried[w] = true }`.
bool is_filter(const Region& region, const Access& read, const Guard& guard);

}  // namespace maxwarp::race
