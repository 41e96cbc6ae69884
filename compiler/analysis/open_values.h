// Which values of a program are open: what `any=` keeps, the payload of several equal values, the part that an
// exchange finds and what `latest` reads may be another one in every run. All other values are the same in every run,
// under every mapping, but for the rounding of sums; so these are what two runs can be compared by.
#pragma once

#include <set>

#include "dsl/check/program.h"

namespace maxwarp::analysis {

/// The properties, arrays and variables that depend on such a choice: by their value, by the condition under which they
/// are written, or by the rounds and active nodes that they are written in.
/// `parent[w] any= v` leaves `parent` open; `level[w] = round` beside it does not depend on it.
std::set<const checked::Symbol*> open_values(const checked::Algorithm& algorithm);

}  // namespace maxwarp::analysis
