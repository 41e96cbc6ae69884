// Loops over the rows of a graph on all threads, cut by edges, so that a few long rows do not end up together.
#pragma once

#include <cstdint>

#include "runtime/graph/graph.h"
#include "runtime/graph/parallel.h"

namespace maxwarp {

/// The first node whose row, with one unit of work for each node before it, begins at `work` or after.
inline node_t row_at(const Graph& graph, std::int64_t work) {
  node_t low = 0, high = graph.nodes;
  while (low < high) {
    const node_t middle = low + (high - low) / 2;
    if (graph.row_offsets[middle] + middle < work)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// How many pieces parallel_rows makes.
inline std::int64_t row_pieces(const Graph& graph) {
  constexpr std::int64_t least_work = 1 << 15;
  if (most_workers() == 1) return 1;
  return std::clamp<std::int64_t>((graph.nodes + graph.edges()) / least_work, 1, 16 * std::int64_t(most_workers()));
}

/// Calls `body(first, end)` for consecutive pieces of the nodes.
template <typename Body>
void parallel_rows(const Graph& graph, Body body) {
  const std::int64_t work = graph.nodes + graph.edges(), pieces = row_pieces(graph);
  parallel_tasks(pieces, [&](std::int64_t piece) {
    const node_t first = row_at(graph, work / pieces * piece);
    const node_t end = piece + 1 == pieces ? graph.nodes : row_at(graph, work / pieces * (piece + 1));
    if (first < end) body(first, end);
  });
}

}  // namespace maxwarp
