// Results that are no numbers: a nan says that a computation went wrong, such as `inf - inf` after an overflow.
#pragma once

#include <optional>
#include <string>

#include "runtime/runner/session.h"

namespace maxwarp::runner {

/// The first nan among the results, as `centrality[7]`, a node by its label. Infinite values are results like others.
std::optional<std::string> first_nan(const Algorithm& algorithm, const Graph& graph, const RunResult& result);

}  // namespace maxwarp::runner
