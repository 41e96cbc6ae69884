// Policies and facts on random graphs, for different numbers of threads, against what their definitions say.
#include <algorithm>
#include <map>

#include "runtime/graph/generate/generate.h"
#include "runtime/graph/hash.h"
#include "runtime/graph/info.h"
#include "runtime/graph/weights.h"
#include "support.h"

namespace maxwarp::test {
namespace {

constexpr int thread_counts[] = {1, 2, 7};

/// Large enough for several pieces, with hubs, self-loops and repeated edges.
Graph random_graph(WeightKind kind) {
  Graph graph = *generate_graph("rmat:13:30:.6,.15,.15", 3);
  if (kind == WeightKind::None) return graph;
  graph.weight_kind = kind;
  graph.int_weights.resize(graph.targets.size());
  for (edge_t e = 0; e < graph.edges(); ++e)
    graph.int_weights[e] = static_cast<std::int32_t>(bounded(random_bits(5, static_cast<std::uint64_t>(e)), 40));
  if (kind == WeightKind::Int) return graph;
  graph.double_weights = Array<double>(graph.int_weights.begin(), graph.int_weights.end());
  for (double& weight : graph.double_weights) weight += 0.25;
  graph.int_weights.clear();
  return graph;
}

constexpr WeightKind kinds[] = {WeightKind::None, WeightKind::Int, WeightKind::Double};

/// The edges after merging, by the definition.
std::vector<Edge> merged_edges(const Graph& graph, Duplicates policy) {
  std::vector<Edge> edges;
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> place;
  for (const Edge& edge : labelled_edges(graph)) {
    const auto [found, is_new] = place.try_emplace({std::get<0>(edge), std::get<1>(edge)}, edges.size());
    if (is_new) {
      edges.push_back(edge);
      continue;
    }
    double& kept = std::get<2>(edges[found->second]);
    if (policy == Duplicates::Min) kept = std::min(kept, std::get<2>(edge));
    if (policy == Duplicates::Sum) kept += std::get<2>(edge);
  }
  return edges;
}

TEST(Policies, MergeAsDefinedWithAnyThreads) {
  for (WeightKind kind : kinds)
    for (Duplicates policy : {Duplicates::First, Duplicates::Min, Duplicates::Sum}) {
      if (kind == WeightKind::None && policy != Duplicates::First) continue;
      const Graph graph = random_graph(kind);
      const std::vector<Edge> expected = merged_edges(graph, policy);
      for (int count : thread_counts) {
        Threads threads(count);
        Graph merged = graph;
        EXPECT_EQ(*merge_duplicates(merged, policy), graph.edges() - static_cast<edge_t>(expected.size()));
        EXPECT_TRUE(labelled_edges(merged) == expected) << int(kind) << int(policy) << count;
        EXPECT_EQ(count_duplicates(merged), 0);
      }
      EXPECT_EQ(count_duplicates(graph), graph.edges() - static_cast<edge_t>(expected.size()));
    }
}

TEST(Policies, DropSelfLoopsAsDefinedWithAnyThreads) {
  for (WeightKind kind : kinds) {
    const Graph graph = random_graph(kind);
    std::vector<Edge> expected = labelled_edges(graph);
    const auto loops = std::erase_if(expected, [](const Edge& edge) { return std::get<0>(edge) == std::get<1>(edge); });
    ASSERT_GT(loops, 100u);
    for (int count : thread_counts) {
      Threads threads(count);
      Graph without = graph;
      EXPECT_EQ(count_self_loops(without), static_cast<edge_t>(loops));
      EXPECT_EQ(drop_self_loops(without), static_cast<edge_t>(loops));
      EXPECT_TRUE(labelled_edges(without) == expected) << count;
    }
  }
}

TEST(Policies, LargestComponentAsDefinedWithAnyThreads) {
  for (WeightKind kind : kinds) {
    const Graph graph = random_graph(kind);
    const std::vector<node_t> members = largest_component(graph);
    ASSERT_GT(members.size(), 1000u);
    ASSERT_LT(members.size(), static_cast<std::size_t>(graph.nodes));
    std::vector<Edge> expected = labelled_edges(graph);
    std::erase_if(expected, [&](const Edge& edge) {
      return !std::binary_search(members.begin(), members.end(), static_cast<node_t>(std::get<0>(edge)));
    });
    for (int count : thread_counts) {
      Threads threads(count);
      Graph part = graph;
      EXPECT_EQ(keep_largest_component(part), graph.nodes - static_cast<node_t>(members.size()));
      EXPECT_EQ(part.nodes, static_cast<node_t>(members.size()));
      EXPECT_TRUE(labelled_edges(part) == expected) << count;
      EXPECT_EQ(part.row_offsets.size(), members.size() + 1);
      EXPECT_EQ(part.max_outdegree, graph.max_outdegree);
      EXPECT_EQ(part.max_indegree, graph.max_indegree);
      EXPECT_EQ(statistics(part).components, 1);
      EXPECT_EQ(keep_largest_component(part), 0);
    }
  }
}

TEST(Policies, LargestComponentOfFewNodes) {
  Graph none;
  EXPECT_EQ(keep_largest_component(none), 0);
  Graph points = graph_of(3, {});
  EXPECT_EQ(keep_largest_component(points), 2);
  EXPECT_EQ(points.labels[0], 0);  // the first one among equals
  Graph late = graph_of(5, {{0, 1}, {4, 2}, {3, 4}});
  EXPECT_EQ(keep_largest_component(late), 2);
  EXPECT_EQ(labelled_edges(late), (std::vector<Edge>{{3, 4, 1}, {4, 2, 1}}));
}

TEST(Policies, SymmetrizeAsDefinedWithAnyThreads) {
  for (WeightKind kind : kinds) {
    const Graph graph = random_graph(kind);
    // The other directions follow in the order of the edges that they come from.
    std::map<std::int64_t, std::vector<Edge>> rows;
    const std::vector<Edge> edges = labelled_edges(graph);
    for (const auto& [u, v, weight] : edges) rows[u].emplace_back(u, v, weight);
    for (const auto& [u, v, weight] : edges)
      if (u != v) rows[v].emplace_back(v, u, weight);
    std::vector<Edge> expected;
    for (const auto& [v, row] : rows) expected.insert(expected.end(), row.begin(), row.end());
    for (int count : thread_counts) {
      Threads threads(count);
      Graph both = graph;
      EXPECT_EQ(symmetrize(both), static_cast<edge_t>(expected.size() - edges.size()));
      EXPECT_TRUE(labelled_edges(both) == expected) << count;
      both.symmetric.reset();
      EXPECT_TRUE(is_symmetric(both, true));
      both.targets[0] = both.targets[0] == 1 ? 2 : 1;  // one changed target is enough
      EXPECT_FALSE(is_symmetric(both));
    }
  }
}

TEST(Policies, DegreesAndColumnsWithAnyThreads) {
  const Graph graph = random_graph(WeightKind::None);
  std::vector<std::vector<std::pair<node_t, edge_t>>> in(graph.nodes);
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) in[graph.targets[e]].emplace_back(v, e);
  std::size_t most = 0;
  for (const auto& column : in) most = std::max(most, column.size());
  for (int count : thread_counts) {
    Threads threads(count);
    Graph again = graph;
    update_degrees(again);
    EXPECT_EQ(again.max_indegree, static_cast<std::int64_t>(most));
    const Columns columns = columns_of(graph);
    for (node_t w = 0; w < graph.nodes; ++w) {
      ASSERT_EQ(columns.offsets[w + 1] - columns.offsets[w], static_cast<edge_t>(in[w].size()));
      for (std::size_t i = 0; i < in[w].size(); ++i) {
        ASSERT_EQ(columns.sources[columns.offsets[w] + i], in[w][i].first);
        ASSERT_EQ(columns.edges[columns.offsets[w] + i], in[w][i].second);
      }
    }
  }
}

TEST(Policies, EveryEdgeCountsForTheLargestIndegree) {
  constexpr std::size_t edges = 401;
  const Graph graph = graph_of(3, std::vector<std::pair<node_t, node_t>>(edges, {0, 2}));
  for (int count : thread_counts) {
    Threads threads(count);
    Graph again = graph;
    update_degrees(again);
    EXPECT_EQ(again.max_indegree, static_cast<edge_t>(edges)) << count;
  }
}

TEST(Info, DiameterOfAPathAndAStar) {
  EXPECT_EQ(describe(*generate_graph("chain:5000", 1)).diameter_at_least, 4999);
  EXPECT_EQ(describe(*generate_graph("star:50", 1)).diameter_at_least, 2);
  EXPECT_EQ(describe(*generate_graph("grid:30:20", 1)).diameter_at_least, 48);
  EXPECT_EQ(describe(*generate_graph("grid:1:1", 1)).diameter_at_least, 0);
  EXPECT_EQ(describe(Graph{}).diameter_at_least, 0);
  // Of the largest component alone: 0-1-2 and 3-4.
  EXPECT_EQ(describe(graph_of(5, {{3, 4}, {1, 0}, {1, 2}})).diameter_at_least, 2);
}

TEST(Info, DegreesAreBinnedByPowersOfTwo) {
  const GraphInfo info = describe(graph_of(6, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 0}, {2, 0}, {2, 1}}));
  EXPECT_EQ(info.out.bins, (std::vector<std::int64_t>{3, 1, 1, 1}));  // 0 0 0, 1, 2, 4
  EXPECT_EQ(info.in.bins, (std::vector<std::int64_t>{1, 3, 2}));      // 0, 1 1 1, 2 2
  EXPECT_EQ(info.out.quartiles, (std::array<std::int64_t, 5>{0, 0, 0, 2, 4}));
  EXPECT_EQ(info.in.quartiles, (std::array<std::int64_t, 5>{0, 1, 1, 2, 2}));
  EXPECT_DOUBLE_EQ(info.out.largest_to_mean, 4 * 6 / 7.0);
  EXPECT_EQ(first_of_bin(3), 4);
  EXPECT_EQ(last_of_bin(3), 7);
  EXPECT_EQ(last_of_bin(0), 0);
}

