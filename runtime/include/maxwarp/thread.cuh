// Device code of single threads: their numbers, memory that others change meanwhile, atomic updates, worklists.
// Additions are in additions.cuh.
#pragma once

#include <cuda_runtime.h>

#include <cstring>
#include <type_traits>

#include "maxwarp/access.cuh"
#include "maxwarp/edge_list.cuh"
#include "maxwarp/graph.h"
#include "maxwarp/sum.h"
#include "maxwarp/worklist.h"

namespace maxwarp {

/// Index of the calling thread in the grid, and how many there are.
__device__ inline std::int64_t thread_index() { return std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ inline std::int64_t thread_count() { return std::int64_t{gridDim.x} * blockDim.x; }

/// The first of the values that a thread keeps; the others move up. Indices that are constants let it keep them in
/// registers.
template <typename T, int count>
__device__ inline T take_first(T (&kept)[count]) {
  const T first = kept[0];
#pragma unroll
  for (int i = 1; i < count; ++i) kept[i - 1] = kept[i];
  return first;
}

/// The bits of a value as the unsigned integer that CUDA's compare-and-swap takes; 16 bytes need sm_90.
struct alignas(16) DoubleWord {
  unsigned long long low, high;
  friend __device__ inline bool operator==(DoubleWord a, DoubleWord b) { return a.low == b.low && a.high == b.high; }
};
/// Compare-and-swap of 16 bytes, as an instruction of its own: not every compiler has a function for it.
__device__ inline DoubleWord swap_double(DoubleWord* place, DoubleWord expected, DoubleWord next) {
#if defined(MAXWARP_SIMT)
  return simt::swap_double(place, expected, next);
#else
  DoubleWord found;
  asm volatile(
      "{ .reg .b128 expected, next, found; mov.b128 expected, {%3, %4}; mov.b128 next, {%5, %6};\n"
      "atom.relaxed.gpu.global.cas.b128 found, [%2], expected, next; mov.b128 {%0, %1}, found; }"
      : "=l"(found.low), "=l"(found.high)
      : "l"(global_address(place)), "l"(expected.low), "l"(expected.high), "l"(next.low), "l"(next.high)
      : "memory");
  return found;
#endif
}
template <typename T>
using atomic_word = std::conditional_t<sizeof(T) == 16, DoubleWord,
                                       std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>>;
template <typename T>
__device__ inline atomic_word<T> to_word(T value) {
  return from_bits<atomic_word<T>>(value);
}
template <typename T>
__device__ inline T from_word(atomic_word<T> word) {
  return from_bits<T>(word);
}

/// Reads a word that other threads change meanwhile in one piece; 16 bytes by a swap that changes nothing.
template <typename T>
__device__ inline atomic_word<T> load_word(const T* place) {
  auto* word = reinterpret_cast<atomic_word<T>*>(const_cast<T*>(place));
  if constexpr (sizeof(T) == 16)
    return swap_double(word, DoubleWord{}, DoubleWord{});
  else
    return load_relaxed(word);
}
template <typename First, typename Second>
__device__ inline Pair<First, Second> load_relaxed(const Pair<First, Second>* place) {
  return from_word<Pair<First, Second>>(load_word(place));
}

/// What this thread wrote before the fence is visible to every thread that, before a fence of its own, reads what this
/// thread writes after it.
__device__ inline void fence() { __threadfence(); }

/// Replaces *place by combine(*place) with compare-and-swap; returns the value before. Stops without a
/// store when nothing would change.
template <typename T, typename Combine>
__device__ inline T atomic_update(T* place, Combine combine) {
  auto* word = reinterpret_cast<atomic_word<T>*>(place);
  atomic_word<T> seen = load_word(place);
  while (true) {
    const T old = from_word<T>(seen);
    const T next = combine(old);
    if (to_word(next) == seen) return old;
    atomic_word<T> found;
    if constexpr (sizeof(T) == 16)
      found = swap_double(word, seen, to_word(next));
    else
      found = atomicCAS(word, seen, to_word(next));
    if (found == seen) return old;
    seen = found;
  }
}

/// The integer instructions of the hardware work for real numbers, too. The bits of numbers without a minus are ordered
/// like signed integers; those of numbers with a minus are in reverse order, like unsigned integers. So -0 comes before
/// 0. Nans need care, because they may have a minus. A thread without a change leaves, so no nan is offered. A nan that
/// is there is replaced by a number with compare-and-swap, after which nothing brings a nan back.
template <typename T>
using signed_word = std::conditional_t<sizeof(T) == 8, long long, int>;
template <typename T>
__device__ inline T atomic_min_real(T* place, T value) {
  const T seen = load_relaxed(place);
  if (!lowers(value, seen)) return seen;
  if (is_nan(seen)) return atomic_update(place, [=](T old) { return min_of(old, value); });
  if (has_minus(value)) return from_word<T>(atomicMax(reinterpret_cast<atomic_word<T>*>(place), to_word(value)));
  return from_bits<T>(atomicMin(reinterpret_cast<signed_word<T>*>(place), from_bits<signed_word<T>>(value)));
}
template <typename T>
__device__ inline T atomic_max_real(T* place, T value) {
  const T seen = load_relaxed(place);
  if (!raises(value, seen)) return seen;
  if (is_nan(seen)) return atomic_update(place, [=](T old) { return max_of(old, value); });
  if (has_minus(value)) return from_word<T>(atomicMin(reinterpret_cast<atomic_word<T>*>(place), to_word(value)));
  return from_bits<T>(atomicMax(reinterpret_cast<signed_word<T>*>(place), from_bits<signed_word<T>>(value)));
}

/// Atomic reductions; each returns the value before. Plain numbers use the instruction of the hardware.
template <typename T>
__device__ inline T atomic_min(T* place, std::type_identity_t<T> value) {
  if constexpr (std::is_same_v<T, std::int32_t>)
    return atomicMin(place, value);
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return atomicMin(reinterpret_cast<long long*>(place), static_cast<long long>(value));
  else if constexpr (std::is_floating_point_v<T>)
    return atomic_min_real(place, value);
  else
    return atomic_update(place, [=](T old) { return min_of<T>(old, value); });
}
template <typename T>
__device__ inline T atomic_max(T* place, std::type_identity_t<T> value) {
  if constexpr (std::is_same_v<T, std::int32_t>)
    return atomicMax(place, value);
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return atomicMax(reinterpret_cast<long long*>(place), static_cast<long long>(value));
  else if constexpr (std::is_floating_point_v<T>)
    return atomic_max_real(place, value);
  else
    return atomic_update(place, [=](T old) { return max_of<T>(old, value); });
}
template <typename T>
__device__ inline T atomic_min_by_first(T* place, std::type_identity_t<T> value) {
  return atomic_update(place, [=](T old) { return min_by_first(old, value); });
}
template <typename T>
__device__ inline T atomic_max_by_first(T* place, std::type_identity_t<T> value) {
  return atomic_update(place, [=](T old) { return max_by_first(old, value); });
}
template <typename T>
__device__ inline T atomic_exchange(T* place, std::type_identity_t<T> value) {
  if constexpr (sizeof(T) == 16)
    return atomic_update(place, [=](T) { return value; });
  else
    return from_word<T>(atomicExch(reinterpret_cast<atomic_word<T>*>(place), to_word(value)));
}
/// No store writes 16 bytes in one piece to memory that others change meanwhile, so a swap does.
template <typename First, typename Second>
  requires(sizeof(Pair<First, Second>) == 16)
__device__ inline void store_relaxed(Pair<First, Second>* place, std::type_identity_t<Pair<First, Second>> value) {
  atomic_exchange(place, value);
}
template <typename T>
__device__ inline T atomic_times(T* place, std::type_identity_t<T> value) {
  return atomic_update(place, [=](T old) { return product_of(old, value); });
}
template <typename T>
__device__ inline T atomic_times(T* place, Product<T> product) {
  return atomic_update(place, [=](T old) { return product_of(old, product); });
}
template <typename T>
__device__ inline T atomic_or(T* place, std::type_identity_t<T> value) {
  if constexpr (sizeof(T) == 4)
    return atomicOr(place, value);
  else
    return static_cast<T>(
        atomicOr(reinterpret_cast<unsigned long long*>(place), static_cast<unsigned long long>(value)));
}
template <typename T>
__device__ inline T atomic_and(T* place, std::type_identity_t<T> value) {
  if constexpr (sizeof(T) == 4)
    return atomicAnd(place, value);
  else
    return static_cast<T>(
        atomicAnd(reinterpret_cast<unsigned long long*>(place), static_cast<unsigned long long>(value)));
}

/// The same for callers that repeat an update until nothing changes: a load and a store. If two threads update an
/// element at the same time, one update may be lost. Each returns the value before, as it saw it.
template <typename T>
__device__ inline T racy_update(T* place, T seen, bool better, T next) {
  static_assert(sizeof(T) <= 8, "two threads could store a half each");
  if (better) store_relaxed(place, next);
  return seen;
}
template <typename T>
__device__ inline T racy_min(T* place, std::type_identity_t<T> value) {
  const T seen = load_relaxed(place);
  return racy_update(place, seen, lowers<T>(value, seen), min_of<T>(seen, value));
}
template <typename T>
__device__ inline T racy_max(T* place, std::type_identity_t<T> value) {
  const T seen = load_relaxed(place);
  return racy_update(place, seen, raises<T>(value, seen), max_of<T>(seen, value));
}
template <typename T>
__device__ inline T racy_min_by_first(T* place, std::type_identity_t<T> value) {
  const T seen = load_relaxed(place);
  return racy_update(place, seen, lowers(value.first, seen.first), value);
}
template <typename T>
__device__ inline T racy_max_by_first(T* place, std::type_identity_t<T> value) {
  const T seen = load_relaxed(place);
  return racy_update(place, seen, raises(value.first, seen.first), value);
}
template <typename T>
__device__ inline T racy_or(T* place, std::type_identity_t<T> value) {
  const T seen = load_relaxed(place);
  return racy_update(place, seen, (seen | value) != seen, static_cast<T>(seen | value));
}
template <typename T>
__device__ inline T racy_and(T* place, std::type_identity_t<T> value) {
  const T seen = load_relaxed(place);
  return racy_update(place, seen, (seen & value) != seen, static_cast<T>(seen & value));
}

/// Replaces `expected` by `wanted`; returns the value before, which is `expected` if that succeeded.
template <typename T>
__device__ inline T compare_exchange(T* place, T expected, T wanted) {
  return from_word<T>(atomicCAS(reinterpret_cast<atomic_word<T>*>(place), to_word(expected), to_word(wanted)));
}

/// Marks a node with the number of a round; true for exactly one of the threads that do so in a round.
__device__ inline bool claim(std::int32_t* marks, node_t node, std::int32_t round) {
  return load_relaxed(&marks[node]) != round && atomicExch(&marks[node], round) != round;
}

/// One bit per node: whether it is set, and setting it. Mostly the bit is set already, and then no atomic operation is
/// needed.
__device__ inline bool has_bit(const std::int32_t* bits, node_t node) {
  return (bits[node / 32] >> (node % 32) & 1) != 0;
}
__device__ inline bool has_bit_relaxed(const std::int32_t* bits, node_t node) {
  return (load_cached(&bits[node / 32]) >> (node % 32) & 1) != 0;
}
/// Whether this thread is the first to set it.
__device__ inline bool claim_bit(std::int32_t* bits, node_t node) {
  const auto bit = static_cast<std::int32_t>(1u << (node % 32));
  return (atomicOr(&bits[node / 32], bit) & bit) == 0;
}
__device__ inline void set_bit(std::int32_t* bits, node_t node) {
  const auto bit = static_cast<std::int32_t>(1u << (node % 32));
  if ((load_cached(&bits[node / 32]) & bit) == 0) atomicOr(&bits[node / 32], bit);
}

/// The same for neighboring nodes of neighboring threads: one atomic operation for those that come together with bits
/// of one word.
__device__ inline void set_bit_together(std::int32_t* bits, node_t node) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  const unsigned peers = __match_any_sync(__activemask(), node / 32);
  const unsigned word = __reduce_or_sync(peers, 1u << (node % 32));
  if (threadIdx.x % 32 == static_cast<unsigned>(__ffs(static_cast<int>(peers)) - 1))
    atomicOr(&bits[node / 32], static_cast<std::int32_t>(word));
#else
  set_bit(bits, node);
#endif
}

/// Room for `count` nodes at the end of a worklist: the place of the first.
__device__ inline int reserve(const Worklist& list, int count) { return atomicAdd(list.size, count); }
/// A thread that finds no room for all of its nodes clamps the size to just above the capacity, so that it never wraps,
/// however much is pushed. Between that and the addition of another thread, the size stays above the capacity.
__device__ inline int reserve(const BoundedWorklist& list, int count) {
  const int place = atomicAdd(list.size, count);
  if (place > list.capacity - count) atomicMin(list.size, list.capacity + 1);
  return place;
}

/// Writes a node to its place, if there is room.
__device__ inline void put(const Worklist& list, int place, node_t node) { list.nodes[place] = node; }
__device__ inline void put(const BoundedWorklist& list, int place, node_t node) {
  if (place < list.capacity) list.nodes[place] = node;
}

/// Appends a node to a worklist: one atomic addition per call.
template <typename List>
__device__ inline void push(const List& list, node_t node) {
  put(list, reserve(list, 1), node);
}

/// Appends the numbers first .. end - 1, with one atomic addition.
__device__ inline void push_range(const Worklist& list, std::int64_t first, std::int64_t end) {
  std::int32_t place = atomicAdd(list.size, static_cast<std::int32_t>(end - first));
  for (std::int64_t number = first; number < end; ++number) list.nodes[place++] = static_cast<node_t>(number);
}

/// Appends like push, warp-aggregated: the active lanes of a warp share one atomic addition. Lanes that push to
/// another list may be active at the same time, so the lanes are grouped by list.
template <typename List>
__device__ inline void push_warp_aggregated(const List& list, node_t node) {
  const unsigned peers = __match_any_sync(__activemask(), reinterpret_cast<unsigned long long>(list.size));
  const int lane = static_cast<int>(threadIdx.x % 32);
  const int leader = __ffs(static_cast<int>(peers)) - 1;
  int base = 0;
  if (lane == leader) base = reserve(list, __popc(peers));
  base = __shfl_sync(peers, base, leader);
  put(list, base + __popc(peers & ((1u << lane) - 1)), node);
}

}  // namespace maxwarp
