// Contracted graphs against what the definition says: edge by edge into a map.
#include "runtime/graph/contract.h"

#include <algorithm>
#include <map>

#include "runtime/graph/generate/generate.h"
#include "support.h"

namespace maxwarp::test {
namespace {

using Ends = std::pair<std::int64_t, std::int64_t>;

std::map<Ends, double> weights_of(const Graph& graph) {
  std::map<Ends, double> weights;
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e)
      weights[{graph.labels[v], graph.labels[graph.targets[e]]}] += graph.weight(e);
  return weights;
}

TEST(Contract, AddsUpTheWeightsBetweenGroups) {
  for (const WeightKind kind : {WeightKind::None, WeightKind::Int, WeightKind::Double}) {
    Graph graph = *generate_graph("rmat:8:9", 3);
    graph.weight_kind = kind;
    if (kind == WeightKind::Int) graph.int_weights = Array<std::int32_t>(graph.targets.begin(), graph.targets.end());
    if (kind == WeightKind::Double) graph.double_weights = Array<double>(graph.targets.begin(), graph.targets.end());
    std::vector<std::int64_t> groups(static_cast<std::size_t>(graph.nodes));
    for (node_t v = 0; v < graph.nodes; ++v) groups[v] = (v % 17) * 1000 - 3000;
    std::map<Ends, double> expected;
    for (node_t v = 0; v < graph.nodes; ++v)
      for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e)
        expected[{groups[v], groups[graph.targets[e]]}] += graph.weight(e);
    const auto contracted = contract(graph, groups);
    ASSERT_TRUE(contracted);
    EXPECT_EQ(contracted->nodes, 17);
    EXPECT_EQ(contracted->edges(), static_cast<edge_t>(expected.size()));
    EXPECT_EQ(weights_of(*contracted), expected);
    EXPECT_EQ(contracted->weight_kind, kind == WeightKind::None ? WeightKind::Int : kind);
  }
}

TEST(Contract, OfOneGroupAndOfNone) {
  const Graph path = *generate_graph("chain:5", 1);
  const auto one = contract(path, std::vector<std::int64_t>(5, 7));
  ASSERT_TRUE(one);
  EXPECT_EQ(one->nodes, 1);
  EXPECT_EQ(weights_of(*one), (std::map<Ends, double>{{{7, 7}, static_cast<double>(path.edges())}}));
  const auto none = contract(Graph{}, {});
  ASSERT_TRUE(none);
  EXPECT_EQ(none->nodes, 0);
}

}  // namespace
}  // namespace maxwarp::test
