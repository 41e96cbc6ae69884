// Kernels with one mistake each in how threads meet, and without it.
#include "test/unit/simt/case.cuh"

namespace simt_test {

namespace {

__global__ void half_syncwarp(int* out, unsigned mask) {
  if (threadIdx.x < 16) __syncwarp(mask);
  out[threadIdx.x] = 1;
}
/// Lanes 0 to 7 use a mask that does not name them.
cudaError_t mask_without_caller(bool right) {
  Array<int> out(32);
  return launch({1, 32}, half_syncwarp, out.data(), right ? 0xffffu : 0xff00u);
}

__global__ void branch_shuffle(int* out, unsigned mask) {
  int value = static_cast<int>(threadIdx.x);
  if (threadIdx.x < 16) value = __shfl_xor_sync(mask, value, 1);
  __syncthreads();
  out[threadIdx.x] = value;
}
/// The full mask although only half of the warp takes the branch; the others wait at the barrier.
cudaError_t full_mask_in_branch(bool right) {
  Array<int> out(32);
  return launch({1, 32}, branch_shuffle, out.data(), right ? 0xffffu : ~0u);
}

__global__ void different_masks(int* out, unsigned lower) {
  out[threadIdx.x] = __shfl_sync(threadIdx.x < 16 ? lower : ~0u, 1, 0);
}
cudaError_t masks_differ(bool right) {
  Array<int> out(32);
  return launch({1, 32}, different_masks, out.data(), right ? ~0u : 0xffffu);
}

__global__ void exited_shuffle(int* out, int count) {
  const int value = static_cast<int>(threadIdx.x);
  if (value >= count) return;
  out[threadIdx.x] = __shfl_down_sync(~0u, value, 4);
}
cudaError_t shuffle_from_exited(bool right) {
  Array<int> out(32);
  return launch({1, 32}, exited_shuffle, out.data(), right ? 32 : 20);
}

__global__ void outside_shuffle(int* out, int width) {
  const int value = static_cast<int>(threadIdx.x);
  if (value < 8) out[threadIdx.x] = __shfl_down_sync(0xffu, value, 4, width);
}
cudaError_t shuffle_from_outside_mask(bool right) {
  Array<int> out(32);
  return launch({1, 32}, outside_shuffle, out.data(), right ? 8 : 32);
}

/// Whole warps may come to the barrier at different calls, lanes of one warp may not.
__global__ void branch_barrier(int* out, unsigned width) {
  if (threadIdx.x / width % 2 == 0) {
    out[threadIdx.x] = 1;
    __syncthreads();
  } else {
    __syncthreads();
    out[threadIdx.x] = 2;
  }
}
cudaError_t divergent_syncthreads(bool right) {
  Array<int> out(64);
  return launch({1, 64}, branch_barrier, out.data(), right ? 32u : 1u);
}

__global__ void exited_barrier(int* out, unsigned count) {
  if (threadIdx.x >= count) return;
  out[threadIdx.x] = 1;
  __syncthreads();
}
cudaError_t syncthreads_after_exit(bool right) {
  Array<int> out(64);
  return launch({1, 64}, exited_barrier, out.data(), right ? 64u : 50u);
}

__global__ void late_exit(int* out, bool right) {
  if (threadIdx.x == 0 || right) __syncthreads();
  out[threadIdx.x] = 1;
}
cudaError_t syncthreads_by_one(bool right) {
  Array<int> out(64);
  return launch({1, 64}, late_exit, out.data(), right);
}

__global__ void wait_for_flag(int* flag) {
  while (load_relaxed(flag) == 0) {
  }
}
cudaError_t endless_spin(bool right) {
  Array<int> flag(1, right ? 1 : 0);
  return launch({1, 32}, wait_for_flag, flag.data());
}

__global__ void barrier_and_spin(int* flag, bool right) {
  if (threadIdx.x == 63 && right) atomicExch(flag, 1);
  if (threadIdx.x == 0) {
    while (atomicAdd(flag, 0) == 0) {
    }
  }
  __syncthreads();
  atomicExch(flag, 1);
}
cudaError_t spin_before_barrier(bool right) {
  Array<int> flag(1, 0);
  return launch({2, 64}, barrier_and_spin, flag.data(), right);
}

__global__ void some_meet(int* out, unsigned* arrived, bool right) {
  if (blockIdx.x != 3 || right) {
#if defined(MAXWARP_SIMT)
    maxwarp::simt::grid_barrier();
#else
    grid_wait(arrived);
#endif
  }
  out[blockIdx.x] = 1 + (arrived == nullptr);
}
cudaError_t grid_barrier_by_some(bool right) {
  Array<int> out(4);
  Array<unsigned> arrived(1, 0);
  return launch({4, 1, 0, true}, some_meet, out.data(), arrived.data(), right);
}

/// The hand-written barrier, of which one block knows nothing: the others wait without end.
__global__ void some_wait(int* out, unsigned* arrived, bool right) {
  if (blockIdx.x != 3 || right) grid_wait(arrived);
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
cudaError_t flag_barrier_by_some(bool right) {
  Array<int> out(4 * 32);
  Array<unsigned> arrived(1, 0);
  return launch({4, 32, 0, true}, some_wait, out.data(), arrived.data(), right);
}

constexpr WrongCase cases[] = {
    {"mask_without_caller", mask_without_caller},
    {"full_mask_in_branch", full_mask_in_branch},
    {"masks_differ", masks_differ},
    {"shuffle_from_exited", shuffle_from_exited},
    {"shuffle_from_outside_mask", shuffle_from_outside_mask},
    {"divergent_syncthreads", divergent_syncthreads},
    {"syncthreads_after_exit", syncthreads_after_exit},
    {"syncthreads_by_one", syncthreads_by_one},
    {"endless_spin", endless_spin},
    {"spin_before_barrier", spin_before_barrier},
    {"grid_barrier_by_some", grid_barrier_by_some},
    {"flag_barrier_by_some", flag_barrier_by_some},
};

}  // namespace

std::span<const WrongCase> wrong_team_cases() { return cases; }

}  // namespace simt_test
