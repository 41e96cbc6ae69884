// By the definition (Cohen 2008): edges in too few triangles are taken away until none is.
#include <set>
#include <utility>

#include "runtime/reference/reference.h"

namespace maxwarp::reference {

std::vector<std::int32_t> truss_edges(const GraphView& graph, std::int64_t k) {
  std::set<std::pair<node_t, node_t>> left;
  const auto for_each_edge = [&](auto visit) {
    for (node_t v = 0; v < graph.nodes; ++v)
      for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) visit(v, graph.targets[e], e);
  };
  for_each_edge([&](node_t v, node_t w, edge_t) { left.insert({v, w}); });
  const auto triangles = [&](node_t v, node_t w) {
    std::int64_t count = 0;
    for (node_t x = 0; x < graph.nodes; ++x) count += left.contains({v, x}) && left.contains({w, x});
    return count;
  };
  for (bool changed = true; changed;) {
    std::set<std::pair<node_t, node_t>> stay;
    for (const auto& [v, w] : left)
      if (triangles(v, w) >= k - 2) stay.insert({v, w});
    changed = stay.size() != left.size();
    left = stay;
  }
  std::vector<std::int32_t> result(static_cast<std::size_t>(graph.edges));
  for_each_edge([&](node_t v, node_t w, edge_t e) { result[static_cast<std::size_t>(e)] = left.contains({v, w}); });
  return result;
}

}  // namespace maxwarp::reference
