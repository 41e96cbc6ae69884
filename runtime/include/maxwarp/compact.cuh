// From marks and bits to a worklist. Marks need no atomic operation ([N] §III-D): warps count the marked nodes of their
// stretches, a prefix sum of the counts tells where each stretch goes, and warps write. The resulting list is in
// ascending order.
#pragma once

#include "maxwarp/device.cuh"
#include "maxwarp/warp_search.cuh"

namespace maxwarp {

/// Calls visit(node, place) for each node of the stretch that carries `round`, the places counted up from `place`;
/// returns the place after the last. All lanes of the warp call it.
template <typename Visit>
__device__ inline int visit_marked(const Tile<32>& warp, node_t nodes, const std::int32_t* marks, std::int32_t round,
                                   std::int64_t stretch, int place, Visit visit) {
  const std::int64_t first = stretch * marked_stretch;
  for (std::int64_t i = 0; i < marked_stretch; i += 32) {
    const std::int64_t node = first + i + warp.lane();
    const bool marked = node < nodes && marks[node] == round;
    const int own = warp.place(marked, place);
    if (marked) visit(static_cast<node_t>(node), own);
  }
  return place;
}

/// counts[i]: how many nodes of the stretch i carry `round`. All threads of the grid call it.
__device__ inline void count_marked(node_t nodes, const std::int32_t* marks, std::int32_t round, std::int32_t* counts) {
  const Tile<32> warp;
  for (std::int64_t stretch = warp.index(); stretch < mark_chunks(nodes); stretch += warp.count()) {
    const int count = visit_marked(warp, nodes, marks, round, stretch, 0, [](node_t, int) {});
    if (warp.leader()) counts[stretch] = count;
  }
}

/// Replaces each count by the sum of those before it (an exclusive prefix sum), and stores the sum of all in `total`.
/// All threads of one block call it.
__device__ inline void sum_counts(std::int64_t stretches, std::int32_t* counts, std::int32_t* total) {
  const Block block;
  int before = 0;
  for (std::int64_t base = 0; base < stretches; base += block.size()) {
    const std::int64_t i = base + block.lane();
    int sum = 0;
    const int own = before + block.sum_before(i < stretches ? counts[i] : 0, sum);
    if (i < stretches) counts[i] = own;
    before += sum;
  }
  if (block.leader()) *total = before;
}

/// Writes the nodes that carry `round` to where the prefix sums `places` tell. All threads of the grid call it.
template <typename List>
__device__ inline void place_marked(node_t nodes, const std::int32_t* marks, std::int32_t round,
                                    const std::int32_t* places, const List& list) {
  const Tile<32> warp;
  for (std::int64_t stretch = warp.index(); stretch < mark_chunks(nodes); stretch += warp.count())
    visit_marked(warp, nodes, marks, round, stretch, places[stretch],
                 [&](node_t node, int place) { put(list, place, node); });
}

/// Sets the bits of all nodes or edges to zero. All threads of the grid call it.
__device__ inline void clear_bits(std::int64_t count, std::int32_t* bits) {
  for (std::int64_t i = thread_index(); i < bit_words(count); i += thread_count()) bits[i] = 0;
}

/// 32 words, one per lane of a warp, whose set bits are numbered consecutively. All lanes call all of it together.
class WarpBits {
 public:
  __device__ explicit WarpBits(unsigned word) : word_(word) { before_ = Tile<32>{}.sum_before(__popc(word), count_); }

  /// How many bits are set.
  __device__ int count() const { return count_; }

  /// The place of the k-th set bit, counted from bit 0 of lane 0; k may differ by lane. Any place if there is none.
  __device__ int place(int k) const {
    const int lane = lanes_up_to(k, before_ + __popc(word_)) % 32;
    const unsigned word = __shfl_sync(~0u, word_, lane);
    return lane * 32 + nth_bit(word, k - __shfl_sync(~0u, before_, lane));
  }

 private:
  static __device__ int nth_bit(unsigned word, int n) {
    int place = 0;
    for (int step = 16; step > 0; step /= 2) {
      const int below = __popc(word >> place & ((1u << step) - 1));
      if (below > n) continue;
      n -= below;
      place += step;
    }
    return place;
  }

  unsigned word_;
  int before_, count_ = 0;
};

/// Appends the nodes whose bits are set in the words that `take(i)` returns, one word for each place of `bits` ([C]
/// §5.1); calls visit(node) for each. A warp takes 32 words and reserves room for their nodes with one atomic addition;
/// its lanes write 32 nodes to adjacent places at a time. All threads of the grid call it.
template <typename List, typename Take, typename Visit>
__device__ inline void list_bits(node_t nodes, const List& list, const Take& take, const Visit& visit) {
  const Tile<32> warp;
  const std::int64_t words = bit_words(nodes);
  for (std::int64_t first = warp.index() * 32; first < words; first += warp.count() * 32) {
    const std::int64_t i = first + warp.lane();
    const WarpBits bits(i < words ? static_cast<unsigned>(take(i)) : 0);
    if (bits.count() == 0) continue;
    const int begin = warp.run_on_leader([&] { return reserve(list, bits.count()); });
    for (int k = 0; k < bits.count(); k += 32) {
      const int own = k + warp.lane(), place = bits.place(own);
      if (own >= bits.count()) continue;
      const auto node = static_cast<node_t>(first * 32 + place);
      put(list, begin + own, node);
      visit(node);
    }
  }
}

/// Appends the nodes whose bits are set, and clears the bits. `copy` gets the bits that were set.
template <typename List>
__device__ inline void compact_bits(node_t nodes, std::int32_t* bits, const List& list, std::int32_t* copy = nullptr) {
  list_bits(nodes, list, [=](std::int64_t i) { return take_word(bits, i, copy); }, [](node_t) {});
}

/// Appends the nodes whose bits are set but not in `reached`, adds the bits to those, and calls visit(node) for each.
/// `copy` gets the bits that are new; it may be null.
template <typename List, typename Visit>
__device__ inline void settle_bits(node_t nodes, const std::int32_t* bits, const List& list, std::int32_t* copy,
                                   std::int32_t* reached, const Visit& visit) {
  list_bits(nodes, list, [=](std::int64_t i) { return take_new_word(bits, reached, i, copy); }, visit);
}

}  // namespace maxwarp
