// Whether rows that came from a binary file are rows: ascending offsets, targets in range.
#pragma once

#include <string>

#include "runtime/graph/graph.h"
#include "runtime/graph/result.h"

namespace maxwarp {

inline MaybeFailure check_rows(const std::string& path, const Graph& graph) {
  bool ascending = graph.row_offsets.front() == 0 && graph.row_offsets.back() == graph.edges();
  for (node_t v = 0; v < graph.nodes && ascending; ++v)
    ascending = graph.row_offsets[v] <= graph.row_offsets[v + 1];
  if (!ascending) return Failure{path + ": row offsets do not ascend from 0 to the number of edges"};
  for (node_t w : graph.targets)
    if (w < 0 || w >= graph.nodes)
      return Failure{path + ": target " + std::to_string(w) + "; expected a node in 0.." +
                     std::to_string(graph.nodes - 1)};
  return std::nullopt;
}

}  // namespace maxwarp
