// The level of a worklist in shared memory, consumed where it is filled ([N] §III-B): the threads of a block run what
// they activate.
#pragma once

#include "maxwarp/device.cuh"

namespace maxwarp {

/// Room for `Size` nodes that run now and as many that run next: `__shared__ BlockLists<Size> places;`.
template <int Size>
struct BlockLists {
  node_t nodes[2][Size];
  int sizes[2];
};
static_assert(sizeof(BlockLists<1>) == sizes::block_lists(1) && sizeof(BlockLists<512>) == sizes::block_lists(512));

/// First the nodes of a worklist, distributed over the whole grid; then, level by level, those that the block has
/// added, distributed over its own teams. `while (levels.next()) { for (std::int64_t i = levels.begin(1); i <
/// levels.count(); i += levels.stride(1)) … }`
template <int Size>
class BlockLevels {
 public:
  /// `levels`: how many levels to run, counting the worklist as one; at least 2. Called by all threads of the block.
  template <typename List>
  __device__ BlockLevels(BlockLists<Size>& lists, int levels, const List& worklist)
      : lists_(lists), nodes_(worklist.nodes), count_(*worklist.size), levels_(levels) {
    if (threadIdx.x < 2) lists.sizes[threadIdx.x] = 0;
  }

  /// Goes on to the next level; false if it is empty or beyond the limit. In the latter case, `count` nodes are left
  /// over. Called by all threads of the block.
  __device__ bool next() {
    __syncthreads();  // the block has run its level and added everything, or: the lists are empty
    if (++level_ == 0) return true;
    nodes_ = lists_.nodes[filled_];
    count_ = min_of(lists_.sizes[filled_], Size);
    filled_ ^= 1;
    if (threadIdx.x == 0) lists_.sizes[filled_] = 0;
    __syncthreads();  // there is room for what the level adds
    return count_ != 0 && level_ < levels_;
  }

  /// The nodes of the level.
  __device__ std::int64_t count() const { return count_; }
  __device__ node_t node(std::int64_t i) const { return nodes_[i]; }
  /// The first node of the calling team, of `width` threads, and how far apart its nodes are.
  __device__ std::int64_t begin(unsigned width) const { return (level_ == 0 ? thread_index() : threadIdx.x) / width; }
  __device__ std::int64_t stride(unsigned width) const { return (level_ == 0 ? thread_count() : blockDim.x) / width; }

  /// Adds a node to the next level; false if no place is left. Called by any thread.
  __device__ bool add(node_t node) {
    const int place = atomicAdd(&lists_.sizes[filled_], 1);
    if (place < Size) lists_.nodes[filled_][place] = node;
    return place < Size;
  }

 private:
  BlockLists<Size>& lists_;
  const node_t* nodes_;
  int count_, levels_;
  int level_ = -1, filled_ = 0;
};

}  // namespace maxwarp
