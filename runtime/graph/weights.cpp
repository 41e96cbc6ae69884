// Unit and random weights.
#include "runtime/graph/weights.h"

#include "runtime/graph/hash.h"
#include "runtime/graph/build/row_pieces.h"

#include <cstdint>

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

}  // namespace maxwarp
