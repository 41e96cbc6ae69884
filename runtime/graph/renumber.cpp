// The rows are copied to their new places. Where they have to ascend, each is sorted by the new numbers of its targets.
#include "runtime/graph/renumber.h"

#include <algorithm>

#include "runtime/graph/parallel.h"

namespace maxwarp {
namespace {

/// Old edges of the row of `v`, in their order or by the new numbers of their targets.
void order_row(const Graph& graph, const Renumbered& result, node_t v, bool sorted, std::vector<edge_t>& row) {
  row.clear();
  for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) row.push_back(e);
  if (!sorted) return;
  const Array<node_t>& numbers = result.graph.numbered_nodes;
  std::sort(row.begin(), row.end(), [&](edge_t a, edge_t b) {
    const node_t to_a = numbers[graph.targets[a]], to_b = numbers[graph.targets[b]];
    return to_a != to_b ? to_a < to_b : a < b;
  });
}

void copy_edge(const Graph& from, edge_t old_edge, Renumbered& to, edge_t new_edge) {
  to.graph.targets[new_edge] = to.graph.numbered_nodes[from.targets[old_edge]];
  if (from.weight_kind == WeightKind::Int) to.graph.int_weights[new_edge] = from.int_weights[old_edge];
  if (from.weight_kind == WeightKind::Double) to.graph.double_weights[new_edge] = from.double_weights[old_edge];
  to.old_edges[new_edge] = old_edge;
  to.new_edges[old_edge] = new_edge;
}

/// The number of each node and the labels; the offsets of the rows.
Renumbered number_nodes(const Graph& graph, Numbering numbering) {
  Renumbered result;
  const std::vector<node_t> order = node_order(view(graph), numbering);
  Graph& other = result.graph;
  other.nodes = graph.nodes;
  other.row_offsets.resize(static_cast<std::size_t>(graph.nodes) + 1);
  other.labels.list.resize(static_cast<std::size_t>(graph.nodes));
  other.own_numbers = Array<node_t>(order.begin(), order.end());
  other.numbered_nodes.resize(static_cast<std::size_t>(graph.nodes));
  for (node_t v = 0; v < graph.nodes; ++v) {
    const node_t old = order[v];
    other.numbered_nodes[old] = v;
    other.labels.list[v] = graph.labels[old];
    other.row_offsets[v + 1] = other.row_offsets[v] + graph.row_offsets[old + 1] - graph.row_offsets[old];
  }
  return result;
}

}  // namespace

Renumbered renumber(const Graph& graph, Numbering numbering, bool sorted) {
  Renumbered result = number_nodes(graph, numbering);
  Graph& other = result.graph;
  const auto edges = static_cast<std::size_t>(graph.edges());
  other.targets.resize(edges);
  other.weight_kind = graph.weight_kind;
  other.int_weights.resize(graph.int_weights.size());
  other.double_weights.resize(graph.double_weights.size());
  result.old_edges.resize(edges);
  result.new_edges.resize(edges);
  parallel_pieces(graph.nodes, [&](node_t first, node_t last) {
    std::vector<edge_t> row;
    for (node_t v = first; v < last; ++v) {
      order_row(graph, result, other.own_numbers[v], sorted, row);
      for (std::size_t k = 0; k < row.size(); ++k)
        copy_edge(graph, row[k], result, other.row_offsets[v] + static_cast<edge_t>(k));
    }
  });
  other.symmetric = graph.symmetric;
  other.sorted_rows = sorted;
  other.max_outdegree = graph.max_outdegree;
  other.max_indegree = graph.max_indegree;
  return result;
}

}  // namespace maxwarp