TEST(Info, GiniIsZeroForEqualDegreesAndLargeForAStar) {
  EXPECT_DOUBLE_EQ(describe(*generate_graph("clique:20", 1)).out.gini, 0);
  EXPECT_DOUBLE_EQ(describe(*generate_graph("star:100", 1)).out.gini, 0.99);
  // Degrees 1 and 3: the mean difference 1 over twice the mean 2.
  EXPECT_DOUBLE_EQ(describe(graph_of(2, {{0, 0}, {1, 0}, {1, 1}, {1, 0}})).out.gini, 0.25);
}

TEST(Info, WeightsAreSummedUp) {
  const GraphInfo info = describe(weighted_graph_of(2, {{0, 1, -3}, {1, 0, 0}, {0, 0, 9}}));
  EXPECT_EQ(info.weights.least, -3);
  EXPECT_EQ(info.weights.largest, 9);
  EXPECT_DOUBLE_EQ(info.weights.mean, 2);
  EXPECT_EQ(info.weights.zero, 1);
  EXPECT_EQ(info.weights.negative, 1);
  const EdgeList large{2, {0, 1}, {1, 0}, {1.5e308, 1.5e308}, WeightKind::Double};
  EXPECT_EQ(describe(build_graph(large)).weights.mean, 1.5e308);
}

TEST(Info, IsTheSameForAllThreads) {
  Graph graph = *generate_graph("rmat:15:12", 3);
  set_random_weights(graph, 1, 100, 4);
  Threads single(1);
  const GraphInfo expected = describe(graph);
  for (int count : {2, 6}) {
    use_threads(count);
    const GraphInfo info = describe(graph);
    EXPECT_EQ(info.diameter_at_least, expected.diameter_at_least);
    EXPECT_EQ(info.facts.components, expected.facts.components);
    EXPECT_EQ(info.facts.isolated, expected.facts.isolated);
    EXPECT_EQ(info.facts.duplicates, expected.facts.duplicates);
    EXPECT_EQ(info.weights.mean, expected.weights.mean);
    EXPECT_EQ(info.in.bins, expected.in.bins);
  }
}

}  // namespace
}  // namespace maxwarp::test
