// Graphs without chance: stars, chains, trees, cliques, and all small graphs one by one.
#include <algorithm>
#include <cstdint>

#include "runtime/graph/generate/by_rows.h"
#include "runtime/graph/generate/generate.h"

namespace maxwarp {

Graph star_graph(node_t nodes) {
  return build_by_rows(nodes, [=](node_t v, auto take) {
    for (node_t w = 1; v == 0 && w < nodes; ++w) take(w);
  });
}

Graph chain_graph(node_t nodes) { return tree_graph(nodes, 1); }

Graph tree_graph(node_t nodes, node_t arity) {
  return build_by_rows(nodes, [=](node_t v, auto take) {
    const std::int64_t first = std::int64_t(v) * arity + 1, end = std::min<std::int64_t>(nodes, first + arity);
    for (std::int64_t w = first; w < end; ++w) take(static_cast<node_t>(w));
  });
}

Graph clique_graph(node_t nodes) {
  Graph graph = build_by_rows(nodes, [=](node_t v, auto take) {
    for (node_t w = 0; w < nodes; ++w)
      if (w != v) take(w);
  });
  graph.symmetric = true;
  return graph;
}

Graph all_directed_graph(int n, std::uint64_t index) {
  EdgeList list;
  list.nodes = n;
  for (int bit = 0; bit < n * n; ++bit)
    if (index >> bit & 1) {
      list.sources.push_back(bit / n);
      list.targets.push_back(bit % n);
    }
  return build_graph(list);
}

}  // namespace maxwarp
