// Power iteration for hubs and authorities, and random walks.
#include <cmath>

#include "maxwarp/value.h"
#include "runtime/reference/reference.h"

namespace maxwarp::reference {
namespace {

void scale(std::vector<double>& values) {
  double square = 0;
  for (double value : values) square += value * value;
  if (square == 0) return;
  for (double& value : values) value /= std::sqrt(square);
}

}  // namespace

Hits hits(const GraphView& graph, std::int64_t limit) {
  Hits result{std::vector<double>(graph.nodes, 1.0), std::vector<double>(graph.nodes)};
  for (std::int64_t round = 0; round < limit; ++round) {
    result.authority.assign(graph.nodes, 0);
    for (node_t v = 0; v < graph.nodes; ++v)
      for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e)
        result.authority[graph.targets[e]] += result.hub[v];
    scale(result.authority);
    result.hub.assign(graph.nodes, 0);
    for (node_t v = 0; v < graph.nodes; ++v)
      for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e)
        result.hub[v] += result.authority[graph.targets[e]];
    scale(result.hub);
  }
  return result;
}

std::vector<std::int64_t> random_walks(const GraphView& graph, std::int64_t walks, std::int64_t length) {
  std::vector<std::int64_t> visits(graph.nodes);
  for (node_t s = 0; s < graph.nodes; ++s)
    for (std::int64_t i = 0; i < walks; ++i) {
      node_t v = s;
      for (std::int64_t t = 0; t < length; ++t) {
        const auto degree = static_cast<std::int32_t>(graph.row_offsets[v + 1] - graph.row_offsets[v]);
        if (degree == 0) break;
        v = graph.targets[graph.row_offsets[v] + random_below(degree, s, i, t)];
        ++visits[v];
      }
    }
  return visits;
}

}  // namespace maxwarp::reference
