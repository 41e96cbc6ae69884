// Device code by level of cooperation: thread, virtual warp (tile), block, grid. Generated kernels and
// hand-written ones use the same functions. Every function says who calls it.
#pragma once

#include "maxwarp/graph.h"
#include "maxwarp/value.h"
#include "maxwarp/worklist.h"

#include <cuda_runtime.h>

#include <cstring>
#include <type_traits>

#if defined(MAXWARP_SIMT)
#include "maxwarp_simt.h"
#endif

namespace maxwarp {

// ---- Thread -------------------------------------------------------------------------------------------------

/// Index of the calling thread in the grid, and how many there are.
__device__ inline std::int64_t thread_index() { return std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ inline std::int64_t thread_count() { return std::int64_t{gridDim.x} * blockDim.x; }

/// The value with the same bits.
template <typename To, typename From>
__device__ inline To from_bits(From value) {
  static_assert(sizeof(To) == sizeof(From));
  To result;
  memcpy(&result, &value, sizeof(To));
  return result;
}

/// Loads and stores of memory that other threads change meanwhile, on purpose: any value that the element
/// held since the last barrier may come back. Never kept in a register. PTX's relaxed order at the scope of the device:
/// `volatile` has the scope of the whole system, and kernels of random reads were up to a fifth slower with it.
template <typename T>
__device__ inline T load_relaxed(const T *place) {
#if defined(MAXWARP_SIMT)
  return simt::load_relaxed(place);
#else
  if constexpr (sizeof(T) == 8) {
    unsigned long long word;
    asm volatile("ld.relaxed.gpu.b64 %0, [%1];" : "=l"(word) : "l"(place) : "memory");
    return from_bits<T>(word);
  } else if constexpr (sizeof(T) == 4) {
    unsigned word;
    asm volatile("ld.relaxed.gpu.b32 %0, [%1];" : "=r"(word) : "l"(place) : "memory");
    return from_bits<T>(word);
  } else {
    return *reinterpret_cast<const volatile T *>(place);
  }
#endif
}
template <typename First, typename Second>
__device__ inline Pair<First, Second> load_relaxed(const Pair<First, Second> *place);
template <typename T>
__device__ inline void store_relaxed(T *place, std::type_identity_t<T> value) {
#if defined(MAXWARP_SIMT)
  simt::store_relaxed(place, value);
#else
  if constexpr (sizeof(T) == 8)
    asm volatile("st.relaxed.gpu.b64 [%0], %1;" ::"l"(place), "l"(from_bits<unsigned long long>(value)) : "memory");
  else if constexpr (sizeof(T) == 4)
    asm volatile("st.relaxed.gpu.b32 [%0], %1;" ::"l"(place), "r"(from_bits<unsigned>(value)) : "memory");
  else
    *reinterpret_cast<volatile T *>(place) = value;
#endif
}

/// The bits of a value as the unsigned integer that CUDA's compare-and-swap takes; 16 bytes need sm_90.
struct alignas(16) DoubleWord {
  unsigned long long low, high;
  friend __device__ inline bool operator==(DoubleWord a, DoubleWord b) { return a.low == b.low && a.high == b.high; }
};
/// Compare-and-swap of 16 bytes, as an instruction of its own: not every compiler has a function for it.
__device__ inline DoubleWord swap_double(DoubleWord *place, DoubleWord expected, DoubleWord next) {
#if defined(MAXWARP_SIMT)
  return simt::swap_double(place, expected, next);
#else
  DoubleWord found;
  asm volatile(
      "{ .reg .b128 expected, next, found; mov.b128 expected, {%3, %4}; mov.b128 next, {%5, %6};\n"
      "atom.relaxed.gpu.cas.b128 found, [%2], expected, next; mov.b128 {%0, %1}, found; }"
      : "=l"(found.low), "=l"(found.high)
      : "l"(place), "l"(expected.low), "l"(expected.high), "l"(next.low), "l"(next.high)
      : "memory");
  return found;
#endif
}
template <typename T>
using atomic_word = std::conditional_t<sizeof(T) == 16, DoubleWord, std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>>;
template <typename T>
__device__ inline atomic_word<T> to_word(T value) {
  return from_bits<atomic_word<T>>(value);
}
template <typename T>
__device__ inline T from_word(atomic_word<T> word) {
  return from_bits<T>(word);
}

/// The word at a place that others change meanwhile, in one piece: 16 bytes are read by a swap that changes nothing.
template <typename T>
__device__ inline atomic_word<T> load_word(const T *place) {
  auto *word = reinterpret_cast<atomic_word<T> *>(const_cast<T *>(place));
  if constexpr (sizeof(T) == 16)
    return swap_double(word, DoubleWord{}, DoubleWord{});
  else
    return load_relaxed(word);
}
template <typename First, typename Second>
__device__ inline Pair<First, Second> load_relaxed(const Pair<First, Second> *place) {
  return from_word<Pair<First, Second>>(load_word(place));
}

/// Replaces *place by combine(*place) with compare-and-swap; returns the value before. Stops without a
/// store when nothing would change.
template <typename T, typename Combine>
__device__ inline T atomic_update(T *place, Combine combine) {
  auto *word = reinterpret_cast<atomic_word<T> *>(place);
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

/// Atomic reductions; each returns the value before. Integers use the instruction of the hardware.
template <typename T>
__device__ inline T atomic_min(T *place, std::type_identity_t<T> value) {
  if constexpr (std::is_same_v<T, std::int32_t>)
    return atomicMin(place, value);
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return atomicMin(reinterpret_cast<long long *>(place), static_cast<long long>(value));
  else
    return atomic_update(place, [=](T old) { return value < old ? value : old; });
}
template <typename T>
__device__ inline T atomic_max(T *place, std::type_identity_t<T> value) {
  if constexpr (std::is_same_v<T, std::int32_t>)
    return atomicMax(place, value);
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return atomicMax(reinterpret_cast<long long *>(place), static_cast<long long>(value));
  else
    return atomic_update(place, [=](T old) { return old < value ? value : old; });
}
template <typename T>
__device__ inline T atomic_min_by_first(T *place, std::type_identity_t<T> value) {
  return atomic_update(place, [=](T old) { return min_by_first(old, value); });
}
template <typename T>
__device__ inline T atomic_max_by_first(T *place, std::type_identity_t<T> value) {
  return atomic_update(place, [=](T old) { return max_by_first(old, value); });
}
template <typename T>
__device__ inline T atomic_exchange(T *place, std::type_identity_t<T> value) {
  if constexpr (sizeof(T) == 16)
    return atomic_update(place, [=](T) { return value; });
  else
    return from_word<T>(atomicExch(reinterpret_cast<atomic_word<T> *>(place), to_word(value)));
}
/// Sums saturate at `inf` as `plus` does. The addition of the hardware wraps: who sees that it went over an end puts
/// the end there afterwards, so that the sum is right when all additions are done.
template <typename T>
__device__ inline T atomic_plus(T *place, std::type_identity_t<T> value) {
  if constexpr (std::is_floating_point_v<T>) {
    return atomicAdd(place, value);
  } else {
    using Word = atomic_word<T>;
    const T old = from_word<T>(atomicAdd(reinterpret_cast<Word *>(place), to_word(value)));
    const T sum = plus(old, value);
    if (to_word(sum) == static_cast<Word>(to_word(old) + to_word(value))) return old;
    if (sum > T{0})
      atomic_max(place, sum);
    else
      atomic_min(place, sum);
    return old;
  }
}
template <typename T>
__device__ inline T atomic_times(T *place, std::type_identity_t<T> value) {
  return atomic_update(place, [=](T old) { return times(old, value); });
}
template <typename T>
__device__ inline T atomic_or(T *place, std::type_identity_t<T> value) {
  if constexpr (sizeof(T) == 4)
    return atomicOr(place, value);
  else
    return atomic_update(place, [=](T old) { return old | value; });
}
template <typename T>
__device__ inline T atomic_and(T *place, std::type_identity_t<T> value) {
  if constexpr (sizeof(T) == 4)
    return atomicAnd(place, value);
  else
    return atomic_update(place, [=](T old) { return old & value; });
}

/// Puts `wanted` in place of `expected`; returns the value before, which is `expected` where that succeeded.
template <typename T>
__device__ inline T compare_exchange(T *place, T expected, T wanted) {
  return from_word<T>(atomicCAS(reinterpret_cast<atomic_word<T> *>(place), to_word(expected), to_word(wanted)));
}

/// Marks a node with the number of a round; true for exactly one of the threads that do so in a round.
__device__ inline bool claim(std::int32_t *marks, node_t node, std::int32_t round) {
  return load_relaxed(&marks[node]) != round && atomicExch(&marks[node], round) != round;
}

/// Appends a node to a worklist: one atomic addition a call.
__device__ inline void push(const Worklist &list, node_t node) { list.nodes[atomicAdd(list.size, 1)] = node; }

/// Appends like push; the lanes of a warp that are here together share one atomic addition. Lanes that push to
/// another list may be here at the same time, so the lanes are told apart by their list.
__device__ inline void push_together(const Worklist &list, node_t node) {
  const unsigned peers = __match_any_sync(__activemask(), reinterpret_cast<unsigned long long>(list.size));
  const int lane = static_cast<int>(threadIdx.x % 32);
  const int leader = __ffs(static_cast<int>(peers)) - 1;
  int base = 0;
  if (lane == leader) base = atomicAdd(list.size, __popc(peers));
  base = __shfl_sync(peers, base, leader);
  list.nodes[base + __popc(peers & ((1u << lane) - 1))] = node;
}

// ---- Virtual warp ---------------------------------------------------------------------------------------------

/// A virtual warp ([H] §3.1): W neighboring lanes of a warp, W in 2, 4, 8, 16, 32. Blocks are one-dimensional and
/// a multiple of 32 threads. All lanes of the tile call sync, broadcast and reduce together.
/// They are inlined always, so that a barrier is one place of the kernel: a compiler that takes them for plain calls may
/// copy them to both sides of a condition.
template <int W>
struct Tile {
  static constexpr int size = W;
  __device__ int lane() const { return static_cast<int>(threadIdx.x) % W; }
  __device__ int index_in_block() const { return static_cast<int>(threadIdx.x) / W; }
  __device__ int index_in_warp() const { return static_cast<int>(threadIdx.x) % 32 / W; }
  __device__ std::int64_t index() const { return thread_index() / W; }
  __device__ std::int64_t count() const { return thread_count() / W; }
  __device__ bool leader() const { return lane() == 0; }
  /// The lanes of this tile in its warp.
  __device__ unsigned mask() const {
    const unsigned lanes = W == 32 ? ~0u : (1u << (W % 32)) - 1;
    return lanes << (threadIdx.x % 32 / W * W);
  }
  /// Waits for the tile; writes before it are seen by the tile after it.
  __device__ __forceinline__ void sync() const { __syncwarp(mask()); }
  /// The value of lane 0, in every lane.
  template <typename T>
  __device__ __forceinline__ T broadcast(T value) const {
    if constexpr (is_pair<T>)
      return {broadcast(value.first), broadcast(value.second)};
    else if constexpr (std::is_same_v<T, bool>)
      return __shfl_sync(mask(), static_cast<int>(value), 0, W) != 0;  // shuffles move 32 or 64 bits
    else
      return __shfl_sync(mask(), value, 0, W);
  }
  /// All values of the tile combined, in every lane.
  template <typename T, typename Combine>
  __device__ __forceinline__ T reduce(T value, Combine combine) const {
    for (int distance = W / 2; distance > 0; distance /= 2) value = combine(value, across(value, distance));
    return value;
  }
  /// For each lane that has something its place behind `size` others; `size` grows by the number of those lanes.
  __device__ __forceinline__ int place(bool has, int &size) const {
    const unsigned lanes = __ballot_sync(mask(), has) & mask();
    const int mine = size + __popc(lanes & ((1u << threadIdx.x % 32) - 1));
    size += __popc(lanes);
    return mine;
  }
  /// The value of the lane whose number differs in the bit `distance`.
  template <typename T>
  __device__ T across(T value, int distance) const {
    if constexpr (is_pair<T>)
      return {across(value.first, distance), across(value.second, distance)};
    else
      return __shfl_xor_sync(mask(), value, distance, W);
  }
};

/// The warp-private copy of a chunk of nodes and of the bounds of their rows ([H] Fig. 4, `warpmem_t`).
template <int Size>
struct Chunk {
  edge_t first[Size];
  edge_t end[Size];
  node_t node[Size];
};

// ---- Block ----------------------------------------------------------------------------------------------------

/// All threads of a block as a team. All of them call sync, broadcast and reduce together.
struct Block {
  __device__ int lane() const { return static_cast<int>(threadIdx.x); }
  __device__ int size() const { return static_cast<int>(blockDim.x); }
  __device__ bool leader() const { return threadIdx.x == 0; }
  __device__ __forceinline__ void sync() const { __syncthreads(); }
  template <typename T>
  __device__ __forceinline__ T broadcast(T value) const {
    __shared__ T shared;
    __syncthreads();  // the last use of `shared` is over
    if (threadIdx.x == 0) shared = value;
    __syncthreads();  // `shared` is written
    return shared;
  }
  template <typename T, typename Combine>
  __device__ __forceinline__ T reduce(T value, Combine combine) const {
    __shared__ T partial[32];
    const T in_warp = Tile<32>{}.reduce(value, combine);
    __syncthreads();  // the last use of `partial` is over
    if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = in_warp;
    __syncthreads();  // `partial` is written
    T all = partial[0];
    for (unsigned warp = 1; warp < blockDim.x / 32; ++warp) all = combine(all, partial[warp]);
    return all;
  }
};

/// Running sums of the degrees of the nodes on a list: offsets[0] = 0, offsets[i + 1] = offsets[i] + degree(list[i]),
/// by the rows (or columns) given by `bounds`. Called by all threads of one block.
__device__ inline void scan_degrees(const edge_t *bounds, const Worklist &list, edge_t *offsets) {
  __shared__ edge_t sums[32];
  const int count = *list.size;
  const int lane = static_cast<int>(threadIdx.x % 32), warp = static_cast<int>(threadIdx.x / 32);
  edge_t total = 0;  // of the nodes before this stretch, the same in every thread
  for (int base = 0; base < count; base += static_cast<int>(blockDim.x)) {
    const int i = base + static_cast<int>(threadIdx.x);
    edge_t sum = i < count ? bounds[list.nodes[i] + 1] - bounds[list.nodes[i]] : 0;
    for (int distance = 1; distance < 32; distance *= 2) {
      const edge_t left = __shfl_up_sync(~0u, sum, distance);
      if (lane >= distance) sum += left;
    }
    if (lane == 31) sums[warp] = sum;
    __syncthreads();  // the sums of all warps are there
    edge_t before = total;
    for (int w = 0; w < static_cast<int>(blockDim.x / 32); ++w) {
      if (w < warp) before += sums[w];
      total += sums[w];
    }
    if (i < count) offsets[i + 1] = before + sum;
    __syncthreads();  // `sums` may be overwritten
  }
  if (threadIdx.x == 0) offsets[0] = 0;
}

// ---- Grid -----------------------------------------------------------------------------------------------------

/// Adds up the parts that threads collected: the warp first, then one atomic a warp. All threads of the grid call it.
template <typename T>
__device__ inline void accumulate_plus(T *cell, std::type_identity_t<T> part) {
  const T sum = Tile<32>{}.reduce(T{part}, [](T a, T b) { return plus(a, b); });
  if (threadIdx.x % 32 == 0 && sum != T{0}) atomic_plus(cell, sum);
}
template <typename T>
__device__ inline void accumulate_times(T *cell, std::type_identity_t<T> part) {
  const T product = Tile<32>{}.reduce(T{part}, [](T a, T b) { return times(a, b); });
  if (threadIdx.x % 32 == 0) atomic_times(cell, product);
}
template <typename T>
__device__ inline void accumulate_min(T *cell, std::type_identity_t<T> part) {
  const T least = Tile<32>{}.reduce(part, [](T a, T b) { return min_of(a, b); });
  if (threadIdx.x % 32 == 0) atomic_min(cell, least);
}
template <typename T>
__device__ inline void accumulate_max(T *cell, std::type_identity_t<T> part) {
  const T most = Tile<32>{}.reduce(part, [](T a, T b) { return max_of(a, b); });
  if (threadIdx.x % 32 == 0) atomic_max(cell, most);
}
template <typename T>
__device__ inline void accumulate_min_by_first(T *cell, std::type_identity_t<T> part) {
  const T least = Tile<32>{}.reduce(part, [](T a, T b) { return min_by_first(a, b); });
  if (threadIdx.x % 32 == 0) atomic_min_by_first(cell, least);
}
template <typename T>
__device__ inline void accumulate_max_by_first(T *cell, std::type_identity_t<T> part) {
  const T most = Tile<32>{}.reduce(part, [](T a, T b) { return max_by_first(a, b); });
  if (threadIdx.x % 32 == 0) atomic_max_by_first(cell, most);
}
template <typename T>
__device__ inline void accumulate_or(T *cell, std::type_identity_t<T> part) {
  const T all = Tile<32>{}.reduce(part, [](T a, T b) { return static_cast<T>(a | b); });
  if (threadIdx.x % 32 != 0) return;
  const T seen = load_relaxed(cell);
  if ((seen | all) != seen) atomic_or(cell, all);
}
template <typename T>
__device__ inline void accumulate_and(T *cell, std::type_identity_t<T> part) {
  const T all = Tile<32>{}.reduce(part, [](T a, T b) { return static_cast<T>(a & b); });
  if (threadIdx.x % 32 != 0) return;
  const T seen = load_relaxed(cell);
  if ((seen & all) != seen) atomic_and(cell, all);
}

/// A barrier of all threads of a cooperative grid (all blocks resident). `arrived` is 0 before the kernel starts
/// and counts blocks; writes before the barrier are seen by the whole grid after it.
struct GridBarrier {
  std::int64_t *arrived;

  __device__ void wait() const {
    __syncthreads();  // the block is done
    if (threadIdx.x == 0) {
      __threadfence();
      const auto ticket = atomicAdd(reinterpret_cast<unsigned long long *>(arrived), 1ull);
      const auto goal = static_cast<std::int64_t>((ticket / gridDim.x + 1) * gridDim.x);
      while (load_relaxed(arrived) < goal) __nanosleep(20);
      __threadfence();
    }
    __syncthreads();  // the grid is done
#if defined(MAXWARP_SIMT)
    simt::grid_barrier();
#endif
  }
};

}  // namespace maxwarp
