// What generated code asks of a graph, on every engine.
#pragma once

#include "maxwarp/graph_view.h"
#include "maxwarp/value.h"
#include "maxwarp/worklist.h"

namespace maxwarp {

template <typename Edge>
MAXWARP_FUNCTION std::int32_t outdegree(const GraphViewOf<Edge>& graph, node_t v) {
  return static_cast<std::int32_t>(graph.row_offsets[v + 1] - graph.row_offsets[v]);
}
template <typename Edge>
MAXWARP_FUNCTION std::int32_t indegree(const GraphViewOf<Edge>& graph, node_t v) {
  return static_cast<std::int32_t>(graph.column_offsets[v + 1] - graph.column_offsets[v]);
}

/// The degrees above which nodes are outliers: as the view says, else sixteen times the mean and at least 256.
template <typename Edge>
MAXWARP_FUNCTION std::int64_t usual_outlier_degree(const GraphViewOf<Edge>& graph) {
  const std::int64_t far = graph.nodes > 0 ? 16 * (graph.edges / graph.nodes) : 0;
  return far > 256 ? far : 256;
}
template <typename Edge>
MAXWARP_FUNCTION std::int64_t outlier_outdegree(const GraphViewOf<Edge>& graph) {
  return graph.outlier_outdegree > 0 ? graph.outlier_outdegree : usual_outlier_degree(graph);
}
template <typename Edge>
MAXWARP_FUNCTION std::int64_t outlier_indegree(const GraphViewOf<Edge>& graph) {
  return graph.outlier_indegree > 0 ? graph.outlier_indegree : usual_outlier_degree(graph);
}

/// The degrees at which rows and columns are cut into pieces: as the view says, else twice the mean.
template <typename Edge>
MAXWARP_FUNCTION std::int64_t usual_split_degree(const GraphViewOf<Edge>& graph) {
  return graph.nodes > 0 ? 2 * (graph.edges / graph.nodes) + 1 : 1;
}
template <typename Edge>
MAXWARP_FUNCTION std::int64_t split_outdegree(const GraphViewOf<Edge>& graph) {
  return graph.split_outdegree > 0 ? graph.split_outdegree : usual_split_degree(graph);
}
template <typename Edge>
MAXWARP_FUNCTION std::int64_t split_indegree(const GraphViewOf<Edge>& graph) {
  return graph.split_indegree > 0 ? graph.split_indegree : usual_split_degree(graph);
}

/// The width of virtual warps that the degrees suggest: as the view says, else the power of two from the mean on.
template <typename Edge>
MAXWARP_FUNCTION std::int32_t usual_width(const GraphViewOf<Edge>& graph) {
  const std::int64_t mean = graph.nodes > 0 ? graph.edges / graph.nodes : 0;
  std::int32_t width = 1;
  while (width < mean && width < 32) width *= 2;
  return width;
}
template <typename Edge>
MAXWARP_FUNCTION std::int32_t efficient_outwidth(const GraphViewOf<Edge>& graph) {
  return graph.efficient_outwidth > 0 ? graph.efficient_outwidth : usual_width(graph);
}
template <typename Edge>
MAXWARP_FUNCTION std::int32_t efficient_inwidth(const GraphViewOf<Edge>& graph) {
  return graph.efficient_inwidth > 0 ? graph.efficient_inwidth : usual_width(graph);
}

/// The largest number of edges in a piece of a node where `most` are wanted: more if the pieces could not be numbered
/// otherwise.
template <typename Edge>
MAXWARP_FUNCTION std::int64_t piece_size(const GraphViewOf<Edge>& graph, std::int64_t most) {
  constexpr std::int64_t many = std::int64_t{1} << 30;
  if (graph.nodes > many) return graph.edges > 0 ? graph.edges : 1;  // all nodes stay whole
  const std::int64_t least = graph.edges / many + 1;
  return most > least ? most : least;
}
/// How many pieces a node of that degree has, and how many all nodes have at most.
MAXWARP_FUNCTION std::int64_t pieces_of(std::int64_t degree, std::int64_t size) {
  return degree > size ? (degree - 1) / size + 1 : 1;
}
template <typename Edge>
MAXWARP_FUNCTION std::int64_t most_pieces(const GraphViewOf<Edge>& graph, std::int64_t most) {
  return graph.nodes + graph.edges / piece_size(graph, most);
}

/// A total order of the nodes: by degree, then by number (in the graph that was given, if the view has that). Low
/// degrees first keep triangle counting small.
template <typename Edge>
MAXWARP_FUNCTION bool before(const GraphViewOf<Edge>& graph, node_t v, node_t w) {
  const std::int32_t dv = outdegree(graph, v), dw = outdegree(graph, w);
  if (dv != dw) return dv < dw;
  return graph.own_numbers ? graph.own_numbers[v] < graph.own_numbers[w] : v < w;
}

/// The number of a node in the graph that was given, and the node with such a number; `no_node` stays what it is.
template <typename Edge>
MAXWARP_FUNCTION node_t own_number(const GraphViewOf<Edge>& graph, node_t v) {
  return v == no_node ? no_node : graph.own_numbers[v];
}
template <typename Edge>
MAXWARP_FUNCTION node_t numbered_node(const GraphViewOf<Edge>& graph, node_t number) {
  return number == no_node ? no_node : graph.numbered_nodes[number];
}

/// The first edge v -> x, or `no_edge`. Binary search; needs FormSortedRows. `no_node` has no edges.
template <typename Edge>
MAXWARP_FUNCTION Edge find_edge(const GraphViewOf<Edge>& graph, node_t v, node_t x) {
  if (v == no_node) return no_edge;
  Edge low = graph.row_offsets[v], high = graph.row_offsets[v + 1];
  while (low < high) {
    const Edge middle = low + (high - low) / 2;
    if (graph.targets[middle] < x)
      low = middle + 1;
    else
      high = middle;
  }
  return low < graph.row_offsets[v + 1] && graph.targets[low] == x ? low : Edge{no_edge};
}

/// Is there an edge v -> x? As find_edge.
template <typename Edge>
MAXWARP_FUNCTION bool has_edge(const GraphViewOf<Edge>& graph, node_t v, node_t x) {
  return find_edge(graph, v, x) != no_edge;
}

/// Does edge e of v follow another one to the same node? Needs FormSortedRows.
template <typename Edge>
MAXWARP_FUNCTION bool repeats(const GraphViewOf<Edge>& graph, node_t v, std::type_identity_t<Edge> e) {
  return e > graph.row_offsets[v] && graph.targets[e - 1] == graph.targets[e];
}

/// The largest i in [0, count) with offsets[i] <= k; offsets ascend from 0 and k < offsets[count].
template <typename Edge>
MAXWARP_FUNCTION std::int64_t find_row(const Edge* offsets, std::int64_t count, std::type_identity_t<Edge> k) {
  std::int64_t low = 0, high = count;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    if (offsets[middle] <= k)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/// The same where the rows are about equally long: from where the row would be if they were, in steps that double.
template <typename Edge>
MAXWARP_FUNCTION std::int64_t find_row_near(const Edge* offsets, std::int64_t count, std::type_identity_t<Edge> k) {
  const float part = static_cast<float>(k) / static_cast<float>(offsets[count]);
  const auto guess = static_cast<std::int64_t>(part * static_cast<float>(count));
  std::int64_t low = guess < count ? guess : count - 1, high = low, step = 1;
  while (low > 0 && offsets[low] > k) {
    high = low;
    low = low > step ? low - step : 0;
    step *= 2;
  }
  while (high == low || (high < count && offsets[high] <= k)) {
    low = high;
    high = high + step < count ? high + step : count;
    step *= 2;
  }
  return low + find_row(offsets + low, high - low, k);
}

/// Does the view hold every form that is needed? Narrow arrays are a wish.
template <typename Edge>
inline Status check_forms(const GraphViewOf<Edge>& graph, unsigned needed) {
  if (graph.nodes < 0 || graph.edges < 0 || (needed & ~graph.forms & ~unsigned{FormNarrow}) != 0)
    return {StatusCode::MissingGraphForm, 0, "the graph view lacks a form that this variant needs"};
  return {};
}

/// The limit of rounds where the caller sets none: one more than there are nodes, or a million more than that.
enum class RoundLimit { Nodes, Million };

/// The number of rounds after which an `iterate` is an error: the caller's limit, or one by the kind of the loop.
/// `Million` is for loops that may need more rounds than there are nodes.
template <typename Edge>
MAXWARP_FUNCTION std::int64_t round_limit(const GraphViewOf<Edge>& graph, const RunOptions& options,
                                          RoundLimit kind = RoundLimit::Nodes) {
  if (options.max_rounds > 0) return options.max_rounds;
  return graph.nodes + std::int64_t{kind == RoundLimit::Nodes ? 1 : 1000001};
}

/// Is an argument a node of the graph?
template <typename Edge>
inline Status check_node(const GraphViewOf<Edge>& graph, node_t node, const char* name) {
  if (node < 0 || node >= graph.nodes) return {StatusCode::BadArgument, 0, name};
  return {};
}

/// The k-th out-neighbor of v, counted from 0; `no_node` if v has no such neighbor.
template <typename Edge>
MAXWARP_FUNCTION node_t neighbor(const GraphViewOf<Edge>& graph, node_t v, std::int64_t k) {
  const Edge first = graph.row_offsets[v];
  return k >= 0 && k < graph.row_offsets[v + 1] - first ? graph.targets[first + k] : no_node;
}

/// The edge to it; `no_edge` if v has no such neighbor.
template <typename Edge>
MAXWARP_FUNCTION Edge neighbor_edge(const GraphViewOf<Edge>& graph, node_t v, std::int64_t k) {
  const Edge first = graph.row_offsets[v];
  return k >= 0 && k < graph.row_offsets[v + 1] - first ? static_cast<Edge>(first + k) : Edge{no_edge};
}

/// A pseudo-random node that follows from the values alone; `no_node` in an empty graph.
template <typename Edge, typename... Values>
MAXWARP_FUNCTION node_t random_node(const GraphViewOf<Edge>& graph, Values... values) {
  return graph.nodes == 0 ? no_node : random_below(graph.nodes, values...);
}

}  // namespace maxwarp
