// Spread of degrees and weights, and the double sweep for the diameter.
#include "runtime/graph/info.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>

#include "maxwarp/graph.h"
#include "maxwarp/split.h"
#include "runtime/graph/build/row_pieces.h"

namespace maxwarp {

std::vector<std::int64_t> degree_counts(const Array<edge_t>& offsets, node_t nodes) {
  std::vector<std::int64_t> count(1, 0);
  for (node_t v = 0; v < nodes; ++v) {
    const auto degree = static_cast<std::size_t>(offsets[v + 1] - offsets[v]);
    if (count.size() <= degree) count.resize(degree + 1, 0);
    ++count[degree];
  }
  return count;
}

namespace {

/// The node at k quarters is the first one that has so many nodes up to it.
std::array<std::int64_t, 5> quartiles_of(const std::vector<std::int64_t>& count, std::int64_t nodes) {
  std::array<std::int64_t, 5> quartiles{};
  std::int64_t up_to = 0;
  std::size_t quarter = 0;
  for (std::size_t degree = 0; degree < count.size(); ++degree) {
    up_to += count[degree];
    for (; up_to > 0 && quarter < quartiles.size() && 4 * up_to >= static_cast<std::int64_t>(quarter) * nodes;
         ++quarter)
      quartiles[quarter] = static_cast<std::int64_t>(degree);
  }
  return quartiles;
}

/// `count`: how many of `nodes` have 0, 1, … edges; the last one is not 0.
DegreeSpread spread_of(const std::vector<std::int64_t>& count, std::int64_t nodes, edge_t edges) {
  DegreeSpread spread;
  if (nodes == 0) return spread;
  const auto largest = static_cast<std::int64_t>(count.size()) - 1;
  spread.bins.assign(std::bit_width(static_cast<std::uint64_t>(largest)) + 1, 0);
  spread.quartiles = quartiles_of(count, nodes);
  // Gini: nodes in ascending order of degree, rank i from 1: sum (2 i - nodes - 1) degree / (nodes edges).
  double sum = 0, rank = 0;
  for (std::int64_t degree = 0; degree <= largest; ++degree) {
    const auto alike = static_cast<double>(count[degree]);
    spread.bins[std::bit_width(static_cast<std::uint64_t>(degree))] += count[degree];
    // The ranks rank + 1 .. rank + alike add up to alike * (2 rank + alike + 1) / 2.
    sum += static_cast<double>(degree) * alike * (2 * rank + alike - static_cast<double>(nodes));
    rank += alike;
  }
  if (edges == 0) return spread;
  spread.gini = sum / (static_cast<double>(nodes) * static_cast<double>(edges));
  spread.largest_to_mean = static_cast<double>(largest) * static_cast<double>(nodes) / static_cast<double>(edges);
  return spread;
}

DegreeSpread spread_of(const Array<edge_t>& offsets, node_t nodes, edge_t edges) {
  return spread_of(degree_counts(offsets, nodes), nodes, edges);
}

WeightSpread weights_of(const Graph& graph) {
  WeightSpread spread;
  if (graph.weight_kind == WeightKind::None || graph.edges() == 0) return spread;
  constexpr edge_t piece_edges = 1 << 16;
  const edge_t pieces = (graph.edges() + piece_edges - 1) / piece_edges;
  std::vector<WeightSpread> parts(static_cast<std::size_t>(pieces));
  // Wide enough for the sum of any doubles.
  std::vector<long double> sums(parts.size(), 0);
  parallel_tasks(pieces, [&](std::int64_t i) {
    const edge_t begin = i * piece_edges, end = std::min(graph.edges(), begin + piece_edges);
    WeightSpread& part = parts[i];
    part.least = part.largest = graph.weight(begin);
    for (edge_t e = begin; e < end; ++e) {
      const double weight = graph.weight(e);
      part.least = std::min(part.least, weight);
      part.largest = std::max(part.largest, weight);
      sums[i] += weight;
      part.negative += weight < 0;
      part.zero += weight == 0;
    }
  });
  // Added up in their order, so that rounding does not depend on the threads.
  spread = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    spread.least = std::min(spread.least, parts[i].least);
    spread.largest = std::max(spread.largest, parts[i].largest);
    sums.front() += sums[i];
    spread.negative += parts[i].negative;
    spread.zero += parts[i].zero;
  }
  spread.mean = static_cast<double>(sums.front() / static_cast<long double>(graph.edges()));
  return spread;
}

/// Breadth-first search over the edges in both directions.
class Sweep {
 public:
  /// `columns` is empty for symmetric graphs.
  Sweep(const Graph& graph, const Columns& columns) : graph_(graph), columns_(columns) {}

