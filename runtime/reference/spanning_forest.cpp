// Minimum spanning forests by Kruskal's method.
#include <algorithm>
#include <numeric>

#include "runtime/reference/reference.h"

namespace maxwarp::reference {
namespace {

struct Link {
  std::int32_t weight;
  node_t from, to;
  edge_t edge;
};

std::vector<Link> links_of(const GraphView& graph, const std::int32_t* weight) {
  std::vector<Link> links;
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e)
      links.push_back({weight[e], v, graph.targets[e], e});
  return links;
}

/// Disjoint sets of nodes.
class Trees {
 public:
  explicit Trees(node_t nodes) : parent_(nodes) { std::iota(parent_.begin(), parent_.end(), 0); }
  /// Whether the two were in different sets, which are one from now on.
  bool join(node_t a, node_t b) {
    const node_t x = root(a), y = root(b);
    parent_[x] = y;
    return x != y;
  }

 private:
  node_t root(node_t v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  std::vector<node_t> parent_;
};

}  // namespace

std::optional<std::string> check_spanning_forest(const GraphView& graph, const std::int32_t* weight,
                                                 const std::int32_t* in_tree, std::int64_t total) {
  std::vector<Link> links = links_of(graph, weight);
  std::ranges::sort(links, {}, &Link::weight);
  Trees best(graph.nodes), given(graph.nodes);
  std::int64_t least = 0, size = 0, marked = 0;
  for (const Link& link : links) {
    if (best.join(link.from, link.to)) least += link.weight, ++size;
    if (!in_tree[link.edge]) continue;
    ++marked;
    if (!given.join(link.from, link.to)) return "edge " + std::to_string(link.edge) + " closes a cycle of tree edges";
  }
  if (marked != size)
    return "the tree has " + std::to_string(marked) + " edges, a spanning forest has " + std::to_string(size);
  if (total != least) return "total is " + std::to_string(total) + ", the least is " + std::to_string(least);
  return std::nullopt;
}

}  // namespace maxwarp::reference
