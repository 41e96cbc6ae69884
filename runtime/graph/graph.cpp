// Building the rows of a graph and its further forms.
// All passes are linear: counting sorts over the nodes, no comparison sort but the one of sorted rows.
#include "runtime/graph/graph.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

namespace maxwarp {

node_t Labels::find(std::int64_t label, node_t nodes) const {
  if (list.empty()) {
    // Compared without a subtraction that could overflow.
    if (label < first || label > first + (static_cast<std::int64_t>(nodes) - 1)) return no_node;
    return static_cast<node_t>(label - first);
  }
  auto place = std::lower_bound(list.begin(), list.end(), label);
  return place != list.end() && *place == label ? static_cast<node_t>(place - list.begin()) : no_node;
}

double Graph::weight(edge_t e) const {
  switch (weight_kind) {
    case WeightKind::Int:
      return int_weights[e];
    case WeightKind::Double:
      return double_weights[e];
    case WeightKind::None:
      return 1;
  }
  return 1;
}

namespace {

/// Offsets of a counting sort by `keys`: nodes + 1 elements.
std::vector<edge_t> offsets_by(const std::vector<node_t>& keys, node_t nodes) {
  std::vector<edge_t> offsets(static_cast<std::size_t>(nodes) + 1, 0);
  for (node_t key : keys) ++offsets[key + 1];
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  return offsets;
}

void place_edge(Graph& graph, edge_t place, const EdgeList& list, std::size_t i) {
  graph.targets[place] = list.targets[i];
  if (graph.weight_kind == WeightKind::Int)
    graph.int_weights[place] = static_cast<std::int32_t>(list.weights[i]);
  else if (graph.weight_kind == WeightKind::Double)
    graph.double_weights[place] = list.weights[i];
}

void add_edge_sources(Graph& graph) {
  graph.edge_sources.resize(graph.targets.size());
  for (node_t v = 0; v < graph.nodes; ++v)
    std::fill(graph.edge_sources.begin() + graph.row_offsets[v],
              graph.edge_sources.begin() + graph.row_offsets[v + 1], v);
}

void add_columns(Graph& graph) {
  Columns columns = columns_of(graph);
  graph.column_offsets = std::move(columns.offsets);
  graph.column_edges = std::move(columns.edges);
  graph.sources = std::move(columns.sources);
}

/// Twins of the edges that leave v: `row` are these edges by their target, `place` walks over the edges that come in, which
/// lie in the order of their sources. The k-th edge to a node and the k-th edge from it are twins; more edges in one
/// direction than in the other share the last one.
void pair_edges(Graph& graph, const Columns& columns, node_t v, const std::vector<edge_t>& row) {
  edge_t place = columns.offsets[v];
  const edge_t end = columns.offsets[v + 1];
  for (edge_t e : row) {
    const node_t w = graph.targets[e];
    while (place < end && columns.sources[place] < w) ++place;
    const bool more = place < end && columns.sources[place] == w;
    if (more) ++place;
    if (more || (place > columns.offsets[v] && columns.sources[place - 1] == w)) graph.twins[e] = columns.edges[place - 1];
  }
}

void add_twins(Graph& graph) {
  const Columns columns = columns_of(graph);
  graph.twins.assign(graph.targets.size(), no_edge);
  std::vector<edge_t> row;
  for (node_t v = 0; v < graph.nodes; ++v) {
    row.resize(graph.row_offsets[v + 1] - graph.row_offsets[v]);
    std::iota(row.begin(), row.end(), graph.row_offsets[v]);
    std::sort(row.begin(), row.end(), [&](edge_t a, edge_t b) {
      return std::pair(graph.targets[a], a) < std::pair(graph.targets[b], b);
    });
    pair_edges(graph, columns, v, row);
  }
}

template <typename T>
void permute(std::vector<T>& values, edge_t begin, const std::vector<edge_t>& order) {
  std::vector<T> moved(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) moved[i] = values[order[i]];
  std::copy(moved.begin(), moved.end(), values.begin() + begin);
}

void sort_row(Graph& graph, edge_t begin, edge_t end, std::vector<edge_t>& order) {
  auto first = graph.targets.begin();
  if (std::is_sorted(first + begin, first + end)) return;
  order.resize(end - begin);
  std::iota(order.begin(), order.end(), begin);
  std::sort(order.begin(), order.end(), [&](edge_t a, edge_t b) {
    return std::pair(graph.targets[a], a) < std::pair(graph.targets[b], b);
  });
  if (graph.weight_kind == WeightKind::Int) permute(graph.int_weights, begin, order);
  if (graph.weight_kind == WeightKind::Double) permute(graph.double_weights, begin, order);
  permute(graph.targets, begin, order);
}

void sort_rows(Graph& graph) {
  std::vector<edge_t> order;
  for (node_t v = 0; v < graph.nodes; ++v)
    sort_row(graph, graph.row_offsets[v], graph.row_offsets[v + 1], order);
  drop_forms(graph);
  graph.sorted_rows = true;
}

unsigned present_forms(const Graph& graph) {
  unsigned forms = FormRows;
  if (!graph.column_offsets.empty()) forms |= FormColumns;
  if (graph.edge_sources.size() == graph.targets.size()) forms |= FormEdgeSources;
  if (graph.sorted_rows) forms |= FormSortedRows;
  if (graph.twins.size() == graph.targets.size()) forms |= FormTwins;
  return forms;
}

}  // namespace

Graph build_graph(const EdgeList& list, Labels labels) {
  Graph graph;
  graph.nodes = list.nodes;
  graph.labels = std::move(labels);
  graph.weight_kind = list.weight_kind;
  graph.row_offsets = offsets_by(list.sources, list.nodes);
  graph.targets.resize(list.targets.size());
  if (list.weight_kind == WeightKind::Int) graph.int_weights.resize(list.targets.size());
  if (list.weight_kind == WeightKind::Double) graph.double_weights.resize(list.targets.size());
  std::vector<edge_t> next(graph.row_offsets.begin(), graph.row_offsets.end() - 1);
  for (std::size_t i = 0; i < list.targets.size(); ++i) place_edge(graph, next[list.sources[i]]++, list, i);
  update_degrees(graph);
  return graph;
}

EdgeList to_edge_list(const Graph& graph) {
  EdgeList list;
  list.nodes = graph.nodes;
  list.weight_kind = graph.weight_kind;
  list.targets = graph.targets;
  list.sources.reserve(graph.targets.size());
  for (node_t v = 0; v < graph.nodes; ++v)
    list.sources.insert(list.sources.end(), graph.row_offsets[v + 1] - graph.row_offsets[v], v);
  if (graph.weight_kind == WeightKind::Int)
    list.weights.assign(graph.int_weights.begin(), graph.int_weights.end());
  else
    list.weights = graph.double_weights;
  return list;
}

Columns columns_of(const Graph& graph) {
  Columns columns;
  columns.offsets = offsets_by(graph.targets, graph.nodes);
  std::vector<edge_t> next(columns.offsets.begin(), columns.offsets.end() - 1);
  columns.sources.resize(graph.targets.size());
  columns.edges.resize(graph.targets.size());
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
      edge_t place = next[graph.targets[e]]++;
      columns.sources[place] = v;
      columns.edges[place] = e;
    }
  return columns;
}

