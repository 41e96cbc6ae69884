// Worklists of pieces of rows: who activates a node reads the bounds of its row, and cuts it. So a round begins with
// the edges themselves, a hub is many equal items, and nothing is added up in memory.
#pragma once

#include "maxwarp/device.cuh"
#include "maxwarp/warp_search.cuh"

namespace maxwarp {

/// How many pieces a row has; an empty one is a piece, too, so that its node counts as active.
template <typename Edge>
__device__ inline int pieces_in_row(Edge edges, int most) {
  return edges <= most ? 1 : static_cast<int>((edges - 1) / most) + 1;
}

/// The `i`-th of the pieces of the row `first` .. `end` - 1 of a node, which go to `place` and after it.
template <typename Edge>
__device__ inline void put_piece(const PieceWorklistOf<Edge>& list, int place, int i, node_t node,
                                 std::type_identity_t<Edge> first, std::type_identity_t<Edge> end) {
  const auto begin = static_cast<Edge>(first + std::int64_t{i} * list.most);
  list.pieces[place + i] = {node, static_cast<std::int32_t>(min_of<Edge>(end - begin, list.most)), begin};
}

/// All `count` pieces of the row, from `place` on.
template <typename Edge>
__device__ inline void put_pieces(const PieceWorklistOf<Edge>& list, int place, int count, node_t node,
                                  std::type_identity_t<Edge> first, std::type_identity_t<Edge> end) {
  for (int i = 0; i < count; ++i) put_piece(list, place, i, node, first, end);
}

/// The same for a batch (batch.cuh), which has nodes alone: how many entries the node takes; and they are written from
/// `place` on, to the place that is returned.
template <typename Edge>
__device__ inline int reserve(const PieceWorklistOf<Edge>& list, int count) {
  return atomicAdd(list.size, count);
}
template <typename Edge>
__device__ inline int entries_of(const PieceWorklistOf<Edge>& list, node_t node) {
  return pieces_in_row(list.bounds[node + 1] - list.bounds[node], list.most);
}
template <typename Edge>
__device__ inline int put_entries(const PieceWorklistOf<Edge>& list, int place, node_t node) {
  const Edge first = list.bounds[node], end = list.bounds[node + 1];
  const int count = pieces_in_row(end - first, list.most);
  put_pieces(list, place, count, node, first, end);
  return place + count;
}

/// Appends the row of a node in pieces: one atomic addition per call.
template <typename Edge>
__device__ inline void push_pieces(const PieceWorklistOf<Edge>& list, node_t node, std::type_identity_t<Edge> first,
                                   std::type_identity_t<Edge> end) {
  const int count = pieces_in_row(end - first, list.most);
  put_pieces(list, reserve(list, count), count, node, first, end);
}

/// The same, warp-aggregated: the active lanes of a warp, which all push to this list, share one atomic addition. They
/// write the pieces of a long row together.
template <typename Edge>
__device__ inline void push_pieces_together(const PieceWorklistOf<Edge>& list, node_t node,
                                            std::type_identity_t<Edge> first, std::type_identity_t<Edge> end) {
  const unsigned peers = __activemask();
  const int lane = static_cast<int>(threadIdx.x % 32), leader = __ffs(static_cast<int>(peers)) - 1;
  const int count = pieces_in_row(end - first, list.most);
  const bool long_row = __any_sync(peers, count > 1);
  const int before = __popc(peers & ((1u << lane) - 1)), lanes = __popc(peers);
  int place = before, total = lanes;
  if (long_row) {
    place = total = 0;
    for (unsigned rest = peers; rest != 0; rest &= rest - 1) {
      const int other = __ffs(static_cast<int>(rest)) - 1, others = __shfl_sync(peers, count, other);
      if (other < lane) place += others;
      total += others;
    }
  }
  int base = 0;
  if (lane == leader) base = reserve(list, total);
  place += __shfl_sync(peers, base, leader);
  put_piece(list, place, 0, node, first, end);
  if (!long_row) return;
  for (unsigned rest = __ballot_sync(peers, count > 1); rest != 0; rest &= rest - 1) {
    const int other = __ffs(static_cast<int>(rest)) - 1, pieces = __shfl_sync(peers, count, other);
    const int to = __shfl_sync(peers, place, other);
    const node_t whose = __shfl_sync(peers, node, other);
    const Edge from = __shfl_sync(peers, static_cast<signed_word<Edge>>(first), other),
               until = __shfl_sync(peers, static_cast<signed_word<Edge>>(end), other);
    for (int i = 1 + before; i < pieces; i += lanes) put_piece(list, to, i, whose, from, until);
  }
}

/// The edges of the pieces that a warp has, of which each lane takes one at a time: `PieceShare share(list); while
/// (share.next()) { if (!share.has_edge()) continue; … }`
///
/// A warp has every so many-th piece, so that those of a long row are spread. Of up to four pieces, eight lanes walk
/// each. Of more the lanes read 32, one each, add up their edges by shuffles, and walk 32 edges at a time.
template <typename Edge>
class PieceShare {
 public:
  /// Called by all lanes of a warp.
  __device__ explicit PieceShare(const PieceWorklistOf<Edge>& list)
      : pieces_(list.pieces), count_(*list.size), next_(Tile<32>{}.index()) {
    const int lane = Tile<32>{}.lane();
    few_ = count_ <= 4 * Tile<32>{}.count();
    if (few_) take(lane / 8), at_ = lane % 8 - 8;
  }

