// Equal shares of the edges of a list of nodes ([R] §III-A), neighboring edges for neighboring lanes.
#pragma once

#include "maxwarp/device.cuh"

namespace maxwarp {

/// The running sums of the degrees of few nodes, which each block has for itself: `__shared__ BlockSums<Most> sums;`.
template <int Most>
struct BlockSums {
  edge_t of[Most + 1];

  /// Of the nodes on a list, without the first `done` edges of each. Called by all threads of the block.
  __device__ void add_up(const edge_t* bounds, const Worklist& list, edge_t done = 0) {
    if (threadIdx.x == 0) of[0] = 0;
    scan_range(0, *list.size, of, [=](std::int64_t i) {
      const node_t node = list.nodes[i];
      return bounds[node + 1] - bounds[node] - done;
    });
  }
};
static_assert(sizeof(BlockSums<1>) == sizes::block_sums(1) && sizeof(BlockSums<128>) == sizes::block_sums(128));

/// The share of a warp of all edges of `count` nodes, by the running sums of their degrees: 32 neighboring edges at a
/// time, of which each lane has one. `EvenShare share(sums, count); while (share.next()) { if (!share.has_edge())
/// continue; … }`
class EvenShare {
 public:
  /// sums[i] edges belong to the nodes before the i-th. Called by all lanes of a warp.
  __device__ EvenShare(const edge_t* sums, std::int64_t count) : sums_(sums), count_(count) {
    const edge_t total = sums[count], warps = Tile<32>{}.count();
    const edge_t share = ((total + warps - 1) / warps + 31) / 32 * 32;
    next_ = Tile<32>{}.index() * share;
    last_ = min_of(next_ + share, total);
    if (next_ < last_) row_ = find_row(sums, count, next_);
  }

  /// The next 32 edges; false where there are none. Called by all lanes of the warp.
  __device__ __forceinline__ bool next() {
    if (next_ >= last_) return false;
    const int lane = Tile<32>{}.lane();
    edge_ = next_ + lane;
    const int behind = nodes_before(lane);
    row_ += behind;
    // As many nodes as lanes begin here, so some have no edges, and there may be more of them.
    if (behind == 32 && has_edge()) row_ = find_row(sums_, count_, edge_);
    place_ = has_edge() ? edge_ - sums_[row_] : 0;
    next_ += 32;
    return true;
  }

  /// Whether the lane has an edge: not all have one of the last ones.
  __device__ bool has_edge() const { return edge_ < last_; }
  /// The node of the edge by its place on the list, and the place of the edge among those of the node.
  __device__ std::int64_t row() const { return row_; }
  __device__ edge_t place() const { return place_; }

 private:
  /// How many of the 32 nodes after that of the edge before the first one at hand begin at or before the lane's own
  /// edge. The lanes read where they begin, each one of them, and search in what they all have read.
  __device__ __forceinline__ int nodes_before(int lane) {
    row_ = __shfl_sync(~0u, static_cast<long long>(row_), 31);
    const std::int64_t row = row_ + 1 + lane;
    const int begin = row <= count_ ? static_cast<int>(min_of<edge_t>(sums_[row] - next_, 32)) : 32;
    int behind = 0;
    for (int step = 16; step > 0; step /= 2) {
      const int found = __shfl_sync(~0u, begin, behind + step - 1);
      if (found <= lane) behind += step;
    }
    return behind + (__shfl_sync(~0u, begin, behind) <= lane ? 1 : 0);
  }

  const edge_t* sums_;
  std::int64_t count_, row_ = 0;
  edge_t next_, last_, edge_ = 0, place_ = 0;
};

}  // namespace maxwarp
