// Right kernels whose threads wait for others: grid barriers, flags, locks, the last block.
#include "test/unit/simt/case.cuh"

namespace simt_test {

namespace {

/// Each step every thread takes over the value of the thread one block further on.
__global__ void rotate(int* from, int* to, int steps, unsigned* arrived) {
  const unsigned count = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int step = 0; step < steps; ++step) {
    to[i] = from[(i + blockDim.x) % count];
    grid_wait(arrived);
    int* swap = from;
    from = to;
    to = swap;
  }
}

cudaError_t run_grid_barrier(bool& right) {
  std::vector<int> numbers(8 * 64);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int>(i);
  Array<int> from(numbers), to(numbers.size(), 0);
  Array<unsigned> arrived(1, 0);
  cudaError_t error = launch({8, 64, 0, true}, rotate, from.data(), to.data(), 5, arrived.data());
  std::vector<int> seen = to.values();
  right = true;
  for (std::size_t i = 0; i < seen.size(); ++i) right = right && seen[i] == static_cast<int>((i + 5 * 64) % 512);
  return error;
}

/// The same with the engine's hook; without fences nothing but the hook orders the threads.
__global__ void rotate_hooked(int* from, int* to, unsigned* arrived, bool fences) {
  const unsigned count = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[(i + blockDim.x) % count];
#if defined(MAXWARP_SIMT)
  __syncthreads();
  if (threadIdx.x == 0) {
    if (fences) __threadfence();
    atomicAdd(arrived, 1u);
    while (load_relaxed(arrived) < gridDim.x) {
    }
    if (fences) __threadfence();
  }
  __syncthreads();
  maxwarp::simt::grid_barrier();
#else
  grid_wait(arrived);
#endif
  from[i] = to[(i + blockDim.x) % count];
}

cudaError_t run_hooked_barrier(bool& right) {
  std::vector<int> numbers(8 * 32);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int>(i);
  Array<int> from(numbers), to(numbers.size(), 0);
  Array<unsigned> arrived(1, 0);
  cudaError_t error = launch({8, 32, 0, true}, rotate_hooked, from.data(), to.data(), arrived.data(), true);
  std::vector<int> seen = from.values();
  right = true;
  for (std::size_t i = 0; i < seen.size(); ++i) right = right && seen[i] == static_cast<int>((i + 2 * 32) % 256);
  return error;
}

__global__ void hand_over(int* data, int* flag, int* out) {
  if (blockIdx.x == 1) {
    data[threadIdx.x] = 3 * static_cast<int>(threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      store_relaxed(flag, 1);
    }
    return;
  }
  while (load_relaxed(flag) == 0) {
  }
  __threadfence();
  out[threadIdx.x] = data[63 - threadIdx.x];
}

cudaError_t run_flag(bool& right) {
  Array<int> data(64), flag(1, 0), out(64);
  cudaError_t error = launch({2, 64}, hand_over, data.data(), flag.data(), out.data());
  std::vector<int> seen = out.values();
  right = true;
  for (int i = 0; i < 64; ++i) right = right && seen[static_cast<unsigned>(i)] == 3 * (63 - i);
  return error;
}

/// A flag within a warp, spun on through a volatile pointer: lanes progress independently.
__global__ void hand_over_volatile(int* flag, int* out) {
  volatile int* spin = flag;
  if (threadIdx.x == 31) {
    *spin = 5;
    return;
  }
  while (*spin == 0) {
  }
  out[threadIdx.x] = *spin;
}

cudaError_t run_volatile_flag(bool& right) {
  Array<int> flag(1, 0), out(31);
  cudaError_t error = launch({1, 32}, hand_over_volatile, flag.data(), out.data());
  right = out.values() == std::vector<int>(31, 5);
  return error;
}

/// A lock that lanes of one warp contend for; the plain update inside is ordered by fences.
__global__ void locked_count(int* lock, int* count) {
  for (bool done = false; !done;) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *count = *count + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

cudaError_t run_lock(bool& right) {
  Array<int> lock(1, 0), count(1, 0);
  cudaError_t error = launch({4, 64}, locked_count, lock.data(), count.data());
  right = count.values()[0] == 256;
  return error;
}

/// The block that finishes last adds up what all blocks left in plain memory.
__global__ void last_block(int* partial, unsigned* finished, int* total) {
  __shared__ bool last;
  partial[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<int>(blockIdx.x);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicAdd(finished, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!last || threadIdx.x != 0) return;
  int sum = 0;
  for (unsigned i = 0; i < gridDim.x * blockDim.x; ++i) sum += partial[i];
  *total = sum;
}

cudaError_t run_last_block(bool& right) {
  Array<int> partial(30 * 32), total(1);
  Array<unsigned> finished(1, 0);
  cudaError_t error = launch({30, 32}, last_block, partial.data(), finished.data(), total.data());
  right = total.values()[0] == 29 * 30 / 2 * 32;
  return error;
}

__global__ void pass_by_shuffle(int* of_device, bool shared, bool barrier) {
  __shared__ int of_block[32];
  int* place = shared ? of_block : of_device;
  const unsigned lane = threadIdx.x;
  place[lane] = static_cast<int>(lane);
  __shfl_sync(~0u, lane, 0);
  if (barrier) __syncwarp();
  const int mine = place[(lane + 1) % 32];
  __syncthreads();
  place[lane] = mine;
}

constexpr RightCase cases[] = {
    {"grid_barrier", run_grid_barrier},
    {"hooked_grid_barrier", run_hooked_barrier},
    {"flag", run_flag},
    {"volatile_flag", run_volatile_flag},
    {"lock", run_lock},
    {"last_block", run_last_block},
};

}  // namespace

cudaError_t run_hook_without_fences() {
  Array<int> from(8 * 32, 0), to(8 * 32, 0);
  Array<unsigned> arrived(1, 0);
  return launch({8, 32, 0, true}, rotate_hooked, from.data(), to.data(), arrived.data(), false);
}

cudaError_t run_past_shuffle(bool shared, bool barrier) {
  Array<int> values(32, 0);
  return launch({1, 32}, pass_by_shuffle, values.data(), shared, barrier);
}

std::span<const RightCase> progress_cases() { return cases; }

}  // namespace simt_test
