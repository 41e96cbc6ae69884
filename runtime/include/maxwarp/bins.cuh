// Teams by the size of the work (Merrill, Garland, Grimshaw 2012, §5.3): the items that the threads of a block take go
// to the block, to a warp, or stay with the thread.
#pragma once

#include "maxwarp/device.cuh"

namespace maxwarp {

/// `__shared__ Bins<128, 128, 32> bins;` in blocks of at most `Threads` threads: a bin for items of at least 128, one
/// for those of at least 32. The limits fall; an item that no bin takes is its thread's own.
template <int Threads, int... Limits>
class Bins {
 public:
  static constexpr int count = sizeof...(Limits);

  /// Empties the bins. Called by all threads of the block, as `filled` is.
  __device__ __forceinline__ void start() {
    if (threadIdx.x < count) sizes_[threadIdx.x] = 0;
    __syncthreads();  // the bins are empty
  }

  /// Puts the calling thread's item into the bin for that much work; returns false if there is none.
  __device__ bool add(std::int64_t work) {
    constexpr std::int64_t limits[] = {Limits...};
    for (int bin = 0; bin < count; ++bin)
      if (work >= limits[bin]) {
        threads_[bin][atomicAdd(&sizes_[bin], 1)] = static_cast<std::uint16_t>(threadIdx.x);
        return true;
      }
    return false;
  }

  __device__ __forceinline__ void filled() const {
    __syncthreads();  // every item is in its bin
  }

  /// How many items a bin has, and the thread (its index in the block) that each item belongs to.
  __device__ int size(int bin) const { return sizes_[bin]; }
  __device__ int at(int bin, int place) const { return threads_[bin][place]; }

  /// Called by all threads of the block when they are done with the items.
  __device__ __forceinline__ void done() const {
    __syncthreads();  // the bins may be emptied
  }

 private:
  std::uint16_t threads_[count][Threads];
  int sizes_[count];
};

static_assert(sizeof(Bins<32, 32>) == sizes::bins(1, 32) && sizeof(Bins<128, 128, 32>) == sizes::bins(2, 128));

}  // namespace maxwarp
