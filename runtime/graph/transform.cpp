// Policies on self-loops, repeated edges and direction.
// The rows are compacted in place; nothing is sorted.
#include "runtime/graph/transform.h"

#include <algorithm>
#include <cmath>

namespace maxwarp {
namespace {

void move_edge(Graph& graph, edge_t from, edge_t to) {
  graph.targets[to] = graph.targets[from];
  if (graph.weight_kind == WeightKind::Int) graph.int_weights[to] = graph.int_weights[from];
  if (graph.weight_kind == WeightKind::Double) graph.double_weights[to] = graph.double_weights[from];
}

/// Rewrites the rows with the edges for which `keep(v, e, place)` holds; `place` is where e would go.
/// Returns how many went.
template <typename Keep>
edge_t filter_edges(Graph& graph, Keep keep) {
  edge_t place = 0, begin = 0;
  for (node_t v = 0; v < graph.nodes; ++v) {
    edge_t end = graph.row_offsets[v + 1];
    for (edge_t e = begin; e < end; ++e)
      if (keep(v, e, place)) move_edge(graph, e, place++);
    begin = end;
    graph.row_offsets[v + 1] = place;
  }
  edge_t removed = graph.edges() - place;
  graph.targets.resize(place);
  if (graph.weight_kind == WeightKind::Int) graph.int_weights.resize(place);
  if (graph.weight_kind == WeightKind::Double) graph.double_weights.resize(place);
  drop_forms(graph);
  update_degrees(graph);
  return removed;
}

void widen_weights(Graph& graph) {
  graph.double_weights.assign(graph.int_weights.begin(), graph.int_weights.end());
  graph.int_weights.clear();
  graph.weight_kind = WeightKind::Double;
}

/// Back to Int where all sums still fit, so that the element type depends on the values alone.
void narrow_weights(Graph& graph) {
  auto fits = [](double w) { return w >= -2147483648.0 && w < 2147483647.0; };
  if (!std::all_of(graph.double_weights.begin(), graph.double_weights.end(), fits)) return;
  graph.int_weights.assign(graph.double_weights.begin(), graph.double_weights.end());
  graph.double_weights.clear();
  graph.weight_kind = WeightKind::Int;
}

void combine(Graph& graph, edge_t kept, edge_t other, Duplicates policy) {
  if (policy == Duplicates::Sum) {
    graph.double_weights[kept] += graph.double_weights[other];
  } else if (policy == Duplicates::Min) {
    if (graph.weight_kind == WeightKind::Int)
      graph.int_weights[kept] = std::min(graph.int_weights[kept], graph.int_weights[other]);
    else
      graph.double_weights[kept] = std::min(graph.double_weights[kept], graph.double_weights[other]);
  }
}

}  // namespace

edge_t drop_self_loops(Graph& graph) {
  return filter_edges(graph, [&](node_t v, edge_t e, edge_t) { return graph.targets[e] != v; });
}

edge_t merge_duplicates(Graph& graph, Duplicates policy) {
  if (policy == Duplicates::Keep) return 0;
  bool was_int = graph.weight_kind == WeightKind::Int;
  // Sums are taken in double, where every sum of fewer than 2^21 integers of 32 bits is exact.
  if (policy == Duplicates::Sum && was_int) widen_weights(graph);
  if (graph.weight_kind == WeightKind::None) policy = Duplicates::First;
  std::vector<edge_t> kept(graph.nodes, no_edge);  // where the row's edge to w went
  edge_t removed = filter_edges(graph, [&](node_t v, edge_t e, edge_t place) {
    node_t w = graph.targets[e];
    edge_t row_begin = v == 0 ? 0 : graph.row_offsets[v];  // already rewritten
    if (kept[w] < row_begin) {
      kept[w] = place;
      return true;
    }
    combine(graph, kept[w], e, policy);
    return false;
  });
  if (policy == Duplicates::Sum && was_int) narrow_weights(graph);
  // How often an edge is there in each direction no longer matters.
  if (graph.symmetric != true) graph.symmetric.reset();
  return removed;
}

edge_t symmetrize(Graph& graph) {
  if (is_symmetric(graph, true)) {
    graph.symmetric = true;
    return 0;
  }
  EdgeList list = to_edge_list(graph);
  std::size_t before = list.targets.size();
  for (std::size_t i = 0; i < before; ++i) {
    if (list.sources[i] == list.targets[i]) continue;
    node_t source = list.sources[i], target = list.targets[i];
    list.sources.push_back(target);
    list.targets.push_back(source);
    if (list.weight_kind != WeightKind::None) list.weights.push_back(double(list.weights[i]));
  }
  graph = build_graph(list, std::move(graph.labels));
  graph.symmetric = true;
  return graph.edges() - static_cast<edge_t>(before);
}

}  // namespace maxwarp
