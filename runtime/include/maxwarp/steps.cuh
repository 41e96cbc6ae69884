// Device code that counts which lanes are in the steps of a loop over neighbors: `gdslc --instrument=counted`.
#pragma once

#include "maxwarp/observer.h"
#include "maxwarp/thread.cuh"

namespace maxwarp {

/// Whether the calling lane is the first of those of its warp that are here together. On a GPU these are the ones that
/// issue the instruction at once; the SIMT engine, whose lanes run one after the other, counts those as together that
/// have come here in the same iteration of each loop around.
__device__ inline bool first_of_warp_here() {
#if defined(MAXWARP_SIMT)
  return simt::first_here();
#else
  const unsigned together = __activemask();
  return static_cast<unsigned>(threadIdx.x) % 32 == static_cast<unsigned>(__ffs(static_cast<int>(together)) - 1);
#endif
}

/// Counts the calling lane in the step of the loop in which it is. `leads`: it is the first of those that share its
/// node, which has as many edges as any of them.
__device__ inline void count_step(StepCounts* steps, bool leads) {
  if (first_of_warp_here()) atomicAdd(&steps->warps, 1ull);
  if (leads) atomicAdd(&steps->groups, 1ull);
  atomicAdd(&steps->lanes, 1ull);
}

/// Counts a reduction by the calling lane that has changed its element.
__device__ inline void count_change(StepCounts* steps) { atomicAdd(&steps->changes, 1ull); }

/// Counts what is in the donation box of the block (maxwarp/donation.cuh). Called by all threads, once it is filled.
template <typename Box>
__device__ inline void count_donations(StepCounts* steps, const Box& box) {
  constexpr int places = sizeof(box.items) / sizeof(box.items[0]);
  if (threadIdx.x != 0) return;
  const auto donated = static_cast<unsigned long long>(min_of(box.size, places));
  atomicAdd(&steps->donated, donated);
  if (blockIdx.x == 0) atomicAdd(&steps->donated_first, donated);
}

}  // namespace maxwarp
