// The rows are copied to their new places. Where they have to ascend, each is sorted by the new numbers of its targets.
#include "runtime/graph/renumber.h"

#include <algorithm>
#include <compare>

#include "runtime/graph/node_order.h"
#include "runtime/graph/parallel.h"

namespace maxwarp {
namespace {

/// Pieces of the rows with about as many edges each: the first nodes may have most of them.
template <typename Body>
void for_rows(const Graph& graph, Body body) {
  constexpr std::int64_t smallest_piece = 1 << 14;
  const auto before = [&](node_t v) { return graph.row_offsets[v] + v; };  // a row costs something, too
  const std::int64_t total = before(graph.nodes);
  const std::int64_t pieces = std::clamp<std::int64_t>(total / smallest_piece, 1, 16 * std::int64_t(most_workers()));
  std::vector<node_t> first(static_cast<std::size_t>(pieces) + 1);
  first.back() = graph.nodes;
  for (std::int64_t piece = 1, v = 0; piece < pieces; ++piece) {
    const std::int64_t wanted = total / pieces * piece;
    node_t low = static_cast<node_t>(v), high = graph.nodes;
    while (low < high) {
      const node_t middle = low + (high - low) / 2;
      before(middle) < wanted ? low = middle + 1 : high = middle;
    }
    v = first[static_cast<std::size_t>(piece)] = low;
  }
  parallel_tasks(pieces, [&](std::int64_t piece) {
    body(first[static_cast<std::size_t>(piece)], first[static_cast<std::size_t>(piece) + 1]);
  });
}

/// Where an edge goes, and its place in the old row; they are sorted by the first.
struct Entry {
  node_t target;
  edge_t place;
  auto operator<=>(const Entry&) const = default;
};

/// Fills in the new graph edge by edge.
class EdgeCopy {
 public:
  EdgeCopy(const Graph& graph, Renumbered& result, bool sorted)
      : from_(graph), to_(result), sorted_(sorted), with_edges_(result.old_edges.size() > 0) {}

  void copy_rows(node_t first, node_t last) {
    std::vector<Entry> row;
    for (node_t v = first; v < last; ++v) {
      const node_t old = to_.graph.own_numbers[v];
      const edge_t begin = from_.row_offsets[old], end = from_.row_offsets[old + 1];
      edge_t place = to_.graph.row_offsets[v];
      if (!sorted_) {
        for (edge_t e = begin; e < end; ++e) copy(e, place++, to_.graph.numbered_nodes[from_.targets[e]]);
        continue;
      }
      sort_row(begin, end, row);
      for (const Entry& entry : row) copy(begin + entry.place, place++, entry.target);
    }
  }

 private:
  /// Parallel edges keep their order.
  void sort_row(edge_t begin, edge_t end, std::vector<Entry>& row) const {
    row.clear();
    for (edge_t e = begin; e < end; ++e) row.push_back({to_.graph.numbered_nodes[from_.targets[e]], e - begin});
    std::sort(row.begin(), row.end());
  }

  void copy(edge_t old_edge, edge_t new_edge, node_t target) {
    to_.graph.targets[new_edge] = target;
    if (from_.weight_kind == WeightKind::Int) to_.graph.int_weights[new_edge] = from_.int_weights[old_edge];
    if (from_.weight_kind == WeightKind::Double) to_.graph.double_weights[new_edge] = from_.double_weights[old_edge];
    if (!with_edges_) return;
    to_.old_edges[new_edge] = old_edge;
    to_.new_edges[old_edge] = new_edge;
  }

  const Graph& from_;
  Renumbered& to_;
  bool sorted_, with_edges_;
};

/// The number of each node and the labels; the offsets of the rows.
Renumbered number_nodes(const Graph& graph, const std::vector<node_t>& order) {
  Renumbered result;
  Graph& other = result.graph;
  other.nodes = graph.nodes;
  other.row_offsets.resize(static_cast<std::size_t>(graph.nodes) + 1);
  other.labels.list.resize(static_cast<std::size_t>(graph.nodes));
  other.own_numbers = Array<node_t>(order.begin(), order.end());
  other.numbered_nodes.resize(static_cast<std::size_t>(graph.nodes));
  parallel_pieces(graph.nodes, [&](node_t first, node_t last) {
    for (node_t v = first; v < last; ++v) {
      const node_t old = order[static_cast<std::size_t>(v)];
      other.numbered_nodes[old] = v;
      other.labels.list[v] = graph.labels[old];
      other.row_offsets[v + 1] = graph.row_offsets[old + 1] - graph.row_offsets[old];
    }
  });
  for (node_t v = 0; v < graph.nodes; ++v) other.row_offsets[v + 1] += other.row_offsets[v];
  return result;
}

}  // namespace

Renumbered renumber(const Graph& graph, const Renumbering& wish) {
  Renumbered result = number_nodes(graph, kept_node_order(graph, wish.numbering, wish.folder));
  Graph& other = result.graph;
  const auto edges = static_cast<std::size_t>(graph.edges());
  other.targets.resize(edges);
  other.weight_kind = graph.weight_kind;
  other.int_weights.resize(graph.int_weights.size());
  other.double_weights.resize(graph.double_weights.size());
  if (wish.edges) {
    result.old_edges.resize(edges);
    result.new_edges.resize(edges);
  }
  EdgeCopy copy(graph, result, wish.sorted);
  for_rows(other, [&](node_t first, node_t last) { copy.copy_rows(first, last); });
  other.symmetric = graph.symmetric;
  other.sorted_rows = wish.sorted;
  other.max_outdegree = graph.max_outdegree;
  other.max_indegree = graph.max_indegree;
  return result;
}

}  // namespace maxwarp
