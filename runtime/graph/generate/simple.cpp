// Graphs without chance: stars, chains, cliques, and all small graphs one by one.
#include "runtime/graph/generate/generate.h"

#include <cstdint>

namespace maxwarp {
namespace {

EdgeList empty_list(node_t nodes, edge_t edges) {
  EdgeList list;
  list.nodes = nodes;
  list.sources.reserve(edges);
  list.targets.reserve(edges);
  return list;
}

void add(EdgeList& list, node_t source, node_t target) {
  list.sources.push_back(source);
  list.targets.push_back(target);
}

}  // namespace

EdgeList star_edges(node_t nodes) {
  EdgeList list = empty_list(nodes, nodes);
  for (node_t v = 1; v < nodes; ++v) add(list, 0, v);
  return list;
}

EdgeList chain_edges(node_t nodes) {
  EdgeList list = empty_list(nodes, nodes);
  for (node_t v = 1; v < nodes; ++v) add(list, v - 1, v);
  return list;
}

EdgeList clique_edges(node_t nodes) {
  EdgeList list = empty_list(nodes, edge_t(nodes) * nodes);
  for (node_t u = 0; u < nodes; ++u)
    for (node_t v = 0; v < nodes; ++v)
      if (u != v) add(list, u, v);
  return list;
}

Graph all_directed_graph(int n, std::uint64_t index) {
  EdgeList list = empty_list(n, edge_t(n) * n);
  for (int bit = 0; bit < n * n; ++bit)
    if (index >> bit & 1) add(list, bit / n, bit % n);
  return build_graph(list);
}

}  // namespace maxwarp
