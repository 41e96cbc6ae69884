// Kernels with one mistake each in how threads meet.
#include "test/unit/simt/case.cuh"

namespace simt_test {

namespace {

__global__ void half_syncwarp(int* out) {
  if (threadIdx.x < 16) __syncwarp(0xff00u);
  out[threadIdx.x] = 1;
}
/// Lanes 0 to 7 use a mask that does not name them.
cudaError_t mask_without_caller() {
  Array<int> out(32);
  return launch({1, 32}, half_syncwarp, out.data());
}

__global__ void branch_shuffle(int* out) {
  int value = static_cast<int>(threadIdx.x);
  if (threadIdx.x < 16) value = __shfl_xor_sync(~0u, value, 1);
  __syncthreads();
  out[threadIdx.x] = value;
}
/// The full mask although only half of the warp takes the branch; the others wait at the barrier.
cudaError_t full_mask_in_branch() {
  Array<int> out(32);
  return launch({1, 32}, branch_shuffle, out.data());
}

__global__ void different_masks(int* out) {
  out[threadIdx.x] = __shfl_sync(threadIdx.x < 16 ? 0xffffu : ~0u, 1, 0);
}
cudaError_t masks_differ() {
  Array<int> out(32);
  return launch({1, 32}, different_masks, out.data());
}

__global__ void exited_shuffle(int* out) {
  const int value = static_cast<int>(threadIdx.x);
  if (value >= 20) return;
  out[threadIdx.x] = __shfl_down_sync(~0u, value, 4);
}
cudaError_t shuffle_from_exited() {
  Array<int> out(32);
  return launch({1, 32}, exited_shuffle, out.data());
}

__global__ void outside_shuffle(int* out) {
  const int value = static_cast<int>(threadIdx.x);
  if (value < 8) out[threadIdx.x] = __shfl_down_sync(0xffu, value, 4);
}
cudaError_t shuffle_from_outside_mask() {
  Array<int> out(32);
  return launch({1, 32}, outside_shuffle, out.data());
}

__global__ void branch_barrier(int* out) {
  if (threadIdx.x % 2 == 0) {
    out[threadIdx.x] = 1;
    __syncthreads();
  } else {
    __syncthreads();
    out[threadIdx.x] = 2;
  }
}
cudaError_t divergent_syncthreads() {
  Array<int> out(64);
  return launch({1, 64}, branch_barrier, out.data());
}

__global__ void exited_barrier(int* out, unsigned count) {
  if (threadIdx.x >= count) return;
  out[threadIdx.x] = 1;
  __syncthreads();
}
cudaError_t syncthreads_after_exit() {
  Array<int> out(64);
  return launch({1, 64}, exited_barrier, out.data(), 50u);
}

__global__ void late_exit(int* out) {
  if (threadIdx.x == 0) __syncthreads();
  out[threadIdx.x] = 1;
}
cudaError_t syncthreads_by_one() {
  Array<int> out(64);
  return launch({1, 64}, late_exit, out.data());
}

__global__ void wait_forever(int* flag) {
  while (load_relaxed(flag) == 0) {
  }
}
cudaError_t endless_spin() {
  Array<int> flag(1, 0);
  return launch({1, 32}, wait_forever, flag.data());
}

__global__ void barrier_and_spin(int* flag) {
  if (threadIdx.x == 0) {
    while (atomicAdd(flag, 0) == 0) {
    }
  }
  __syncthreads();
  atomicExch(flag, 1);
}
cudaError_t spin_before_barrier() {
  Array<int> flag(1, 0);
  return launch({2, 64}, barrier_and_spin, flag.data());
}

__global__ void some_meet(int* out) {
#if defined(MAXWARP_SIMT)
  if (blockIdx.x != 3) maxwarp::simt::grid_barrier();
#endif
  out[blockIdx.x] = 1;
}
cudaError_t grid_barrier_by_some() {
  Array<int> out(4);
  return launch({4, 1, 0, true}, some_meet, out.data());
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
};

}  // namespace

std::span<const WrongCase> wrong_team_cases() { return cases; }

}  // namespace simt_test
