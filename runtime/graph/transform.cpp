// Policies on self-loops, repeated edges and direction.
// The rows are compacted in place, each piece of rows by one thread; no second list of the edges is made.
#include "runtime/graph/transform.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <numeric>

#include "runtime/graph/build/columns.h"
#include "runtime/graph/build/row_pieces.h"
#include "runtime/graph/weights.h"

namespace maxwarp {
namespace {

/// Calls `visit` with each array that has one element per edge.
template <typename Visit>
void for_each_edge_array(Graph& graph, Visit visit) {
  visit(graph.targets);
  if (graph.weight_kind == WeightKind::Int) visit(graph.int_weights);
  if (graph.weight_kind == WeightKind::Double) visit(graph.double_weights);
}

/// Consecutive rows that one thread rewrites: those of nodes first .. end - 1, whose edges begin at `begin`.
struct RowPiece {
  node_t first, end;
  edge_t begin, kept;
};

std::vector<RowPiece> cut_rows(const Graph& graph) {
  const std::int64_t work = graph.nodes + graph.edges(), count = row_pieces(graph);
  std::vector<RowPiece> pieces;
  for (std::int64_t i = 0; i < count; ++i) {
    const node_t first = row_at(graph, work / count * i),
                 end = i + 1 == count ? graph.nodes : row_at(graph, work / count * (i + 1));
    pieces.push_back({first, end, graph.row_offsets[first], 0});
  }
  return pieces;
}

/// Shrinks every row: `shrink(v, from, end, to)` moves what stays of the edges from .. end - 1 to places from
/// `to` <= from on and returns the place after. Returns how many edges went.
template <typename Shrink>
edge_t shrink_rows(Graph& graph, Shrink shrink) {
  std::vector<RowPiece> pieces = cut_rows(graph);
  parallel_tasks(static_cast<std::int64_t>(pieces.size()), [&](std::int64_t i) {
    RowPiece& piece = pieces[i];
    edge_t from = piece.begin, to = piece.begin;
    for (node_t v = piece.first; v < piece.end; ++v) {
      // The offset of the piece's first row belongs to the piece before, which may be at work on it.
      const edge_t end = graph.row_offsets[v + 1];
      to = shrink(v, from, end, to);
      from = end;
      // The last offset is the next piece's first, and known without it.
      if (v + 1 < piece.end) graph.row_offsets[v + 1] = to;
    }
    piece.kept = to - piece.begin;
  });
  edge_t place = 0;
  for (const RowPiece& piece : pieces) {
    if (piece.first == piece.end) continue;
    for_each_edge_array(graph, [&](auto& values) {
      if (piece.kept == 0) return;
      std::memmove(values.data() + place, values.data() + piece.begin,
                   static_cast<std::size_t>(piece.kept) * sizeof values[0]);
    });
    for (node_t v = piece.first + 1; v < piece.end; ++v) graph.row_offsets[v] -= piece.begin - place;
    place += piece.kept;
    graph.row_offsets[piece.end] = place;
  }
  const edge_t removed = graph.edges() - place;
  for_each_edge_array(graph, [&](auto& values) { values.resize(static_cast<std::size_t>(place)); });
  drop_forms(graph);
  update_degrees(graph);
  return removed;
}

void move_edge(Graph& graph, edge_t from, edge_t to) {
  if (from == to) return;
  for_each_edge_array(graph, [&](auto& values) { values[to] = values[from]; });
}

/// An edge by its target and its place.
using Placed = std::pair<node_t, edge_t>;

/// The edges of a row by target, those to the same node in their order.
void order_by_target(const Graph& graph, edge_t begin, edge_t end, std::vector<Placed>& order) {
  order.clear();
  for (edge_t e = begin; e < end; ++e) order.emplace_back(graph.targets[e], e);
  if (!std::is_sorted(order.begin(), order.end())) std::sort(order.begin(), order.end());
}

/// Calls `visit(first, end)` for the places in `order` of each group of edges to the same node.
template <typename Visit>
void for_each_group(const std::vector<Placed>& order, Visit visit) {
  for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
    while (end < order.size() && order[end].first == order[first].first) ++end;
    visit(first, end);
  }
}

/// Whether all sums of Int weights of repeated edges are Int weights, too.
bool sums_fit(const Graph& graph) {
  std::atomic<bool> fit{true};
  parallel_rows(graph, [&](node_t first, node_t last) {
    std::vector<Placed> order;
    for (node_t v = first; v < last && fit; ++v) {
      order_by_target(graph, graph.row_offsets[v], graph.row_offsets[v + 1], order);
      for_each_group(order, [&](std::size_t begin, std::size_t end) {
        std::int64_t sum = 0;
        for (std::size_t i = begin; i < end; ++i) sum += graph.int_weights[order[i].second];
        if (sum < -2147483648 || sum >= infinity<std::int32_t>()) fit = false;
      });
    }
  });
  return fit;
}

/// Sums of Int weights fit in the end; on the way there they may leave the range and come back.
std::int32_t sum_of(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}
double sum_of(double a, double b) { return a + b; }

template <typename T>
void combine(Array<T>& weights, edge_t kept, edge_t other, Duplicates policy) {
  if (policy == Duplicates::Sum) weights[kept] = sum_of(weights[kept], weights[other]);
  if (policy == Duplicates::Min) weights[kept] = std::min(weights[kept], weights[other]);
}

/// Gives the first edge of each group what the policy makes of all, and marks the others in `gone`.
void merge_row(Graph& graph, edge_t begin, const std::vector<Placed>& order, Duplicates policy,
               std::vector<char>& gone) {
  gone.assign(order.size(), 0);
  for_each_group(order, [&](std::size_t first, std::size_t end) {
    for (std::size_t i = first + 1; i < end; ++i) {
      const edge_t kept = order[first].second, other = order[i].second;
      gone[other - begin] = 1;
      if (graph.weight_kind == WeightKind::Int) combine(graph.int_weights, kept, other, policy);
      if (graph.weight_kind == WeightKind::Double) combine(graph.double_weights, kept, other, policy);
    }
  });
}

/// Refuses sums that are not finite, naming the first.
MaybeFailure check_sums(const Graph& graph) {
  std::atomic<edge_t> wrong = graph.edges();
  parallel_pieces(static_cast<edge_t>(graph.double_weights.size()), [&](edge_t begin, edge_t end) {
    for (edge_t e = begin; e < end; ++e) {
      if (std::isfinite(graph.double_weights[e])) continue;
      for (edge_t seen = wrong; e < seen && !wrong.compare_exchange_weak(seen, e);) {
      }
      return;
    }
  });
  const edge_t first = wrong;
  if (first == graph.edges()) return std::nullopt;
  const auto behind = std::upper_bound(graph.row_offsets.begin(), graph.row_offsets.end(), first);
  const auto source = static_cast<node_t>(behind - graph.row_offsets.begin() - 1);
  return Failure{"--duplicates=sum: the weights of the edges from " + std::to_string(graph.labels[source]) + " to " +
                 std::to_string(graph.labels[graph.targets[first]]) +
                 " add up to more than a double holds; take --duplicates=min or --duplicates=first"};
}

/// Copies the row of v into the larger graph, where the edges that lead back to it follow.
void copy_row(const Graph& from, Graph& to, node_t v) {
  const edge_t begin = from.row_offsets[v], count = from.row_offsets[v + 1] - begin, place = to.row_offsets[v];
  std::copy_n(from.targets.begin() + begin, count, to.targets.begin() + place);
  if (from.weight_kind == WeightKind::Int)
    std::copy_n(from.int_weights.begin() + begin, count, to.int_weights.begin() + place);
  if (from.weight_kind == WeightKind::Double)
    std::copy_n(from.double_weights.begin() + begin, count, to.double_weights.begin() + place);
}

}  // namespace

