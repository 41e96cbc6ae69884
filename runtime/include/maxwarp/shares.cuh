// Equal shares of the edges of a list of nodes ([R] §III-A); neighboring lanes get neighboring edges.
#pragma once

#include "maxwarp/device.cuh"
#include "maxwarp/warp_search.cuh"

namespace maxwarp {

/// The prefix sums of the degrees of few nodes, of which each block has a copy: `__shared__ BlockSums<Most> sums;`.
template <int Most, typename Edge = edge_t>
struct BlockSums {
  Edge of[Most + 1];

  /// Of the nodes on a list, without the first `done` edges of each. Called by all threads of the block.
  __device__ void add_up(const Edge* bounds, const Worklist& list, Edge done = 0) {
    if (threadIdx.x == 0) of[0] = 0;
    scan_range(0, *list.size, of, [=](std::int64_t i) {
      const node_t node = list.nodes[i];
      return bounds[node + 1] - bounds[node] - done;
    });
  }
};
static_assert(sizeof(BlockSums<1>) == sizes::block_sums(1) && sizeof(BlockSums<128>) == sizes::block_sums(128));

/// The share of a warp of all edges of `count` nodes, by the running sums of their degrees: 32 neighboring edges at a
/// time, of which each lane has one. `EvenShare share(sums, count, nodes, bounds); while (share.next()) { if
/// (!share.has_edge()) continue; … }`
///
/// The warp reads the row bounds of 32 nodes at once, one node per lane, and its lanes exchange them by shuffles. As
/// long as the node of an edge is one of the 32, only the edge itself remains to be read.
template <typename Edge>
class EvenShare {
 public:
  /// sums[i] edges belong to the nodes before the i-th, which is nodes[i], or i itself where `nodes` is null; the edges
  /// of a node begin at its place in `bounds`, those before `done` not counted. Called by all lanes of a warp.
  __device__ EvenShare(const Edge* sums, std::int64_t count, const node_t* nodes,
                       const std::type_identity_t<Edge>* bounds, std::type_identity_t<Edge> done = 0)
      : sums_(sums), bounds_(bounds), nodes_(nodes), count_(count), done_(done) {
    const std::int64_t total = sums[count], warps = Tile<32>{}.count();
    const std::int64_t share = ((total + warps - 1) / warps + 31) / 32 * 32;
    const std::int64_t first = min_of(Tile<32>{}.index() * share, total);
    next_ = static_cast<Edge>(first);
    last_ = static_cast<Edge>(min_of(next_ + share, total));
    if (next_ < last_) read_nodes(nodes ? find_row(sums, count, next_) : find_row_near(sums, count, next_));
  }

  /// The next 32 edges; false if there are none. Called by all lanes of the warp.
  __device__ __forceinline__ bool next() {
    if (next_ >= last_) return false;
    place_ = next_ + Tile<32>{}.lane();
    int behind = nodes_before();
    if (__any_sync(~0u, behind == 32 && has_edge())) {
      read_nodes(first_ + __shfl_sync(~0u, behind, 0));
      behind = nodes_before();
      if (__shfl_sync(~0u, behind, 0) == 32) {  // they have no edges
        read_nodes(find_row(sums_, count_, next_));
        behind = nodes_before();
      }
    }
    const int own = behind % 32;
    node_ = __shfl_sync(~0u, own_node_, own);
    edge_ = __shfl_sync(~0u, static_cast<signed_word<Edge>>(own_edges_), own) + place_;
    // As many nodes as lanes begin here, so some have no edges, and there may be more of them.
    if (behind == 32 && has_edge()) {
      const std::int64_t row = find_row(sums_, count_, place_);
      node_ = node_of(row);
      edge_ = bounds_[node_] + done_ - sums_[row] + place_;
    }
    next_ += 32;
    return true;
  }

  /// Whether the lane has an edge: of the last 32, there may be fewer than lanes.
  __device__ bool has_edge() const { return place_ < last_; }
  /// The node that the edge belongs to, and the edge.
  __device__ node_t node() const { return node_; }
  __device__ Edge edge() const { return edge_; }

 private:
  __device__ node_t node_of(std::int64_t row) const { return nodes_ ? nodes_[row] : static_cast<node_t>(row); }

  /// Of 32 nodes from the `first` on, one for each lane.
  __device__ __forceinline__ void read_nodes(std::int64_t first) {
    first_ = first;
    const std::int64_t row = first + Tile<32>{}.lane();
    if (row >= count_) {
      end_ = sums_[count_];
      return;
    }
    own_node_ = node_of(row);
    end_ = sums_[row + 1];
    own_edges_ = bounds_[own_node_] + done_ - sums_[row];
  }

  /// How many of the 32 nodes end at or before the lane's own place: a search in what the lanes have read.
  __device__ __forceinline__ int nodes_before() const {
    const int end = static_cast<int>(min_of<Edge>(max_of<Edge>(end_ - next_, 0), 64));
    return lanes_up_to(Tile<32>{}.lane(), end);
  }

  const Edge *sums_, *bounds_;
  const node_t* nodes_;
  std::int64_t count_, first_ = 0;
  Edge done_, next_, last_, place_ = 0;
  Edge end_ = 0, own_edges_ = 0;  // of the lane's own node of the 32: where its places end, its first edge less place
  node_t own_node_ = 0;
  node_t node_ = 0;
  Edge edge_ = 0;
};

/// The share of a thread of all edges of `count` nodes, by the running sums of their degrees: neighboring edges, node
/// after node ([R] Fig. 4). `ThreadShare share(sums, count, nodes, bounds); while (share.next()) { … }`
template <typename Edge>
class ThreadShare {
 public:
  /// As EvenShare; called by each thread for itself.
  __device__ ThreadShare(const Edge* sums, std::int64_t count, const node_t* nodes,
                         const std::type_identity_t<Edge>* bounds, std::type_identity_t<Edge> done = 0)
      : sums_(sums), bounds_(bounds), nodes_(nodes), done_(done) {
    const std::int64_t total = sums[count], threads = thread_count(), share = (total + threads - 1) / threads;
    const std::int64_t first = min_of(thread_index() * share, total);
    next_ = static_cast<Edge>(first);
    last_ = static_cast<Edge>(min_of(first + share, total));
    if (next_ < last_) row_ = find_row(sums, count, next_);
  }

  /// The next node with edges in the share; false if there is none.
  __device__ bool next() {
    if (next_ >= last_) return false;
    while (sums_[row_ + 1] <= next_) ++row_;  // past nodes without edges
    node_ = nodes_ ? nodes_[row_] : static_cast<node_t>(row_);
    const Edge shift = bounds_[node_] + done_ - sums_[row_], behind = min_of(sums_[row_ + 1], last_);
    first_ = shift + next_;
    end_ = shift + behind;
    next_ = behind;
    return true;
  }

  /// The node, and its edges in the share: first .. end - 1.
  __device__ node_t node() const { return node_; }
  __device__ Edge first() const { return first_; }
  __device__ Edge end() const { return end_; }

 private:
  const Edge *sums_, *bounds_;
  const node_t* nodes_;
  std::int64_t row_ = 0;
  Edge done_, next_, last_;
  node_t node_ = 0;
  Edge first_ = 0, end_ = 0;
};

}  // namespace maxwarp