  struct End {
    node_t node;  // the smallest of those farthest away
    std::int64_t distance;
  };
  End run(node_t start) {
    std::vector<node_t> frontier = {start}, last;
    seen_ = Array<char>(static_cast<std::size_t>(graph_.nodes));
    seen_[start] = 1;
    std::int64_t distance = -1;
    for (; !frontier.empty(); ++distance) {
      last = std::move(frontier);
      frontier = step(last);
    }
    return {*std::min_element(last.begin(), last.end()), distance};
  }

 private:
  std::vector<node_t> step(const std::vector<node_t>& frontier) {
    constexpr std::int64_t piece_nodes = 256;
    const auto count = static_cast<std::int64_t>(frontier.size());
    std::vector<node_t> next;
    if (count < 8 * piece_nodes) {  // not worth a thread
      for (node_t v : frontier) visit(v, next);
      return next;
    }
    std::mutex mutex;
    parallel_tasks((count + piece_nodes - 1) / piece_nodes, [&](std::int64_t piece) {
      std::vector<node_t> own;
      for (std::int64_t i = piece * piece_nodes; i < std::min(count, (piece + 1) * piece_nodes); ++i)
        visit(frontier[i], own);
      std::lock_guard lock(mutex);
      next.insert(next.end(), own.begin(), own.end());
    });
    return next;
  }

  void visit(node_t v, std::vector<node_t>& next) {
    const auto reach = [&](node_t w) {
      std::atomic_ref seen(seen_[w]);
      if (seen.load(std::memory_order_relaxed) == 0 && seen.exchange(1, std::memory_order_relaxed) == 0)
        next.push_back(w);
    };
    for (edge_t e = graph_.row_offsets[v]; e < graph_.row_offsets[v + 1]; ++e) reach(graph_.targets[e]);
    if (columns_.offsets.empty()) return;
    for (edge_t i = columns_.offsets[v]; i < columns_.offsets[v + 1]; ++i) reach(columns_.sources[i]);
  }

  const Graph& graph_;
  const Columns& columns_;
  Array<char> seen_;
};

/// From a node to one farthest away, from there again, and so on while the way becomes longer.
std::int64_t sweep_for_diameter(const Graph& graph, const Columns& columns, node_t start) {
  constexpr int most_sweeps = 6;
  Sweep sweep(graph, columns);
  Sweep::End end = sweep.run(start);
  for (int i = 1; i < most_sweeps; ++i) {
    const Sweep::End next = sweep.run(end.node);
    if (next.distance <= end.distance) break;
    end = next;
  }
  return end.distance;
}

template <typename T>
std::uint64_t bytes_of(const Array<T>& array) {
  return array.size() * sizeof(T);
}

}  // namespace

GraphInfo describe(const Graph& graph) {
  GraphInfo info;
  info.facts = statistics(graph);
  Columns columns;
  if (!info.facts.symmetric) columns = columns_of(graph, false);
  info.out = spread_of(graph.row_offsets, graph.nodes, graph.edges());
  info.in = info.facts.symmetric ? info.out : spread_of(columns.offsets, graph.nodes, graph.edges());
  info.weights = weights_of(graph);
  if (graph.nodes > 0) info.diameter_at_least = sweep_for_diameter(graph, columns, info.facts.largest_root);
  info.bytes = bytes_of(graph.row_offsets) + bytes_of(graph.targets) + bytes_of(graph.int_weights) +
               bytes_of(graph.double_weights) + bytes_of(graph.labels.list);
  return info;
}

SplitSpread describe_split(const Graph& graph, std::int64_t most) {
  SplitSpread split;
  split.most = most > 0 ? most : split_degree(graph.row_offsets.data(), graph.nodes);
  std::vector<std::int64_t> count(1, 0);
  for (node_t v = 0; v < graph.nodes; ++v) {
    const std::int64_t degree = graph.row_offsets[v + 1] - graph.row_offsets[v], pieces = pieces_of(degree, split.most);
    const std::int64_t share = (degree + pieces - 1) / pieces;
    if (static_cast<std::int64_t>(count.size()) <= share) count.resize(static_cast<std::size_t>(share) + 1, 0);
    for (std::int64_t piece = 0; piece < pieces; ++piece)
      ++count[std::max<std::int64_t>(0, std::min(share, degree - piece * share))];
    split.split += pieces > 1;
    split.pieces += pieces;
  }
  split.largest = static_cast<std::int64_t>(count.size()) - 1;
  split.spread = spread_of(count, split.pieces, graph.edges());
  return split;
}

std::int64_t first_of_bin(std::size_t bin) { return bin == 0 ? 0 : std::int64_t{1} << (bin - 1); }
std::int64_t last_of_bin(std::size_t bin) { return bin == 0 ? 0 : (std::int64_t{1} << bin) - 1; }

}  // namespace maxwarp
