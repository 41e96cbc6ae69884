// What the head of a program requires of the graph and of its arguments: `requires symmetric, weight >= 0`.
#pragma once

#include "runtime/graph/options.h"
#include "runtime/runner/arguments.h"

namespace maxwarp::runner {

/// What the graph lacks, such as being symmetric, with the option that helps.
MaybeFailure check_graph(const Algorithm& algorithm, const LoadedGraph& loaded);

/// The first condition that the arguments do not meet, with the first element that is to blame. `graph` has its rows.
MaybeFailure check_conditions(const Algorithm& algorithm, const Graph& graph, const ArgumentSet& set);

}  // namespace maxwarp::runner
