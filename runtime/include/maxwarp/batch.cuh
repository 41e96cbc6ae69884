// Work chunking ([N] §III-C, D): a thread collects what it appends to a worklist, and room is reserved for all of that
// at once.
#pragma once

#include <type_traits>

#include "maxwarp/device.cuh"

namespace maxwarp {

/// Room for the `count` nodes of each thread of a virtual warp or block, by all of them together: a prefix sum of their
/// numbers, and one atomic addition. The thread's first place, if it has a node.
template <typename List, typename Team>
__device__ __forceinline__ int reserve_together(const List& list, int count, const Team& team) {
  int total = 0, base = 0;
  const int before = team.sum_before(count, total);
  if (total == 0) return 0;
  if (team.leader()) base = reserve(list, total);
  return team.broadcast(base) + before;
}

/// Up to `Size` nodes of one thread, in its registers: the loops over them are short enough to be unrolled, so that no
/// index is computed.
template <int Size>
class Batch {
 public:
  /// By the thread alone. A full batch makes room first, with one atomic addition for its Size nodes.
  template <typename List>
  __device__ __forceinline__ void push(const List& list, node_t node) {
    if (count_ == Size) append_to(list);
    for (int i = 0; i < Size; ++i)
      if (i == count_) nodes_[i] = node;
    ++count_;
  }

  /// Appends what is there, by the thread alone: one atomic addition.
  template <typename List>
  __device__ __forceinline__ void append_to(const List& list) {
    if (count_ != 0) write(list, reserve(list, entries(list)));
  }

  /// Appends what the threads of a virtual warp or block have, by all of them together.
  template <typename List, typename Team>
  __device__ __forceinline__ void append_to(const List& list, const Team& team) {
    const int place = reserve_together(list, entries(list), team);
    if (count_ != 0) write(list, place);
  }

 private:
  /// How many entries the nodes take: one each in a list of nodes.
  template <typename List>
  __device__ __forceinline__ int entries(const List& list) const {
    if constexpr (!is_piece_list<List>) {
      return count_;
    } else {
      int sum = 0;
      for (int i = 0; i < Size; ++i)
        if (i < count_) sum += entries_of(list, nodes_[i]);
      return sum;
    }
  }

  template <typename List>
  __device__ __forceinline__ void write(const List& list, int place) {
    for (int i = 0; i < Size; ++i) {
      if (i >= count_) continue;
      if constexpr (!is_piece_list<List>)
        put(list, place + i, nodes_[i]);
      else
        place = put_entries(list, place, nodes_[i]);
    }
    count_ = 0;
  }

  node_t nodes_[Size];
  int count_ = 0;
};

/// A batch of any size, for nodes that one thread alone pushes: the first `Size` are in registers, and of the others
/// each links to the one before it. So all are appended with one atomic addition, however many they are.
template <int Size>
class LinkedBatch {
 public:
  /// `links`: one node for each node of the graph; threads share it.
  __device__ __forceinline__ explicit LinkedBatch(node_t* links) : links_(links) {}

  /// By the thread alone.
  template <typename List>
  __device__ __forceinline__ void push(const List&, node_t node) {
    if (count_ >= Size) {
      links_[node] = last_;
      last_ = node;
    }
    for (int i = 0; i < Size; ++i)
      if (i == count_) nodes_[i] = node;
    ++count_;
  }

  /// As those of Batch.
  template <typename List>
  __device__ __forceinline__ void append_to(const List& list) {
    if (count_ != 0) write(list, reserve(list, count_));
  }
  template <typename List, typename Team>
  __device__ __forceinline__ void append_to(const List& list, const Team& team) {
    const int place = reserve_together(list, count_, team);
    if (count_ != 0) write(list, place);
  }

 private:
  template <typename List>
  __device__ __forceinline__ void write(const List& list, int place) {
    for (int i = 0; i < Size; ++i)
      if (i < count_) put(list, place + i, nodes_[i]);
    for (int i = Size; i < count_; ++i) {
      put(list, place + i, last_);
      last_ = links_[last_];
    }
    count_ = 0;
  }

  node_t* links_;
  node_t nodes_[Size];
  node_t last_ = no_node;
  int count_ = 0;
};

/// The level of a worklist in shared memory ([N] §III-B): `__shared__ BlockList<1024> found;`. Up to `Size` nodes that
/// the threads of a block push wait there for one reservation of room.
template <int Size>
class BlockList {
 public:
  /// Empties it. Called by all threads of the block, as append_to is.
  __device__ void start() {
    if (threadIdx.x == 0) size_ = 0;
    __syncthreads();  // it is empty
  }

  /// By any thread. What does not fit goes to the worklist at once.
  template <typename List>
  __device__ void push(const List& list, node_t node) {
    keep(list, take(1), node);
  }
  /// The same by the lanes of a warp that push together: one atomic addition. Lanes that push to another list may be
  /// active at the same time, so the lanes are grouped by list.
  template <typename List>
  __device__ void push_together(const List& list, node_t node) {
    const unsigned peers = __match_any_sync(__activemask(), reinterpret_cast<unsigned long long>(&size_));
    const int lane = static_cast<int>(threadIdx.x % 32), leader = __ffs(static_cast<int>(peers)) - 1;
    int base = 0;
    if (lane == leader) base = take(__popc(peers));
    base = __shfl_sync(peers, base, leader);
    keep(list, base + __popc(peers & ((1u << lane) - 1)), node);
  }
  /// The first of `count` places, which may be beyond the last; and what push does with a place.
  __device__ int take(int count) { return atomicAdd(&size_, count); }
  template <typename List>
  __device__ void keep(const List& list, int place, node_t node) {
    if (place < Size)
      nodes_[place] = node;
    else
      maxwarp::push(list, node);
  }

  template <typename List>
  __device__ void append_to(const List& list) {
    __syncthreads();  // the block has pushed everything
    const int count = size_ < Size ? size_ : Size;
    if (threadIdx.x == 0 && count != 0) base_ = reserve(list, count);
    __syncthreads();  // the room is reserved
    for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x))
      put(list, base_ + i, nodes_[i]);
  }

 private:
  node_t nodes_[Size];
  int size_, base_;
};
/// That level as a list that threads append to in batches; `rest`: the worklist.
template <int Size, typename List>
struct BlockLevel {
  BlockList<Size>& own;
  const List& rest;
};
template <int Size, typename List>
BlockLevel(BlockList<Size>&, const List&) -> BlockLevel<Size, List>;

template <int Size, typename List>
__device__ inline int reserve(const BlockLevel<Size, List>& level, int count) {
  return level.own.take(count);
}
template <int Size, typename List>
__device__ inline void put(const BlockLevel<Size, List>& level, int place, node_t node) {
  level.own.keep(level.rest, place, node);
}

static_assert(sizeof(BlockList<1>) == sizes::block_list(1) && sizeof(BlockList<1024>) == sizes::block_list(1024));

}  // namespace maxwarp
