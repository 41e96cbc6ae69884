// The host's graph: compressed sparse rows with weights, labels and, on request, further forms.
// Owns its arrays; `view` gives the plain pointers that algorithms take.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "maxwarp/graph_view.h"
#include "runtime/graph/array.h"

namespace maxwarp {

/// Weights are Int when every weight of the file is an integer literal that fits int32 and is below `inf`
/// (2147483647), else Double.
enum class WeightKind : std::uint8_t { None, Int, Double };

/// Names of the nodes, ascending: `first + v`, or `list[v]` where the ids of the file have gaps.
struct Labels {
  std::int64_t first = 0;
  Array<std::int64_t> list;

  std::int64_t operator[](node_t v) const { return list.empty() ? first + v : list[v]; }
  /// The node named `label` of a graph with `nodes` nodes, or no_node.
  node_t find(std::int64_t label, node_t nodes) const;
};

/// Edges one by one, for few of them: readers and generators of large graphs fill an EdgeStore.
struct EdgeList {
  node_t nodes = 0;
  std::vector<node_t> sources, targets;  // same length, each 0 .. nodes - 1
  std::vector<double> weights;           // one an edge, or empty when weight_kind is None
  WeightKind weight_kind = WeightKind::None;
};

/// A directed graph; an undirected one holds both directions. Edge properties follow the order of the rows.
struct Graph {
  node_t nodes = 0;
  Array<edge_t> row_offsets{0};               // nodes + 1
  Array<node_t> targets;                      // edges
  WeightKind weight_kind = WeightKind::None;  // says which one of the next two is filled in
  Array<std::int32_t> int_weights;
  Array<double> double_weights;
  Labels labels;
  std::optional<bool> symmetric;  // every edge is present in both directions; empty: not yet looked at
  std::int64_t max_outdegree = 0, max_indegree = 0;

  // Further forms, filled in by add_forms.
  bool sorted_rows = false;
  Array<edge_t> column_offsets, column_edges, twins;
  Array<node_t> sources, edge_sources;
  Array<node_t> own_numbers, numbered_nodes;  // of a renumbered graph (renumber.h)

  edge_t edges() const { return static_cast<edge_t>(targets.size()); }
  /// The weight of edge e as a double (exact for Int); 1 without weights.
  double weight(edge_t e) const;
};

/// Builds the rows by a stable counting sort: edges of a node keep the order of the list.
Graph build_graph(const EdgeList& list, Labels labels = {});

/// The edges of the rows, in their order.
EdgeList to_edge_list(const Graph& graph);

/// Adds the GraphForm bits that the graph does not have yet. FormSortedRows reorders the edges of each row
/// (stable, weights move along), so ask for it before handing out edge ids.
void add_forms(Graph& graph, unsigned forms);

/// The edges by their target: `sources` in column order, `edges` their ids (empty where they are
/// not asked for); `offsets` has nodes + 1 elements.
struct Columns {
  Array<edge_t> offsets, edges;
  Array<node_t> sources;
};
Columns columns_of(const Graph& graph, bool with_edges = true);

/// Forgets columns and edge sources; for those who change the rows.
void drop_forms(Graph& graph);

/// Recomputes max_outdegree and max_indegree from the rows.
void update_degrees(Graph& graph);

/// The graph's arrays as a view of host memory, with all forms that it has. Valid until the graph changes.
GraphView view(const Graph& graph);

}  // namespace maxwarp
