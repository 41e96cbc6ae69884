// Label propagation, clustering coefficients and personalized ranks.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "runtime/reference/reference.h"

namespace maxwarp::reference {
namespace {

/// The smallest of the most frequent keys; `otherwise` where there are none.
node_t most_frequent(const std::map<node_t, std::int64_t>& votes, node_t otherwise) {
  node_t winner = otherwise;
  std::int64_t highest = 0;
  for (auto [label, count] : votes)
    if (count > highest) {
      winner = label;
      highest = count;
    }
  return winner;
}

/// Out-neighbors of each node, and after them the in-neighbors of a graph that is not symmetric.
std::vector<std::vector<node_t>> voters(const GraphView& graph) {
  std::vector<std::vector<node_t>> voters(graph.nodes);
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
      voters[v].push_back(graph.targets[e]);
      if (!graph.symmetric) voters[graph.targets[e]].push_back(v);
    }
  return voters;
}

}  // namespace

std::vector<node_t> label_propagation(const GraphView& graph, std::int64_t rounds) {
  const auto voters = reference::voters(graph);
  std::vector<node_t> label(graph.nodes);
  for (node_t v = 0; v < graph.nodes; ++v) label[v] = v;
  for (std::int64_t round = 0; round < rounds; ++round) {
    std::vector<node_t> next(graph.nodes);
    for (node_t v = 0; v < graph.nodes; ++v) {
      std::map<node_t, std::int64_t> votes;
      for (node_t w : voters[v]) ++votes[label[w]];
      next[v] = most_frequent(votes, label[v]);
    }
    label = next;
  }
  return label;
}

std::vector<double> clustering(const GraphView& graph) {
  std::vector<std::set<node_t>> around(graph.nodes);
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
      around[v].insert(graph.targets[e]);
      around[graph.targets[e]].insert(v);
    }
  std::vector<double> coefficient(graph.nodes, 0);
  for (node_t v = 0; v < graph.nodes; ++v) {
    std::int64_t links = 0;
    for (node_t w : around[v])
      for (edge_t e = graph.row_offsets[w]; e < graph.row_offsets[w + 1]; ++e)
        links += around[v].count(graph.targets[e]);
    const double d = static_cast<double>(around[v].size());
    if (d > 1) coefficient[v] = static_cast<double>(links) / (d * (d - 1));
  }
  return coefficient;
}

std::vector<double> personalized_pagerank(const GraphView& graph, const std::vector<node_t>& sources, double damping,
                                          double tolerance, std::int64_t limit) {
  std::vector<double> home(graph.nodes, 0);
  for (node_t v : sources) home[v] = 1.0 / static_cast<double>(sources.size());
  std::vector<double> rank = home;
  for (std::int64_t round = 0; round < limit; ++round) {
    double lost = 0, change = 0;
    std::vector<double> sum(graph.nodes, 0);
    for (node_t v = 0; v < graph.nodes; ++v) {
      const auto degree = graph.row_offsets[v + 1] - graph.row_offsets[v];
      if (degree == 0) lost += rank[v];
      for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e)
        sum[graph.targets[e]] += rank[v] / static_cast<double>(degree);
    }
    for (node_t v = 0; v < graph.nodes; ++v) {
      const double next = (1 - damping + damping * lost) * home[v] + damping * sum[v];
      change += std::abs(next - rank[v]);
      rank[v] = next;
    }
    if (change < tolerance) break;
  }
  return rank;
}

}  // namespace maxwarp::reference
