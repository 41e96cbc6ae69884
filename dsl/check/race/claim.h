// Claims: conditions that decide whether to do the same to that same element.
#pragma once

#include "dsl/check/race/region.h"

namespace maxwarp::race {

/// Legal: `where level[w] == inf { level[w] = round; activate w }`. Whoever changes the answer for others
/// has done all that they would have done. Illegal: `{ level[w] = round; count += 1 }`.
bool is_claim(const Region& region, const Access& read, const Guard& guard);
/// What stands under the guard and is not the same for all iterations, or not when it is repeated; or null.
const Access* first_of_claimer(const Region& region, const Access& read, const Guard& guard);

}  // namespace maxwarp::race