edge_t drop_self_loops(Graph& graph) {
  return shrink_rows(graph, [&](node_t v, edge_t from, edge_t end, edge_t to) {
    for (edge_t e = from; e < end; ++e)
      if (graph.targets[e] != v) move_edge(graph, e, to++);
    return to;
  });
}

Result<edge_t> merge_duplicates(Graph& graph, Duplicates policy) {
  if (policy == Duplicates::Keep) return edge_t{0};
  if (policy == Duplicates::Sum && graph.weight_kind == WeightKind::Int && !sums_fit(graph)) widen_weights(graph);
  const edge_t removed = shrink_rows(graph, [&](node_t, edge_t from, edge_t end, edge_t to) {
    thread_local std::vector<Placed> order;
    thread_local std::vector<char> gone;
    order_by_target(graph, from, end, order);
    merge_row(graph, from, order, policy, gone);
    for (edge_t e = from; e < end; ++e)
      if (!gone[e - from]) move_edge(graph, e, to++);
    return to;
  });
  if (policy == Duplicates::Sum)
    if (auto failure = check_sums(graph)) return *failure;
  // How often an edge is there in each direction no longer matters.
  if (graph.symmetric != true) graph.symmetric.reset();
  return removed;
}

node_t keep_largest_component(Graph& graph) {
  const std::vector<node_t> kept = largest_component(graph);
  const auto count = static_cast<node_t>(kept.size()), removed = graph.nodes - count;
  if (removed == 0) return 0;
  std::vector<node_t> number(graph.nodes, no_node);
  for (node_t v = 0; v < count; ++v) number[kept[v]] = v;
  shrink_rows(graph, [&](node_t v, edge_t from, edge_t end, edge_t to) {
    if (number[v] == no_node) return to;
    for (; from < end; ++from, ++to) {
      move_edge(graph, from, to);
      graph.targets[to] = number[graph.targets[to]];
    }
    return to;
  });
  Array<std::int64_t> labels(static_cast<std::size_t>(count));
  for (node_t v = 0; v < count; ++v) {
    labels[v] = graph.labels[kept[v]];
    graph.row_offsets[v] = graph.row_offsets[kept[v]];  // rows that went are empty
  }
  graph.row_offsets[count] = graph.edges();
  graph.row_offsets.resize(static_cast<std::size_t>(count) + 1);
  graph.labels.list = std::move(labels);
  graph.nodes = count;
  return removed;
}