  /// The next edges; false if there are none. Called by all lanes of the warp.
  __device__ __forceinline__ bool next() {
    if (few_) {
      at_ += 8;
      node_ = own_.node;
      edge_ = own_.first + at_;
      return __any_sync(~0u, has_edge());
    }
    at_ += 32;
    while (at_ >= total_) {
      if (next_ >= count_) return false;
      read();
    }
    const int place = at_ + Tile<32>{}.lane(), whose = lanes_up_to(place, end_) % 32;
    node_ = __shfl_sync(~0u, own_.node, whose);
    edge_ = __shfl_sync(~0u, static_cast<signed_word<Edge>>(own_.first - (end_ - own_.edges)), whose) + place;
    return true;
  }

  /// Whether the lane has an edge: of the last ones, there may be fewer than lanes.
  __device__ bool has_edge() const { return few_ ? at_ < own_.edges : at_ + Tile<32>{}.lane() < total_; }
  /// The node that the edge belongs to, and the edge.
  __device__ node_t node() const { return node_; }
  __device__ Edge edge() const { return edge_; }

 private:
  /// The `i`-th of the next pieces of this warp.
  __device__ __forceinline__ void take(int i) {
    const std::int64_t place = next_ + i * Tile<32>{}.count();
    own_ = place < count_ ? pieces_[place] : RowPieceOf<Edge>{};
  }

  /// The next 32 pieces, one for each lane, and where the edges of each end among those of all.
  __device__ __forceinline__ void read() {
    const int lane = Tile<32>{}.lane();
    take(lane);
    end_ = own_.edges;
    for (int step = 1; step < 32; step *= 2) {
      const int before = __shfl_up_sync(~0u, end_, step);
      if (lane >= step) end_ += before;
    }
    total_ = __shfl_sync(~0u, end_, 31);
    at_ = 0;
    next_ += 32 * Tile<32>{}.count();
  }

  const RowPieceOf<Edge>* pieces_;
  std::int64_t count_, next_;
  bool few_;
  RowPieceOf<Edge> own_ = {};
  int at_ = 0, end_ = 0, total_ = 0;  // among the edges of the pieces at hand: those of the lane's own piece if few
  node_t node_ = 0;
  Edge edge_ = 0;
};

}  // namespace maxwarp
