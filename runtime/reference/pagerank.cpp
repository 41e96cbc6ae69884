// PageRank by power iteration.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "runtime/reference/reference.h"

namespace maxwarp::reference {
namespace {

std::int64_t outdegree(const GraphView& graph, node_t v) { return graph.row_offsets[v + 1] - graph.row_offsets[v]; }

/// For each node the sum over its in-edges of the source's rank divided by its out-degree; `lost` gets the
/// rank of the nodes without out-edges.
std::vector<double> gather(const GraphView& graph, const std::vector<double>& rank, double& lost) {
  std::vector<double> sum(graph.nodes, 0.0);
  for (node_t u = 0; u < graph.nodes; ++u) {
    if (outdegree(graph, u) == 0) lost += rank[u];
    for (edge_t e = graph.row_offsets[u]; e < graph.row_offsets[u + 1]; ++e)
      sum[graph.targets[e]] += rank[u] / static_cast<double>(outdegree(graph, u));
  }
  return sum;
}

}  // namespace

PageRank pagerank(const GraphView& graph, double damping, double tolerance, std::int64_t limit) {
  double nodes = graph.nodes;
  PageRank result{std::vector<double>(graph.nodes, 1.0 / nodes), 0};
  double change = 0;
  do {
    double lost = 0;
    std::vector<double> sum = gather(graph, result.rank, lost);
    change = 0;
    for (node_t v = 0; v < graph.nodes; ++v) {
      double next = (1 - damping) / nodes + damping * (sum[v] + lost / nodes);
      change += std::abs(next - result.rank[v]);
      result.rank[v] = next;
    }
    ++result.rounds;
  } while (!(change < tolerance) && result.rounds != limit);
  return result;
}

std::vector<double> unnormalized_pagerank(const GraphView& graph, double damping) {
  constexpr double enough = 1e-13;
  std::vector<double> rank(graph.nodes, 1 - damping);
  for (double change = 1; change > enough;) {
    std::vector<double> next(graph.nodes, 1 - damping);
    for (node_t v = 0; v < graph.nodes; ++v) {
      const edge_t first = graph.row_offsets[v], end = graph.row_offsets[v + 1];
      for (edge_t e = first; e < end; ++e)
        next[graph.targets[e]] += damping * rank[v] / static_cast<double>(end - first);
    }
    change = 0;
    for (node_t v = 0; v < graph.nodes; ++v) change = std::max(change, std::abs(next[v] - rank[v]) / next[v]);
    rank = std::move(next);
  }
  return rank;
}

}  // namespace maxwarp::reference
