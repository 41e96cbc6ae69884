// The references against Boost.Graph on random graphs, and on cases worked out by hand.
#include "runtime/reference/reference.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/bellman_ford_shortest_paths.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/core_numbers.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/strong_components.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <numeric>
#include <ranges>

#include "runtime/graph/generate/generate.h"
#include "runtime/graph/transform.h"
#include "runtime/graph/weights.h"
#include "support.h"

namespace maxwarp::test {
namespace {

using Directed = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                                       boost::property<boost::edge_weight_t, std::int64_t>>;
using Undirected = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;

template <typename BoostGraph>
BoostGraph boost_graph(const Graph& graph) {
  BoostGraph result(graph.nodes);
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
      if constexpr (std::is_same_v<BoostGraph, Directed>)
        add_edge(v, graph.targets[e], static_cast<std::int64_t>(graph.weight(e)), result);
      else
        add_edge(v, graph.targets[e], result);
    }
  return result;
}

std::vector<Graph> random_graphs() {
  std::vector<Graph> graphs;
  for (const char* spec : {"rmat:8:3", "uniform:300:350", "uniform:300:1500", "road:20:20:0.6:0.05", "chain:50",
                           "star:40", "clique:12", "uniform:1:3", "grid:9:7"})
    for (std::uint64_t seed : {1, 2}) {
      graphs.push_back(*generate_graph(spec, seed));
      set_random_weights(graphs.back(), 0, 50, seed);
    }
  return graphs;
}

std::vector<std::int32_t> boost_levels(const Graph& graph, node_t source) {
  Directed other = boost_graph<Directed>(graph);
  std::vector<std::int32_t> level(graph.nodes, infinity<int>());
  level[source] = 0;
  breadth_first_search(
      other, vertex(source, other),
      boost::visitor(boost::make_bfs_visitor(boost::record_distances(level.data(), boost::on_tree_edge()))));
  return level;
}

TEST(ReferenceBfs, AgreesWithBoost) {
  for (const Graph& graph : random_graphs()) EXPECT_EQ(reference::bfs_levels(view(graph), 0), boost_levels(graph, 0));
}

TEST(ReferenceBfs, ParentsAreChecked) {
  Graph graph = graph_of(5, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 0}});
  auto check = [&](std::vector<node_t> parent) {
    return reference::check_bfs_parents(view(graph), 0, parent.data()).value_or("good");
  };
  EXPECT_EQ(check({0, 0, 0, 1, no_node}), "good");
  EXPECT_EQ(check({0, 0, 0, 2, no_node}), "good");
  EXPECT_EQ(check({no_node, 0, 0, 2, no_node}), "node 0 is reached but its parent -1 is not a node");
  EXPECT_EQ(check({3, 0, 0, 2, no_node}), "the source's parent is 3, not itself");
  EXPECT_EQ(check({0, 0, 0, 0, no_node}), "node 3 at level 2 has parent 0 at another level than one below");
  EXPECT_EQ(check({0, 0, 0, 9, no_node}), "node 3 is reached but its parent 9 is not a node");
  EXPECT_EQ(check({0, 0, 0, no_node, no_node}), "node 3 is reached but its parent -1 is not a node");
  EXPECT_EQ(check({0, 0, 0, 1, 3}), "node 4 is not reached but has parent 3");
  Graph cut = graph_of(4, {{0, 1}, {0, 2}, {1, 3}});
  std::vector<node_t> parent{0, 0, 0, 2};
  EXPECT_EQ(*reference::check_bfs_parents(view(cut), 0, parent.data()),
            "node 3 has parent 2, from which no edge leads to it");
}

TEST(ReferenceShortestPaths, AgreeWithBoost) {
  for (const Graph& graph : random_graphs()) {
    Directed other = boost_graph<Directed>(graph);
    std::vector<std::int64_t> expected(graph.nodes);
    dijkstra_shortest_paths(other, vertex(0, other), boost::distance_map(expected.data()));
    auto distance = reference::shortest_paths(view(graph), graph.int_weights.data(), 0);
    std::vector<double> weights(graph.int_weights.begin(), graph.int_weights.end());
    auto real = reference::shortest_paths(view(graph), weights.data(), 0);
    ASSERT_TRUE(distance && real);
    for (node_t v = 0; v < graph.nodes; ++v) {
      bool reached = expected[v] != infinity<std::int64_t>();
      EXPECT_EQ((*distance)[v], reached ? expected[v] : infinity<int>());
      EXPECT_EQ((*real)[v], reached ? double(expected[v]) : infinity<double>());
    }
  }
}

