// Whether rows that came from a binary file are rows: ascending offsets, targets in range.
#pragma once

#include <string>

#include "runtime/graph/graph.h"
#include "runtime/graph/result.h"

namespace maxwarp {

/// `path` is for the message.
MaybeFailure check_rows(const std::string& path, const Graph& graph);

}  // namespace maxwarp
