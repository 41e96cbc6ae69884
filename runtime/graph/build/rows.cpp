// Two linear passes. The first deals the edges out to ranges of sources, each small enough that its rows fit
// a cache; the second fills the rows of one range after the other. Threads take consecutive parts of the
// store in the first pass and whole ranges in the second, so that the order of the store survives.
#include "runtime/graph/build/rows.h"

#include <algorithm>
#include <numeric>

namespace maxwarp {
namespace {

/// How the sources are cut: range r is sources r << shift and following.
struct Ranges {
  int shift = 0;
  std::int64_t count = 1;
};

Ranges choose_ranges(node_t nodes, std::int64_t edges) {
  constexpr std::int64_t edges_per_range = 1 << 17, most_ranges = 1 << 10;
  const std::int64_t wanted = std::clamp<std::int64_t>(edges / edges_per_range, 1, most_ranges);
  Ranges ranges;
  while ((std::int64_t(nodes) >> ranges.shift) >= wanted && ranges.shift < 31) ++ranges.shift;
  ranges.count = (std::int64_t(nodes) >> ranges.shift) + 1;
  return ranges;
}

/// A block of the store with the source from which its piece counts.
struct Input {
  EdgeBlock block;
  WeightKind kind;
  std::uint32_t first_source;
};

/// One thread's share of each range.
using Share = std::vector<EdgeRun>;

PlainEdge converted(const PlainEdge& edge, PlainEdge) { return edge; }
IntEdge converted(const IntEdge& edge, IntEdge) { return edge; }
template <typename Edge>
RealEdge converted(const Edge& edge, RealEdge) {
  return {edge.source, edge.target, double(edge.weight)};
}

class RowBuilder {
 public:
  RowBuilder(node_t nodes, EdgeStore& store, Labels labels)
      : pool_(store.pool()), ranges_(choose_ranges(nodes, store.edges())) {
    graph_.nodes = nodes;
    graph_.labels = std::move(labels);
    graph_.weight_kind = store.kind();
    edges_ = store.edges();
    for (EdgeStore::Piece& piece : store.sorted_pieces()) {
      for (const EdgeBlock& block : piece.run.blocks) inputs_.push_back({block, piece.run.kind, piece.first_source});
      piece.run.blocks = {};
    }
  }

  Graph build() {
    with_edge_type(graph_.weight_kind, [&]<typename Edge>(Edge) {
      deal_out<Edge>();
      fill<Edge>();
    });
    update_degrees(graph_);
    return std::move(graph_);
  }

 private:
  template <typename Out>
  void deal_out() {
    const int workers = static_cast<int>(std::clamp<std::int64_t>(edges_ >> 16, 1, most_workers()));
    shares_.assign(workers, Share(ranges_.count));
    for (Share& share : shares_)
      for (EdgeRun& run : share) run.kind = graph_.weight_kind;
    const std::size_t count = inputs_.size();
    run_workers(workers, [&](int worker) {
      // Blocks are nearly full, so equal numbers of them are equal work.
      for (std::size_t i = count * worker / workers; i < count * (worker + 1) / workers; ++i)
        deal_block<Out>(inputs_[i], shares_[worker]);
    });
    inputs_ = {};
  }

  template <typename Out>
  void deal_block(const Input& input, Share& share) {
    const auto deal = [&]<typename In>(In) {
      const In* edges = input.block.edges<In>();
      for (std::uint32_t i = 0; i < input.block.count; ++i) {
        Out edge = converted(edges[i], Out{});
        edge.source += input.first_source;
        share[edge.source >> ranges_.shift].add(pool_, edge);
      }
    };
    if constexpr (std::is_same_v<Out, RealEdge>) {
      if (input.kind == WeightKind::Int)
        deal(IntEdge{});
      else
        deal(RealEdge{});
    } else {
      deal(Out{});
    }
    pool_.give_back(input.block.data);
  }

  template <typename Edge>
  void fill() {
    graph_.row_offsets = Array<edge_t>(static_cast<std::size_t>(graph_.nodes) + 1);
    graph_.targets = Array<node_t>(edges_);
    if (graph_.weight_kind == WeightKind::Int) graph_.int_weights = Array<std::int32_t>(edges_);
    if (graph_.weight_kind == WeightKind::Double) graph_.double_weights = Array<double>(edges_);
    std::vector<edge_t> begin(ranges_.count + 1, 0);
    for (std::int64_t r = 0; r < ranges_.count; ++r) {
      begin[r + 1] = begin[r];
      for (const Share& share : shares_) begin[r + 1] += share[r].edges();
    }
    parallel_tasks(ranges_.count, [&](std::int64_t range) { fill_range<Edge>(range, begin[range]); });
    shares_ = {};
  }

  /// Fills the rows of a range. During the filling the offset after a node says where its next edge goes;
  /// afterwards that is where its row ends.
  template <typename Edge>
  void fill_range(std::int64_t range, edge_t begin) {
    edge_t* next = graph_.row_offsets.data() + 1;
    const std::int64_t first = range << ranges_.shift;
    const std::int64_t end = std::min<std::int64_t>(graph_.nodes, (range + 1) << ranges_.shift);
    for_each_block(range, [&](const EdgeBlock& block) {
      for (std::uint32_t i = 0; i < block.count; ++i) ++next[block.edges<Edge>()[i].source];
    });
    for (std::int64_t v = first; v < end; ++v) begin += std::exchange(next[v], begin);
    for_each_block(range, [&](const EdgeBlock& block) {
      for (std::uint32_t i = 0; i < block.count; ++i) {
        const Edge& edge = block.edges<Edge>()[i];
        place(next[edge.source]++, edge);
      }
      pool_.discard(block.data);
    });
  }

  template <typename Visit>
  void for_each_block(std::int64_t range, Visit visit) {
    for (const Share& share : shares_)
      for (const EdgeBlock& block : share[range].blocks) visit(block);
  }

  void place(edge_t at, const PlainEdge& edge) { graph_.targets[at] = static_cast<node_t>(edge.target); }
  void place(edge_t at, const IntEdge& edge) {
    graph_.targets[at] = static_cast<node_t>(edge.target);
    graph_.int_weights[at] = edge.weight;
  }
  void place(edge_t at, const RealEdge& edge) {
    graph_.targets[at] = static_cast<node_t>(edge.target);
    graph_.double_weights[at] = edge.weight;
  }

  BlockPool& pool_;
  Ranges ranges_;
  Graph graph_;
  std::int64_t edges_ = 0;
  std::vector<Input> inputs_;
  std::vector<Share> shares_;
};

}  // namespace

Graph build_rows(node_t nodes, EdgeStore& store, Labels labels) {
  return RowBuilder(nodes, store, std::move(labels)).build();
}

}  // namespace maxwarp
