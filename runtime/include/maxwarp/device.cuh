// Device code by level of cooperation: thread (thread.cuh), virtual warp and block (team.cuh), grid (here). Generated
// kernels and hand-written ones use the same functions. Each comment states which threads call the function.
#pragma once

#include "maxwarp/guards.cuh"
#include "maxwarp/team.cuh"

namespace maxwarp {

/// Adds up the parts that threads collected: the warp first, then one atomic per warp. All threads of the grid call it.
/// Sums of integers have to stay within their type, or be collected as a Sum.
template <typename T>
__device__ inline void accumulate_plus(T* cell, std::type_identity_t<T> part) {
  const T sum = Tile<32>{}.reduce(T{part}, [](T a, T b) { return plus(a, b); });
  if (threadIdx.x % 32 != 0 || sum == T{0}) return;
  if constexpr (std::is_floating_point_v<T>)
    atomic_plus(cell, sum);
  else
    add_within(cell, sum);
}
/// Integers in 128 bits. The lower word wraps, and the thread that sees it wrap carries 1 to the upper word. Additions
/// that wrap commute, so both words are right when all are done.
template <typename T>
__device__ inline void accumulate_plus(Sum<T>* sum, Sum<T> part) {
  const Sum<T> all = Tile<32>{}.reduce(part, [](Sum<T> a, Sum<T> b) { return plus(a, b); });
  if (threadIdx.x % 32 != 0) return;
  if (all.infinite) store_relaxed(&sum->infinite, 1);
  std::uint64_t high = all.high;
  if (all.low != 0) {
    const std::uint64_t old = atomicAdd(reinterpret_cast<unsigned long long*>(&sum->low), all.low);
    if (old + all.low < old) ++high;
  }
  if (high != 0) atomicAdd(reinterpret_cast<unsigned long long*>(&sum->high), high);
}
template <typename T>
__device__ inline void accumulate_times(T* cell, std::type_identity_t<T> part) {
  const T product = Tile<32>{}.reduce(T{part}, [](T a, T b) { return product_of(a, b); });
  if (threadIdx.x % 32 == 0) atomic_times(cell, product);
}
template <typename T>
__device__ inline void accumulate_times(T* cell, Product<T> part) {
  const Product<T> all = Tile<32>{}.reduce(part, [](Product<T> a, Product<T> b) { return product_of(a, b); });
  if (threadIdx.x % 32 == 0 && all.started) atomic_times(cell, all);
}
/// A load shows most warps that they change nothing.
template <typename T>
__device__ inline void accumulate_min(T* cell, std::type_identity_t<T> part) {
  const T least = Tile<32>{}.reduce(part, [](T a, T b) { return min_of(a, b); });
  if (threadIdx.x % 32 == 0) guarded_min(cell, least);
}
template <typename T>
__device__ inline void accumulate_max(T* cell, std::type_identity_t<T> part) {
  const T most = Tile<32>{}.reduce(part, [](T a, T b) { return max_of(a, b); });
  if (threadIdx.x % 32 == 0) guarded_max(cell, most);
}
template <typename T>
__device__ inline void accumulate_min_by_first(T* cell, std::type_identity_t<T> part) {
  const T least = Tile<32>{}.reduce(part, [](T a, T b) { return min_by_first(a, b); });
  if (threadIdx.x % 32 == 0) guarded_min_by_first(cell, least);
}
template <typename T>
__device__ inline void accumulate_max_by_first(T* cell, std::type_identity_t<T> part) {
  const T most = Tile<32>{}.reduce(part, [](T a, T b) { return max_by_first(a, b); });
  if (threadIdx.x % 32 == 0) guarded_max_by_first(cell, most);
}
template <typename T>
__device__ inline void accumulate_or(T* cell, std::type_identity_t<T> part) {
  if (!Tile<32>{}.any(part != T{0})) return;  // the common case where `cell` is a flag
  const T all = Tile<32>{}.reduce(part, [](T a, T b) { return static_cast<T>(a | b); });
  if (threadIdx.x % 32 == 0) guarded_or(cell, all);
}
template <typename T>
__device__ inline void accumulate_and(T* cell, std::type_identity_t<T> part) {
  const T all = Tile<32>{}.reduce(part, [](T a, T b) { return static_cast<T>(a & b); });
  if (threadIdx.x % 32 == 0) guarded_and(cell, all);
}

/// A barrier of all threads of a cooperative grid (all blocks resident). `arrived` is 0 before the kernel starts
/// and counts blocks; writes before the barrier are seen by the whole grid after it.
struct GridBarrier {
  std::int64_t* arrived;

  __device__ void wait() const {
    __syncthreads();  // the block is done
    if (threadIdx.x == 0) {
      __threadfence();
      const auto ticket = atomicAdd(reinterpret_cast<unsigned long long*>(arrived), 1ull);
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

/// The same for few blocks, with a shorter way: they keep in mind how many have to arrive, and do not rest while they
/// wait. With many blocks those who wait would be in the way of those who arrive.
struct FewBlocksBarrier {
  std::int64_t* arrived;
  std::int64_t goal = 0;

  __device__ void wait() {
    __syncthreads();  // the block is done
    goal += gridDim.x;
    if (threadIdx.x == 0) {
#if defined(MAXWARP_SIMT)
      __threadfence();
      atomicAdd(reinterpret_cast<unsigned long long*>(arrived), 1ull);
      while (load_relaxed(arrived) < goal) __nanosleep(20);
      __threadfence();
#else
      asm volatile("red.release.gpu.global.add.u64 [%0], 1;" ::"l"(arrived) : "memory");
      std::int64_t seen = 0;
      while (seen < goal) asm volatile("ld.acquire.gpu.global.s64 %0, [%1];" : "=l"(seen) : "l"(arrived) : "memory");
#endif
    }
    __syncthreads();  // the grid is done
#if defined(MAXWARP_SIMT)
    simt::grid_barrier();
#endif
  }
};

/// A barrier of all threads of a grid that is one cluster, by the hardware of sm_90; before that it is one block.
/// Writes before the barrier are seen by the whole cluster after it.
__device__ inline void cluster_barrier() {
#if defined(MAXWARP_SIMT)
  if (gridDim.x == 1)
    __syncthreads();
  else
    simt::grid_barrier();
#elif __CUDA_ARCH__ >= 900
  asm volatile("barrier.cluster.arrive.release;\n\tbarrier.cluster.wait.acquire;" ::: "memory");
#else
  __syncthreads();
#endif
}

}  // namespace maxwarp
