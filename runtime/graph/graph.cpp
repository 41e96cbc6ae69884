// Building the rows of a graph and its further forms.
// All passes are linear: counting sorts over the nodes, no comparison sort but the one of sorted rows.
#include "runtime/graph/graph.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <utility>

#include "runtime/graph/build/columns.h"
#include "runtime/graph/build/row_pieces.h"

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
    case WeightKind::Int: return int_weights[e];
    case WeightKind::Double: return double_weights[e];
    case WeightKind::None: return 1;
  }
  return 1;
}

namespace {

void place_edge(Graph& graph, edge_t place, const EdgeList& list, std::size_t i) {
  graph.targets[place] = list.targets[i];
  if (graph.weight_kind == WeightKind::Int)
    graph.int_weights[place] = static_cast<std::int32_t>(list.weights[i]);
  else if (graph.weight_kind == WeightKind::Double)
    graph.double_weights[place] = list.weights[i];
}

void add_edge_sources(Graph& graph) {
  graph.edge_sources = Array<node_t>(graph.targets.size());
  parallel_rows(graph, [&](node_t begin, node_t end) {
    for (node_t v = begin; v < end; ++v)
      std::fill(graph.edge_sources.begin() + graph.row_offsets[v],
                graph.edge_sources.begin() + graph.row_offsets[v + 1], v);
  });
}

void add_columns(Graph& graph) {
  Columns columns = columns_of(graph);
  graph.column_offsets = std::move(columns.offsets);
  graph.column_edges = std::move(columns.edges);
  graph.sources = std::move(columns.sources);
}

/// Twins of the edges that leave v: `row` are these edges by their target, `place` walks over the edges that come in,
/// which lie in the order of their sources. The k-th edge to a node and the k-th edge from it are twins; more edges in
/// one direction than in the other share the last one.
void pair_edges(Graph& graph, const Columns& columns, node_t v, const std::vector<edge_t>& row) {
  edge_t place = columns.offsets[v];
  const edge_t end = columns.offsets[v + 1];
  for (edge_t e : row) {
    const node_t w = graph.targets[e];
    while (place < end && columns.sources[place] < w) ++place;
    const bool more = place < end && columns.sources[place] == w;
    if (more) ++place;
    if (more || (place > columns.offsets[v] && columns.sources[place - 1] == w))
      graph.twins[e] = columns.edges[place - 1];
  }
}

void add_twins(Graph& graph) {
  const Columns columns = columns_of(graph);
  graph.twins = Array<edge_t>(graph.targets.size(), no_edge);
  parallel_rows(graph, [&](node_t begin, node_t end) {
    std::vector<edge_t> row;
    for (node_t v = begin; v < end; ++v) {
      row.resize(graph.row_offsets[v + 1] - graph.row_offsets[v]);
      std::iota(row.begin(), row.end(), graph.row_offsets[v]);
      std::sort(row.begin(), row.end(),
                [&](edge_t a, edge_t b) { return std::pair(graph.targets[a], a) < std::pair(graph.targets[b], b); });
      pair_edges(graph, columns, v, row);
    }
  });
}

template <typename T>
void permute(Array<T>& values, edge_t begin, const std::vector<edge_t>& order) {
  std::vector<T> moved(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) moved[i] = values[order[i]];
  std::copy(moved.begin(), moved.end(), values.begin() + begin);
}

void sort_row(Graph& graph, edge_t begin, edge_t end, std::vector<edge_t>& order) {
  auto first = graph.targets.begin();
  if (std::is_sorted(first + begin, first + end)) return;
  if (graph.weight_kind == WeightKind::None) return std::sort(first + begin, first + end);
  order.resize(end - begin);
  std::iota(order.begin(), order.end(), begin);
  std::sort(order.begin(), order.end(),
            [&](edge_t a, edge_t b) { return std::pair(graph.targets[a], a) < std::pair(graph.targets[b], b); });
  if (graph.weight_kind == WeightKind::Int) permute(graph.int_weights, begin, order);
  if (graph.weight_kind == WeightKind::Double) permute(graph.double_weights, begin, order);
  permute(graph.targets, begin, order);
}

void sort_rows(Graph& graph) {
  parallel_rows(graph, [&](node_t begin, node_t end) {
    std::vector<edge_t> order;
    for (node_t v = begin; v < end; ++v) sort_row(graph, graph.row_offsets[v], graph.row_offsets[v + 1], order);
  });
  drop_forms(graph);
  graph.sorted_rows = true;
}

unsigned present_forms(const Graph& graph) {
  unsigned forms = FormRows;
  if (!graph.column_offsets.empty()) forms |= FormColumns;
  if (graph.edge_sources.size() == graph.targets.size()) forms |= FormEdgeSources;
  if (graph.sorted_rows) forms |= FormSortedRows;
  if (graph.twins.size() == graph.targets.size()) forms |= FormTwins;
  if (graph.own_numbers.size() == static_cast<std::size_t>(graph.nodes)) forms |= FormOwnNumbers;
  return forms;
}

}  // namespace

