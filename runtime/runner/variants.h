// Which variants of a program a run is about.
#pragma once

#include <string>
#include <vector>

#include "maxwarp/algorithm.h"
#include "runtime/graph/result.h"

namespace maxwarp::runner {

/// The variants that `names` tells, in the order of the program: names with commas between them, `all`, or nothing,
/// which is `otherwise`. Error: there is none of such a name.
Result<std::vector<const Variant*>> chosen_variants(const Algorithm& algorithm, const std::string& names,
                                                    const char* otherwise = nullptr);

}  // namespace maxwarp::runner
