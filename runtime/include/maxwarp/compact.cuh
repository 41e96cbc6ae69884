// From marks and bits to a worklist. From marks without an atomic operation ([N] §III-D): warps count the marked nodes
// of their stretches, running sums of the counts tell where each stretch goes, and warps write. The list comes out in
// ascending order.
#pragma once

#include "maxwarp/device.cuh"

namespace maxwarp {

/// Calls visit(node, place) for each node of the stretch that carries `round`, the places counted up from `place`;
/// returns the one after the last. All of the warp calls it.
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

/// Puts the sum of the counts before it in place of each, and the sum of all into `total`. All threads of one block
/// call it.
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

/// Writes the nodes that carry `round` where the running sums `places` tell. All threads of the grid call it.
template <typename List>
__device__ inline void place_marked(node_t nodes, const std::int32_t* marks, std::int32_t round,
                                    const std::int32_t* places, const List& list) {
  const Tile<32> warp;
  for (std::int64_t stretch = warp.index(); stretch < mark_chunks(nodes); stretch += warp.count())
    visit_marked(warp, nodes, marks, round, stretch, places[stretch],
                 [&](node_t node, int place) { put(list, place, node); });
}

/// Sets the bits of all nodes to zero. All threads of the grid call it.
__device__ inline void clear_bits(node_t nodes, std::int32_t* bits) {
  for (std::int64_t i = thread_index(); i < bit_words(nodes); i += thread_count()) bits[i] = 0;
}

/// Appends the nodes whose bits are set, and clears the bits ([C] §5.1). A thread takes a word; a prefix sum over the
/// warp and one atomic addition give the 32 words room. `word_taken` gets the place and the bits of each word, also of
/// empty ones, `node_taken` each node. All threads of the grid call it.
template <typename List, typename Word, typename Node>
__device__ inline void take_bits(node_t nodes, std::int32_t* bits, const List& list, const Word& word_taken,
                                 const Node& node_taken) {
  const Tile<32> warp;
  const std::int64_t words = bit_words(nodes);
  for (std::int64_t first = warp.index() * 32; first < words; first += warp.count() * 32) {
    const std::int64_t i = first + warp.lane();
    auto word = static_cast<unsigned>(i < words ? bits[i] : 0);
    if (word != 0) bits[i] = 0;
    if (i < words) word_taken(i, static_cast<std::int32_t>(word));
    int total = 0;
    int place = warp.sum_before(__popc(word), total);
    if (total == 0) continue;
    place += warp.run_on_leader([&] { return reserve(list, total); });
    for (; word != 0; word &= word - 1) {
      const auto node = static_cast<node_t>(i * 32 + __ffs(static_cast<int>(word)) - 1);
      put(list, place++, node);
      node_taken(node);
    }
  }
}

/// Appends the nodes whose bits are set, and clears the bits; see take_bits.
template <typename List>
__device__ inline void compact_bits(node_t nodes, std::int32_t* bits, const List& list) {
  take_bits(nodes, bits, list, [](std::int64_t, std::int32_t) {}, [](node_t) {});
}

/// The same; `copy` gets the bits that were set.
template <typename List>
__device__ inline void compact_bits(node_t nodes, std::int32_t* bits, const List& list, std::int32_t* copy) {
  take_bits(nodes, bits, list, [&](std::int64_t i, std::int32_t word) { copy[i] = word; }, [](node_t) {});
}

/// The same; the bits are added to those of `reached`, and each node gets the value. `copy` may be null.
template <typename List, typename T>
__device__ inline void settle_bits(node_t nodes, std::int32_t* bits, const List& list, std::int32_t* copy,
                                   std::int32_t* reached, T* values, std::type_identity_t<T> value) {
  const auto word_taken = [&](std::int64_t i, std::int32_t word) {
    if (copy) copy[i] = word;
    if (word != 0) reached[i] |= word;
  };
  take_bits(nodes, bits, list, word_taken, [&](node_t node) { values[node] = value; });
}

}  // namespace maxwarp
