// Makes the graphs of the self-test. Sizes are chosen around the limits of the mappings: a warp, a block,
// more edges at one node than a block has threads.
#include "runtime/runner/small_graphs.h"

#include <cstdint>

#include "runtime/graph/generate/generate.h"
#include "runtime/graph/hash.h"
#include "runtime/graph/options.h"
#include "runtime/graph/transform.h"

namespace maxwarp::runner {
namespace {

/// Small integer weights that depend on the ends alone, so that both directions agree; 0 among them.
void add_weights(Graph& graph) {
  constexpr std::uint64_t seed = 7, different = 10;
  graph.weight_kind = WeightKind::Int;
  graph.double_weights.clear();
  graph.int_weights.resize(static_cast<std::size_t>(graph.edges()));
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
      const node_t w = graph.targets[e];
      const auto low = static_cast<std::uint64_t>(std::min(v, w)), high = static_cast<std::uint64_t>(std::max(v, w));
      graph.int_weights[e] = static_cast<std::int32_t>(bounded(random_bits(seed, low, high), different));
    }
}

constexpr const char* shapes[] = {
    "chain:1",
    "chain:70",
    "star:40",
    "star:300",
    "star:1500",
    "clique:6",
    "clique:40",
    "grid:7:9",
    "grid:40:3",
    "mesh:12:12",
    "road:20:20:0.70:0.03",
    "rmat:6:4",
    "rmat:8:8",
    "rmat:9:16",
    "kron:7:8",
    "uniform:5:60",
    "uniform:50:30",
    "uniform:200:400",
    "uniform:300:3000",
    "uniform:64:0",
};

}  // namespace

bool for_each_tiny_graph(int most_nodes, const GraphVisitor& visit) {
  for (node_t nodes = 0; nodes <= most_nodes; ++nodes) {
    const std::uint64_t count = std::uint64_t{1} << (nodes * nodes);
    for (std::uint64_t code = 0; code < count; ++code) {
      SmallGraph small{"all:" + std::to_string(nodes) + ":" + std::to_string(code), all_directed_graph(nodes, code)};
      add_weights(small.graph);
      if (!visit(small)) return false;
    }
  }
  return true;
}

bool for_each_small_graph(const GraphVisitor& visit) {
  for (const char* shape : shapes)
    for (const bool simple : {false, true}) {
      GraphOptions options;
      options.graph = shape;
      auto loaded = load_graph(options);
      if (!loaded) continue;
      SmallGraph small{shape, std::move(loaded->graph)};
      if (simple) {
        small.name += " simple, symmetric";
        drop_self_loops(small.graph);
        symmetrize(small.graph);
        static_cast<void>(merge_duplicates(small.graph, Duplicates::First));
      }
      add_weights(small.graph);
      if (!visit(small)) return false;
    }
  return true;
}

}  // namespace maxwarp::runner