void add_forms(Graph& graph, unsigned forms) {
  unsigned wanted = forms | present_forms(graph);
  // Sorting renumbers the edges: columns made before are made again.
  if (wanted & FormSortedRows && !graph.sorted_rows) sort_rows(graph);
  unsigned missing = wanted & ~present_forms(graph);
  if (missing & FormColumns) add_columns(graph);
  if (missing & FormEdgeSources) add_edge_sources(graph);
  if (missing & FormTwins) add_twins(graph);
}

void drop_forms(Graph& graph) {
  graph.column_offsets.clear();
  graph.column_edges.clear();
  graph.sources.clear();
  graph.edge_sources.clear();
  graph.twins.clear();
}

void update_degrees(Graph& graph) {
  std::vector<edge_t> indegree(graph.nodes, 0);
  for (node_t w : graph.targets) ++indegree[w];
  graph.max_indegree = indegree.empty() ? 0 : *std::max_element(indegree.begin(), indegree.end());
  graph.max_outdegree = 0;
  for (node_t v = 0; v < graph.nodes; ++v)
    graph.max_outdegree = std::max(graph.max_outdegree, graph.row_offsets[v + 1] - graph.row_offsets[v]);
}

GraphView view(const Graph& graph) {
  GraphView result;
  result.nodes = graph.nodes;
  result.edges = graph.edges();
  result.forms = present_forms(graph);
  result.row_offsets = graph.row_offsets.data();
  result.targets = graph.targets.data();
  if (result.forms & FormColumns) {
    result.column_offsets = graph.column_offsets.data();
    result.sources = graph.sources.data();
    result.column_edges = graph.column_edges.data();
  }
  if (result.forms & FormEdgeSources) result.edge_sources = graph.edge_sources.data();
  if (result.forms & FormTwins) result.twins = graph.twins.data();
  result.max_outdegree = graph.max_outdegree;
  result.max_indegree = graph.max_indegree;
  result.symmetric = graph.symmetric.value_or(false);
  return result;
}

}  // namespace maxwarp
