// Unit and random weights.
#include "runtime/graph/weights.h"

#include <atomic>
#include <cstdint>

#include "runtime/graph/build/row_pieces.h"
#include "runtime/graph/hash.h"

namespace maxwarp {
namespace {

void start_int_weights(Graph& graph, std::int32_t value) {
  graph.double_weights.clear();
  graph.weight_kind = WeightKind::Int;
  graph.int_weights = Array<std::int32_t>(graph.targets.size(), value);
}

}  // namespace

void set_unit_weights(Graph& graph) { start_int_weights(graph, 1); }

void set_random_weights(Graph& graph, std::int32_t low, std::int32_t high, std::uint64_t seed) {
  start_int_weights(graph, low);
  std::uint64_t values = static_cast<std::uint64_t>(std::int64_t(high) - low) + 1;
  parallel_rows(graph, [&](node_t begin, node_t end) {
    for (node_t v = begin; v < end; ++v)
      for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
        auto [first, second] = std::minmax(v, graph.targets[e]);
        std::uint64_t bits = random_bits(seed ^ 0x77656967, std::uint64_t(first), std::uint64_t(second));
        graph.int_weights[e] = static_cast<std::int32_t>(low + std::int64_t(bounded(bits, values)));
      }
  });
}

void widen_weights(Graph& graph) {
  graph.double_weights = Array<double>(graph.int_weights.begin(), graph.int_weights.end());
  graph.int_weights.clear();
  graph.weight_kind = WeightKind::Double;
}

void widen_infinite_weights(Graph& graph) {
  if (graph.weight_kind != WeightKind::Int) return;
  std::atomic<bool> found{false};
  parallel_pieces(graph.edges(), [&](edge_t begin, edge_t end) {
    bool infinite = false;
    for (edge_t e = begin; e < end; ++e) infinite |= graph.int_weights[e] == infinity<std::int32_t>();
    if (infinite) found = true;
  });
  if (found) widen_weights(graph);
}

}  // namespace maxwarp
