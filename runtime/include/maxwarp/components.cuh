// Loops over the components of vectors by a team: several components of a lane at a time, and columns of a block. Each
// comment states which threads call it.
#pragma once

#include "maxwarp/device.cuh"

namespace maxwarp {

/// The end of the whole groups of `size` indices from `first` on.
template <typename Index>
__device__ inline Index end_of_groups(Index first, Index end, int size) {
  return end > first ? static_cast<Index>(end - (std::int64_t{end} - first) % size) : first;
}

/// For a lane with `size` indices at a time, a team's size apart: the first of each of its groups. Groups are whole;
/// rest_of_groups has the indices behind the last one, one at a time.
template <typename Team, typename Index>
__device__ inline Strided<Index> groups(const Team& team, Index first, Index end, int size) {
  const int step = team.size() * size;
  const Index behind = end_of_groups(first, end, step);
  return {behind > first ? static_cast<Index>(first + team.lane()) : behind, behind, static_cast<Index>(step), 0, 1};
}
template <typename Team, typename Index>
__device__ inline Strided<Index> rest_of_groups(const Team& team, Index first, Index end, int size) {
  return team.strided(end_of_groups(first, end, team.size() * size), end);
}

/// The threads of a block that have one index in a loop over components: the lanes with one number of all warps. Behind
/// the end of the loop, threads repeat the last index, and no lane of theirs is the leader. All threads of the block
/// call sync, broadcast and reduce together.
template <typename Index>
class Column {
 public:
  __device__ Column(Index index, bool repeated) : index_(index), repeated_(repeated) {}
  __device__ Index index() const { return index_; }
  __device__ int lane() const { return static_cast<int>(threadIdx.x / 32); }
  __device__ int size() const { return static_cast<int>(blockDim.x / 32); }
  __device__ bool leader() const { return lane() == 0 && !repeated_; }
  __device__ __forceinline__ void sync() const { __syncthreads(); }
  /// This thread's part of first, first + step, … below `end`.
  template <typename I>
  __device__ Strided<I> strided(I first, I end) const {
    return {first, end, lane(), size()};
  }
  template <typename I>
  __device__ Strided<I> strided(I first, I end, I step) const {
    return {first, end, step, lane(), size()};
  }
  /// The value that the first warp has in this column.
  template <typename T>
  __device__ __forceinline__ T broadcast(T value) const {
    __shared__ T shared[32];
    __syncthreads();  // the last use of `shared` is over
    if (lane() == 0) shared[threadIdx.x] = value;
    __syncthreads();  // `shared` is written
    return shared[threadIdx.x % 32];
  }
  /// All values of the column combined, in every thread of it.
  template <typename T, typename Combine>
  __device__ __forceinline__ T reduce(T value, Combine combine) const {
    __shared__ T partial[32 * sizes::warps_of_block];
    __syncthreads();  // the last use of `partial` is over
    partial[threadIdx.x] = value;
    __syncthreads();  // `partial` is written
    T all = partial[threadIdx.x % 32];
    for (unsigned other = threadIdx.x % 32 + 32; other < blockDim.x; other += 32) all = combine(all, partial[other]);
    return all;
  }

 private:
  Index index_;
  bool repeated_;
};

/// The indices first .. end - 1 by columns, those of a warp at a time. All threads of the block go through them
/// together: for (const Column<Index> column : Columns<Index>(first, end)).
template <typename Index>
class Columns {
 public:
  class Iterator {
   public:
    __device__ explicit Iterator(const Columns& all) : at_(all.first_), last_(all.end_ - 1) {}
    __device__ Column<Index> operator*() const {
      const std::int64_t own = at_ + threadIdx.x % 32;
      return {static_cast<Index>(min_of(own, last_)), own > last_};
    }
    __device__ Iterator& operator++() {
      at_ += 32;
      return *this;
    }
    __device__ bool operator!=(std::int64_t end) const { return at_ < end; }

   private:
    std::int64_t at_, last_;
  };
  __device__ Columns(Index first, Index end) : first_(first), end_(end) {}
  __device__ Iterator begin() const { return Iterator(*this); }
  __device__ std::int64_t end() const { return end_; }

 private:
  std::int64_t first_, end_;
};

}  // namespace maxwarp