edge_t symmetrize(Graph& graph) {
  if (is_symmetric(graph, true)) {
    graph.symmetric = true;
    return 0;
  }
  Graph both;
  both.nodes = graph.nodes;
  both.weight_kind = graph.weight_kind;
  both.row_offsets = Array<edge_t>(graph.row_offsets.size());
  const std::vector<ColumnRange> ranges = cut_columns(graph, most_workers() == 1 ? 1 : 4 * most_workers());
  const auto count = static_cast<std::int64_t>(ranges.size());
  parallel_tasks(count, [&](std::int64_t i) {
    scan_columns(graph, ranges[i], [&](node_t v, edge_t, node_t w) { both.row_offsets[w + 1] += v != w; });
  });
  for (node_t v = 0; v < graph.nodes; ++v)
    both.row_offsets[v + 1] += both.row_offsets[v] + graph.row_offsets[v + 1] - graph.row_offsets[v];
  const auto edges = static_cast<std::size_t>(both.row_offsets[graph.nodes]);
  for_each_edge_array(both, [&](auto& values) { values.resize(edges); });
  parallel_rows(graph, [&](node_t first, node_t end) {
    for (node_t v = first; v < end; ++v) copy_row(graph, both, v);
  });
  parallel_tasks(count, [&](std::int64_t i) {
    const node_t first = ranges[i].first;
    Array<edge_t> next(static_cast<std::size_t>(ranges[i].end - first));
    for (node_t w = first; w < ranges[i].end; ++w)
      next[w - first] = both.row_offsets[w] + graph.row_offsets[w + 1] - graph.row_offsets[w];
    scan_columns(graph, ranges[i], [&](node_t v, edge_t e, node_t w) {
      if (v == w) return;
      const edge_t place = next[w - first]++;
      both.targets[place] = v;
      if (both.weight_kind == WeightKind::Int) both.int_weights[place] = graph.int_weights[e];
      if (both.weight_kind == WeightKind::Double) both.double_weights[place] = graph.double_weights[e];
    });
  });
  const edge_t added = both.edges() - graph.edges();
  both.labels = std::move(graph.labels);
  both.symmetric = true;
  graph = std::move(both);
  update_degrees(graph);
  return added;
}

}  // namespace maxwarp
