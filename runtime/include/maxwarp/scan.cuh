// Worklists without atomic operations ([N] §III-D): threads link and count what they push; prefix sums over the counts
// tell where each thread's nodes go. The threads of a block add up theirs at the end of the stage, one block those of
// the blocks, and then all threads write.
#pragma once

#include "maxwarp/device.cuh"

namespace maxwarp {

/// What the threads of a stage leave for a scan, in `slot_words(nodes)` words.
template <typename Word>
class ScanSlots {
 public:
  __device__ explicit ScanSlots(Word* words) : words_(words) {}

  __device__ Word& blocks() const { return words_[0]; }
  __device__ Word& block_size() const { return words_[1]; }
  /// The length of the worklist before.
  __device__ Word& base() const { return words_[2]; }
  /// How many nodes the block has pushed, -1 if one of its threads had no room; later, how many those before it have.
  __device__ Word& of_block(std::int64_t block) const { return words_[4 + block]; }
  /// The last node that the thread has pushed (or how many), and how many nodes the threads before it in its block
  /// have.
  __device__ Word& last(std::int64_t thread) const { return of_warp(thread)[0]; }
  __device__ Word& before(std::int64_t thread) const { return of_warp(thread)[32]; }

 private:
  // The lanes of a warp have adjacent words.
  __device__ Word* of_warp(std::int64_t thread) const {
    return words_ + 4 + slot_blocks + thread / 32 * 64 + thread % 32;
  }

  Word* words_;
};

/// Nodes that one thread pushes: each links to the one before it. A node is pushed once before it is placed.
class CountedBatch {
 public:
  /// `links`: one node for each node of the graph; threads share it.
  __device__ __forceinline__ explicit CountedBatch(node_t* links) : links_(links) {}

  /// By the thread alone.
  template <typename List>
  __device__ __forceinline__ void push(const List&, node_t node) {
    links_[node] = last_;
    last_ = node;
    ++count_;
  }

  /// Leaves them in the slots. All threads of the grid call it, once.
  __device__ __forceinline__ void leave(std::int32_t* words) const {
    const ScanSlots slots(words);
    int total = 0;
    slots.before(thread_index()) = Block{}.sum_before(count_, total);
    slots.last(thread_index()) = last_;
    if (threadIdx.x == 0) slots.of_block(blockIdx.x) = total;
    if (thread_index() != 0) return;
    slots.blocks() = static_cast<std::int32_t>(gridDim.x);
    slots.block_size() = static_cast<std::int32_t>(blockDim.x);
  }

 private:
  node_t* links_;
  node_t last_ = no_node;
  int count_ = 0;
};

/// Nodes that one thread pushes, where others may push them as well: its own are in its own places of `room`, one in
/// every row of as many places as the grid has threads.
class RepeatedBatch {
 public:
  /// `room`: places for `nodes` nodes; threads share it.
  __device__ __forceinline__ RepeatedBatch(node_t* room, node_t nodes) : room_(room), nodes_(nodes) {}

  /// By the thread alone.
  template <typename List>
  __device__ __forceinline__ void push(const List&, node_t node) {
    const std::int64_t place = thread_index() + count_ * thread_count();
    full_ = place >= nodes_;
    if (full_) return;
    room_[place] = node;
    ++count_;
  }

  /// Leaves them in the slots. All threads of the grid call it, once.
  __device__ __forceinline__ void leave(std::int32_t* words) const {
    const ScanSlots slots(words);
    int total = 0, full = 0;
    slots.before(thread_index()) = Block{}.sum_before(count_, total);
    Block{}.sum_before(static_cast<int>(full_), full);
    slots.last(thread_index()) = count_;
    if (threadIdx.x == 0) slots.of_block(blockIdx.x) = full == 0 ? total : -1;
    if (thread_index() != 0) return;
    slots.blocks() = static_cast<std::int32_t>(gridDim.x);
    slots.block_size() = static_cast<std::int32_t>(blockDim.x);
  }

 private:
  node_t* room_;
  node_t nodes_;
  int count_ = 0;
  bool full_ = false;
};

/// What one thread pushes to `list`, as a list to which that of its block (BlockList) goes: it has no places.
template <typename Batch, typename List>
struct ThreadLevel {
  Batch& own;
  const List& list;
};
template <typename Batch, typename List>
ThreadLevel(Batch&, const List&) -> ThreadLevel<Batch, List>;

template <typename Batch, typename List>
__device__ inline int reserve(const ThreadLevel<Batch, List>&, int) {
  return 0;
}
template <typename Batch, typename List>
__device__ inline void put(const ThreadLevel<Batch, List>& level, int, node_t node) {
  level.own.push(level.list, node);
}

/// Replaces the count of each block by the sum of those before it, and adds the sum of all to the length `size` of the
/// worklist. All threads of one block call it.
__device__ inline void sum_slots(std::int32_t* words, std::int32_t* size) {
  const ScanSlots slots(words);
  const Block block;
  const int blocks = slots.blocks();
  int before = 0;
  for (int first = 0; first < blocks; first += block.size()) {
    const int i = first + block.lane();
    const bool own = i < blocks;
    int sum = 0;
    const int place = before + block.sum_before(own ? slots.of_block(i) : 0, sum);
    if (own) slots.of_block(i) = place;
    before += sum;
  }
  if (!block.leader()) return;
  slots.base() = *size;
  *size += before;
}

/// The same for batches with repeated nodes. Where a thread had no room, or all of them have more than the list may
/// hold, nothing is placed, and the length exceeds the room: the list has to be made again from the marks.
__device__ inline void sum_repeated(std::int32_t* words, const BoundedWorklist& list) {
  const ScanSlots slots(words);
  const Block block;
  const int before = *list.size;
  int own = 0, own_full = 0, total = 0, full = 0;
  for (int i = block.lane(); i < slots.blocks(); i += block.size()) {
    const int count = slots.of_block(i);
    own += count;
    own_full |= static_cast<int>(count < 0);
  }
  block.sum_before(own_full, full);
  block.sum_before(own, total);
  if (full == 0 && total <= list.capacity - before) return sum_slots(words, list.size);
  if (!block.leader()) return;
  slots.blocks() = slots.base() = 0;
  *list.size = list.capacity + 1;
}

/// Writes what the threads have left to where the sums tell. All threads of the grid call it.
template <typename List>
__device__ inline void place_slots(const std::int32_t* words, const node_t* links, const List& list) {
  const ScanSlots slots(words);
  const int size = slots.block_size(), base = slots.base();
  const std::int64_t threads = std::int64_t{slots.blocks()} * size;
  for (std::int64_t thread = thread_index(); thread < threads; thread += thread_count()) {
    node_t node = slots.last(thread);
    if (node == no_node) continue;
    int place = base + slots.of_block(thread / size) + slots.before(thread);
    for (; node != no_node; node = links[node]) put(list, place++, node);
  }
}

/// The same for batches with repeated nodes.
template <typename List>
__device__ inline void place_repeated(const std::int32_t* words, const node_t* room, const List& list) {
  const ScanSlots slots(words);
  const int size = slots.block_size(), base = slots.base();
  const std::int64_t threads = std::int64_t{slots.blocks()} * size;
  for (std::int64_t thread = thread_index(); thread < threads; thread += thread_count()) {
    const int count = slots.last(thread);
    int place = base + slots.of_block(thread / size) + slots.before(thread);
    for (int k = 0; k < count; ++k) put(list, place++, room[thread + k * threads]);
  }
}

}  // namespace maxwarp
