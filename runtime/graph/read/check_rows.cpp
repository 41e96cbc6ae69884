// Checks of rows on all threads; the offsets first, as they say where the rows are.
#include "runtime/graph/read/check_rows.h"

#include <atomic>

#include "runtime/graph/parallel.h"

namespace maxwarp {

MaybeFailure check_rows(const std::string& path, const Graph& graph) {
  std::atomic<bool> ascending = graph.row_offsets.front() == 0 && graph.row_offsets.back() == graph.edges();
  parallel_pieces(graph.nodes, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t v = begin; v < end; ++v)
      if (graph.row_offsets[v] > graph.row_offsets[v + 1]) ascending = false;
  });
  if (!ascending) return Failure{path + ": row offsets do not ascend from 0 to the number of edges"};
  std::atomic<edge_t> wrong = graph.edges();
  parallel_pieces(graph.edges(), [&](edge_t begin, edge_t end) {
    for (edge_t e = begin; e < end; ++e) {
      if (graph.targets[e] >= 0 && graph.targets[e] < graph.nodes) continue;
      for (edge_t seen = wrong; e < seen && !wrong.compare_exchange_weak(seen, e);) {
      }
      return;
    }
  });
  if (wrong == graph.edges()) return std::nullopt;
  return Failure{path + ": target " + std::to_string(graph.targets[wrong.load()]) + "; expected a node in 0.." +
                 std::to_string(graph.nodes - 1)};
}

}  // namespace maxwarp
