// Work that warps and blocks take piece by piece while they are free ([H] §3.2): a cell counts the items that are taken.
#pragma once

#include "maxwarp/device.cuh"

namespace maxwarp {

/// The first item of the next piece; the team has it for itself. `taken` is 0 before the kernel starts. Called by a whole
/// warp (as Tile<32>) or block.
template <typename Team>
__device__ inline std::int64_t take(const Team &team, std::int64_t *taken, std::int64_t piece) {
  std::int64_t first = 0;
  if (team.leader())
    first = static_cast<std::int64_t>(atomicAdd(reinterpret_cast<unsigned long long *>(taken), static_cast<unsigned long long>(piece)));
  return team.broadcast(first);
}

/// How many items to take at a time: an eighth of an equal share of each of `teams`, in whole steps of `step` items and
/// at most 512, so that the last pieces are small beside the whole.
__device__ inline std::int64_t piece_of(std::int64_t count, std::int64_t teams, std::int64_t step) {
  const std::int64_t share = count / (8 * teams) / step * step;
  return max_of(step, min_of<std::int64_t>(share, 512));
}

/// Whether the calling block runs on one of the first `processors` multiprocessors; the first block works wherever it runs,
/// so that the work is done even if other kernels keep all others from there.
__device__ inline bool works_on(int processors) {
#if defined(MAXWARP_SIMT)
  const int number = static_cast<int>(blockIdx.x % 4);  // the modelled device has four
#else
  int number;
  asm("mov.u32 %0, %%smid;" : "=r"(number));
#endif
  return number < processors || blockIdx.x == 0;
}

}  // namespace maxwarp
