// Conditions that the head of a program requires of its arguments: `requires weight >= 0`.
#pragma once

#include "runtime/runner/arguments.h"

namespace maxwarp::runner {

/// The first condition that the arguments do not meet, with the first element that is to blame. `graph` has its rows.
MaybeFailure check_conditions(const Algorithm& algorithm, const Graph& graph, const ArgumentSet& set);

}  // namespace maxwarp::runner
