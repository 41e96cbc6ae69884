// The references against brute force over the adjacency matrix: all 512 directed graphs with 3 nodes,
// self-loops included, all with 2, and random ones.
#include <algorithm>
#include <cmath>

#include "runtime/graph/generate/generate.h"
#include "runtime/graph/hash.h"
#include "runtime/graph/transform.h"
#include "runtime/graph/weights.h"
#include "runtime/reference/reference.h"
#include "support.h"

namespace maxwarp::test {
namespace {

using Matrix = std::vector<std::vector<std::int64_t>>;
constexpr std::int64_t far_away = 1'000'000'000;

/// Smallest weight of a path, by Floyd and Warshall; `one` counts hops instead.
Matrix distances(const Graph& graph, bool one, bool both_directions) {
  Matrix d(graph.nodes, std::vector<std::int64_t>(graph.nodes, far_away));
  for (node_t v = 0; v < graph.nodes; ++v) d[v][v] = 0;
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
      std::int64_t weight = one ? 1 : static_cast<std::int64_t>(graph.weight(e));
      node_t w = graph.targets[e];
      d[v][w] = std::min(d[v][w], weight);
      if (both_directions) d[w][v] = std::min(d[w][v], weight);
    }
  for (node_t k = 0; k < graph.nodes; ++k)
    for (node_t i = 0; i < graph.nodes; ++i)
      for (node_t j = 0; j < graph.nodes; ++j) d[i][j] = std::min(d[i][j], d[i][k] + d[k][j]);
  return d;
}

std::int32_t or_inf(std::int64_t distance) {
  return distance >= far_away ? infinity<std::int32_t>() : static_cast<std::int32_t>(distance);
}

void check_paths(const Graph& graph) {
  Matrix hops = distances(graph, true, false), lengths = distances(graph, false, false);
  for (node_t s = 0; s < graph.nodes; ++s) {
    auto level = reference::bfs_levels(view(graph), s);
    auto distance = reference::shortest_paths(view(graph), graph.int_weights.data(), s);
    ASSERT_TRUE(distance);
    for (node_t t = 0; t < graph.nodes; ++t) {
      ASSERT_EQ(level[t], or_inf(hops[s][t]));
      ASSERT_EQ((*distance)[t], or_inf(lengths[s][t]));
      ASSERT_EQ(reference::connected(view(graph), s, t), hops[s][t] < far_away);
    }
  }
}

void check_components(const Graph& graph) {
  Matrix hops = distances(graph, true, true);
  auto component = reference::components(view(graph));
  for (node_t v = 0; v < graph.nodes; ++v) {
    node_t smallest = 0;
    while (hops[v][smallest] >= far_away) ++smallest;
    ASSERT_EQ(component[v], smallest);
  }
  ASSERT_EQ(weak_components(graph), component);
}

void check_triangles(const Graph& graph) {
  Matrix hops = distances(graph, true, true);
  auto linked = [&](node_t a, node_t b) { return hops[a][b] == 1; };
  std::int64_t count = 0;
  for (node_t a = 0; a < graph.nodes; ++a)
    for (node_t b = a + 1; b < graph.nodes; ++b)
      for (node_t c = b + 1; c < graph.nodes; ++c) count += linked(a, b) && linked(b, c) && linked(a, c);
  ASSERT_EQ(reference::triangles(view(graph)), count);
}

void check_symmetry(const Graph& graph) {
  std::vector<Edge> there = labelled_edges(graph), back;
  for (auto [source, target, weight] : there) back.emplace_back(target, source, weight);
  std::sort(there.begin(), there.end());
  std::sort(back.begin(), back.end());
  ASSERT_EQ(is_symmetric(graph, true), there == back);
}

void check_transforms(const Graph& graph) {
  Graph clean = graph;
  edge_t before = clean.edges(), loops = drop_self_loops(clean);
  ASSERT_EQ(loops, count_self_loops(graph));
  ASSERT_EQ(clean.edges(), before - loops);
  symmetrize(clean);
  EXPECT_TRUE(merge_duplicates(clean, Duplicates::Min));
  ASSERT_TRUE(is_symmetric(clean, true));
  ASSERT_EQ(count_duplicates(clean), 0);
  Matrix of_clean = distances(clean, false, false), of_graph = distances(graph, false, true);
  ASSERT_EQ(of_clean, of_graph);
}

/// Solves for the fixpoint by many plain steps over the matrix of transitions.
void check_pagerank(const Graph& graph) {
  node_t n = graph.nodes;
  std::vector<double> rank(n, 1.0 / n);
  for (int step = 0; step < 300; ++step) {
    std::vector<double> next(n, 0.15 / n);
    for (node_t u = 0; u < n; ++u) {
      edge_t begin = graph.row_offsets[u], end = graph.row_offsets[u + 1];
      for (node_t v = 0; begin == end && v < n; ++v) next[v] += 0.85 * rank[u] / n;
      for (edge_t e = begin; e < end; ++e) next[graph.targets[e]] += 0.85 * rank[u] / double(end - begin);
    }
    rank = next;
  }
  auto result = reference::pagerank(view(graph), 0.85, 1e-13, 1000);
  for (node_t v = 0; v < n; ++v) ASSERT_NEAR(result.rank[v], rank[v], 1e-11);
}

void check_all(const Graph& graph) {
  check_paths(graph);
  check_components(graph);
  check_triangles(graph);
  check_symmetry(graph);
  check_transforms(graph);
  check_pagerank(graph);
}

TEST(SmallGraphs, AllWithTwoAndThreeNodes) {
  for (int n : {2, 3})
    for (std::uint64_t index = 0; index < std::uint64_t(1) << n * n; ++index) {
      SCOPED_TRACE("n " + std::to_string(n) + ", index " + std::to_string(index));
      Graph graph = all_directed_graph(n, index);
      set_random_weights(graph, 0, 9, index);
      check_all(graph);
      if (HasFatalFailure()) return;
    }
}

TEST(SmallGraphs, RandomOnesWithRepeatsAndLoops) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto nodes = static_cast<node_t>(1 + bounded(random_bits(seed, 1), 12));
    auto edges = static_cast<edge_t>(bounded(random_bits(seed, 2), 40));
    EdgeList list = to_edge_list(uniform_graph(nodes, edges, seed));
    list.weight_kind = WeightKind::Int;
    for (edge_t e = 0; e < edges; ++e) list.weights.push_back(double(bounded(random_bits(seed, 3, e), 20)));
    check_all(build_graph(list));
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace maxwarp::test
