// What to write in place of a read that other iterations may overtake, where there is something better than a copy.
#pragma once

#include "dsl/check/race/region.h"

namespace maxwarp::race {

/// Reports the read: what was seen, and what to write instead. `use`: what depends on it.
Diagnostic& report_overtaken(const Region& region, const Access& read, const Use& use, const Access& change,
                             Diagnostics& diagnostics);

}  // namespace maxwarp::race