TEST(ReferenceShortestPaths, SumsSaturateAtInf) {
  Graph graph = weighted_graph_of(4, {{0, 1, 2147483000}, {1, 2, 646}, {2, 3, 1}});
  auto distance = reference::shortest_paths(view(graph), graph.int_weights.data(), 0);
  EXPECT_EQ(*distance, (std::vector<std::int32_t>{0, 2147483000, 2147483646, infinity<int>()}));
}

TEST(ReferenceShortestPaths, NegativeWeightsAreAllowedAndNegativeCyclesNoticed) {
  Graph graph = weighted_graph_of(4, {{0, 1, 4}, {0, 2, 5}, {2, 1, -3}, {1, 3, 1}});
  EXPECT_EQ(*reference::shortest_paths(view(graph), graph.int_weights.data(), 0),
            (std::vector<std::int32_t>{0, 2, 5, 3}));
  Graph cycle = weighted_graph_of(3, {{0, 1, 1}, {1, 2, -2}, {2, 1, 1}});
  EXPECT_FALSE(reference::shortest_paths(view(cycle), cycle.int_weights.data(), 0));
  Graph unreached = weighted_graph_of(3, {{1, 2, -2}, {2, 1, 1}});
  EXPECT_TRUE(reference::shortest_paths(view(unreached), unreached.int_weights.data(), 0));
}

TEST(ReferenceShortestPaths, AreProvedByOneLookAtEachEdge) {
  for (const Graph& graph : random_graphs()) {
    std::vector<std::int32_t> weights(graph.int_weights.size());
    for (std::size_t e = 0; e < weights.size(); ++e) weights[e] = 1 + graph.int_weights[e] % 7;
    const auto proved = [&](const std::vector<std::int32_t>& distance) {
      return reference::proves_shortest_paths(view(graph), weights.data(), 0, distance);
    };
    const auto right = *reference::shortest_paths(view(graph), weights.data(), 0);
    EXPECT_TRUE(proved(right));
    for (node_t v = 0; v < graph.nodes; ++v)
      for (const std::int32_t other : {right[v] - 1, right[v] == infinity<int>() ? 5 : right[v] + 1, infinity<int>()}) {
        auto wrong = right;
        wrong[v] = other;
        EXPECT_EQ(proved(wrong), other == right[v]) << v << ": " << other;
      }
  }
}

TEST(ReferenceShortestPaths, AreNotProvedByEdgesThatExplainEachOther) {
  Graph graph = weighted_graph_of(4, {{0, 1, 3}, {2, 3, 0}, {3, 2, 0}});
  EXPECT_FALSE(reference::proves_shortest_paths(view(graph), graph.int_weights.data(), 0, {0, 3, 7, 7}));
  Graph saturated = weighted_graph_of(3, {{0, 1, 2147483000}, {1, 2, 647}});
  EXPECT_TRUE(reference::proves_shortest_paths(view(saturated), saturated.int_weights.data(), 0,
                                               {0, 2147483000, infinity<int>()}));
}

TEST(ReferenceComponents, AgreeWithBoost) {
  for (const Graph& graph : random_graphs()) {
    Undirected other = boost_graph<Undirected>(graph);
    std::vector<int> expected(graph.nodes);
    int count = connected_components(other, expected.data());
    auto component = reference::components(view(graph));
    EXPECT_EQ(component, weak_components(graph));
    std::vector<node_t> smallest(count, no_node);
    for (node_t v = 0; v < graph.nodes; ++v) {
      node_t& root = smallest[expected[v]];
      if (root == no_node) root = v;
      EXPECT_EQ(component[v], root);
    }
  }
}

TEST(ReferenceStrongComponents, AgreeWithBoost) {
  for (const Graph& graph : random_graphs()) {
    Directed other = boost_graph<Directed>(graph);
    std::vector<int> expected(graph.nodes);
    const int count = strong_components(other, expected.data());
    std::vector<node_t> largest(count, no_node);
    for (node_t v = 0; v < graph.nodes; ++v) largest[expected[v]] = v;
    const auto component = reference::strong_components(view(graph));
    for (node_t v = 0; v < graph.nodes; ++v) EXPECT_EQ(component[v], largest[expected[v]]);
  }
}

TEST(ReferenceStrongComponents, TakeLinearTimeOnACircleOfAMillion) {
  Graph graph = *generate_graph("chain:1000000", 1);
  EXPECT_EQ(reference::strong_components(view(graph))[0], 0);
  EdgeList list = to_edge_list(graph);
  list.sources.push_back(999999);
  list.targets.push_back(0);
  const auto component = reference::strong_components(view(build_graph(list)));
  EXPECT_EQ(std::ranges::count(component, 999999), 1000000);
}