Graph build_graph(const EdgeList& list, Labels labels) {
  Graph graph;
  graph.nodes = list.nodes;
  graph.labels = std::move(labels);
  graph.weight_kind = list.weight_kind;
  graph.row_offsets = Array<edge_t>(static_cast<std::size_t>(list.nodes) + 1);
  graph.targets = Array<node_t>(list.targets.size());
  if (list.weight_kind == WeightKind::Int) graph.int_weights = Array<std::int32_t>(list.targets.size());
  if (list.weight_kind == WeightKind::Double) graph.double_weights = Array<double>(list.targets.size());
  // While the rows are filled the offset after a node says where its next edge goes.
  edge_t* next = graph.row_offsets.data() + 1;
  edge_t begin = 0;
  for (node_t source : list.sources) ++next[source];
  for (node_t v = 0; v < list.nodes; ++v) begin += std::exchange(next[v], begin);
  for (std::size_t i = 0; i < list.targets.size(); ++i) place_edge(graph, next[list.sources[i]]++, list, i);
  update_degrees(graph);
  return graph;
}

EdgeList to_edge_list(const Graph& graph) {
  EdgeList list;
  list.nodes = graph.nodes;
  list.weight_kind = graph.weight_kind;
  list.targets.assign(graph.targets.begin(), graph.targets.end());
  list.sources.reserve(graph.targets.size());
  for (node_t v = 0; v < graph.nodes; ++v)
    list.sources.insert(list.sources.end(), graph.row_offsets[v + 1] - graph.row_offsets[v], v);
  if (graph.weight_kind == WeightKind::Int)
    list.weights.assign(graph.int_weights.begin(), graph.int_weights.end());
  else
    list.weights.assign(graph.double_weights.begin(), graph.double_weights.end());
  return list;
}

Columns columns_of(const Graph& graph, bool with_edges) {
  Columns columns{Array<edge_t>(static_cast<std::size_t>(graph.nodes) + 1),
                  Array<edge_t>(with_edges ? graph.targets.size() : 0), Array<node_t>(graph.targets.size())};
  const std::vector<ColumnRange> ranges = cut_columns(graph, most_workers() == 1 ? 1 : 4 * most_workers());
  parallel_tasks(static_cast<std::int64_t>(ranges.size()), [&](std::int64_t i) {
    const ColumnRange& range = ranges[i];
    edge_t* next = columns.offsets.data() + 1;  // as in build_graph
    edge_t begin = range.begin;
    scan_columns(graph, range, [&](node_t, edge_t, node_t w) { ++next[w]; });
    for (node_t w = range.first; w < range.end; ++w) begin += std::exchange(next[w], begin);
    scan_columns(graph, range, [&](node_t v, edge_t e, node_t w) {
      const edge_t place = next[w]++;
      columns.sources[place] = v;
      if (with_edges) columns.edges[place] = e;
    });
  });
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

namespace {

void raise(std::atomic<edge_t>& most, edge_t value) {
  for (edge_t seen = most; seen < value && !most.compare_exchange_weak(seen, value);) {
  }
}

/// The largest number of edges into one node. Each thread counts for itself, and as many threads as that takes little
/// memory beside the edges: deciding for each edge whose it is, or adding atomically, takes longer than the counting.
template <typename Count>
edge_t most_edges_into_a_node(const Graph& graph) {
  const std::int64_t room = graph.edges() / (4 * std::max<std::int64_t>(1, graph.nodes));
  const int workers = static_cast<int>(std::clamp<std::int64_t>(room, 1, most_workers()));
  std::vector<Array<Count>> counts(workers);
  run_workers(workers, [&](int worker) {
    counts[worker] = Array<Count>(graph.nodes);
    for (edge_t e = graph.edges() * worker / workers; e < graph.edges() * (worker + 1) / workers; ++e)
      ++counts[worker][graph.targets[e]];
  });
  std::atomic<edge_t> most{0};
  parallel_pieces(graph.nodes, [&](node_t begin, node_t end) {
    edge_t largest = 0;
    for (node_t v = begin; v < end; ++v) {
      edge_t sum = 0;
      for (const Array<Count>& count : counts) sum += count[v];
      largest = std::max(largest, sum);
    }
    raise(most, largest);
  });
  return most;
}

}  // namespace

void update_degrees(Graph& graph) {
  std::atomic<edge_t> most_out{0};
  parallel_rows(graph, [&](node_t begin, node_t end) {
    edge_t most = 0;
    for (node_t v = begin; v < end; ++v) most = std::max(most, graph.row_offsets[v + 1] - graph.row_offsets[v]);
    raise(most_out, most);
  });
  graph.max_outdegree = most_out;
  graph.max_indegree = graph.edges() <= UINT32_MAX ? most_edges_into_a_node<std::uint32_t>(graph)
                                                   : most_edges_into_a_node<edge_t>(graph);
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
  if (result.forms & FormOwnNumbers) {
    result.own_numbers = graph.own_numbers.data();
    result.numbered_nodes = graph.numbered_nodes.data();
  }
  result.max_outdegree = graph.max_outdegree;
  result.max_indegree = graph.max_indegree;
  result.symmetric = graph.symmetric.value_or(false);
  return result;
}

}  // namespace maxwarp