TEST(ReferenceCores, AgreeWithBoost) {
  for (Graph& graph : random_graphs()) {
    drop_self_loops(graph);
    symmetrize(graph);
    ASSERT_TRUE(merge_duplicates(graph, Duplicates::First));
    Directed other = boost_graph<Directed>(graph);
    std::vector<std::int32_t> expected(graph.nodes);
    core_numbers(other, make_iterator_property_map(expected.begin(), get(boost::vertex_index, other)));
    EXPECT_EQ(reference::core_numbers(view(graph)), expected);
  }
}

TEST(ReferenceCores, TakeLinearTimeOnAMillionNodes) {
  // Peeled from the corners on, one node after the other.
  const auto core = reference::core_numbers(view(*generate_graph("grid:1000:1000", 1)));
  EXPECT_EQ(std::ranges::count(core, 2), 1000000);
}

TEST(ReferencePagerank, SumsToOneAndKnowsTwoNodes) {
  for (const Graph& graph : random_graphs()) {
    double sum = 0;
    for (double rank : reference::pagerank(view(graph), 0.85, 1e-9, 100).rank) sum += rank;
    EXPECT_NEAR(sum, 1, 1e-9);
  }
  // x = 0.15 / 2 + 0.85 y / 2, y = 0.15 / 2 + 0.85 (x + y / 2), x + y = 1
  auto pair = reference::pagerank(view(graph_of(2, {{0, 1}})), 0.85, 1e-14, 1000);
  EXPECT_NEAR(pair.rank[0], 0.5 / 1.425, 1e-12);
  EXPECT_EQ(reference::pagerank(view(graph_of(2, {{0, 1}})), 0.85, 0, 7).rounds, 7);
  EXPECT_TRUE(reference::pagerank(view(Graph{}), 0.85, 1e-9, 100).rank.empty());
}

/// Betweenness from one source with exact numbers of paths.
std::vector<double> exact_betweenness(const Graph& graph, node_t source) {
  using boost::multiprecision::cpp_int;
  const auto level = reference::bfs_levels(view(graph), source);
  std::vector<node_t> order(graph.nodes);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](node_t v) { return level[v]; });
  std::vector<cpp_int> paths(graph.nodes);
  paths[source] = 1;
  const auto for_next = [&](node_t v, auto visit) {
    if (level[v] == infinity<std::int32_t>()) return;
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e)
      if (level[graph.targets[e]] == level[v] + 1) visit(graph.targets[e]);
  };
  for (node_t v : order) for_next(v, [&](node_t w) { paths[w] += paths[v]; });
  std::vector<double> credit(graph.nodes, 0);
  for (node_t v : order | std::views::reverse)
    for_next(v, [&](node_t w) {
      // 2^1074 is the reciprocal of the smallest double.
      const cpp_int ratio = (paths[v] << 1074) / paths[w];
      const auto digits = ratio == 0 ? 0 : static_cast<int>(msb(ratio));
      const int shift = std::max(0, digits - 62);
      credit[v] += std::ldexp(static_cast<double>(static_cast<std::int64_t>(ratio >> shift)), shift - 1074) *
                   (1 + credit[w]);
    });
  credit[source] = 0;
  return credit;
}

TEST(ReferenceBetweenness, AgreesWithExactNumbersOfPaths) {
  // 2^593 paths lead from corner to corner of the grid, 2^1200 through the layers: a double ends at 2^1024.
  EdgeList layers;
  layers.nodes = 4 * 601;
  for (node_t v = 0; v + 4 < layers.nodes; ++v)
    for (node_t w = v / 4 * 4 + 4; w < v / 4 * 4 + 8; ++w) {
      layers.sources.push_back(v);
      layers.targets.push_back(w);
    }
  for (const auto& [graph, source] :
       {std::pair(*generate_graph("grid:300:300", 1), 0), std::pair(build_graph(layers), 1)}) {
    const auto expected = exact_betweenness(graph, source);
    const auto seen = reference::betweenness(view(graph), {source});
    for (node_t v = 0; v < graph.nodes; ++v) ASSERT_NEAR(seen[v], expected[v], 1e-9 * expected[v] + 1e-300) << v;
  }
}

TEST(ReferenceDegrees, AreCounted) {
  Graph graph = graph_of(4, {{0, 1}, {0, 1}, {2, 1}, {1, 3}});
  EXPECT_EQ(reference::indegree_histogram(view(graph)), (std::vector<std::int64_t>{2, 1, 0, 1}));
  EXPECT_EQ(reference::outdegree_histogram(view(graph)), (std::vector<std::int64_t>{1, 2, 1}));
  EXPECT_EQ(reference::indegree_histogram(view(Graph{})), (std::vector<std::int64_t>{0}));
}

}  // namespace
}  // namespace maxwarp::test
