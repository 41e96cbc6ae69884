// Hand-written kernels for the speed of the SIMT engine, each mostly one thing: loads, barriers, atomics,
// shuffles.
#include <cuda_runtime.h>

#include "bench/simt/kernels.h"

namespace {

/// Neighbor sums over fixed rows: mostly loads, as graph kernels are.
__global__ void gather(const int* values, int* sums, int count, int degree) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  int sum = 0;
  for (int e = 0; e < degree; ++e) sum += values[(i + e * 17) % count];
  sums[i] = sum;
}

/// Tree reductions in shared memory: mostly waiting.
__global__ void reduce(const int* values, int* sums, int rounds) {
  __shared__ int tile[128];
  for (int round = 0; round < rounds; ++round) {
    tile[threadIdx.x] = values[blockIdx.x * 128 + threadIdx.x];
    __syncthreads();
    for (unsigned width = 64; width > 0; width /= 2) {
      if (threadIdx.x < width) tile[threadIdx.x] += tile[threadIdx.x + width];
      __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = tile[0];
    __syncthreads();
  }
}

/// Sums of warps: nothing but shuffles.
__global__ void shuffle(const int* values, int* sums, int rounds) {
  int sum = values[blockIdx.x * 128 + threadIdx.x];
  for (int round = 0; round < rounds; ++round)
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
  sums[blockIdx.x * 128 + threadIdx.x] = sum;
}

__global__ void count(int* counters, int rounds) {
  for (int round = 0; round < rounds; ++round) atomicAdd(&counters[threadIdx.x % 8], 1);
}

cudaLaunchConfig_t shape(int blocks, int threads) {
  cudaLaunchConfig_t config{};
  config.gridDim = static_cast<unsigned>(blocks);
  config.blockDim = static_cast<unsigned>(threads);
  return config;
}

}  // namespace

cudaError_t bench_gather(int* values, int* sums, int elements) {
  const auto config = shape((elements + 127) / 128, 128);
  return cudaLaunchKernelEx(&config, gather, static_cast<const int*>(values), sums, elements, 32);
}
cudaError_t bench_reduce(int* values, int* sums, int elements) {
  const auto config = shape(elements / 128, 128);
  return cudaLaunchKernelEx(&config, reduce, static_cast<const int*>(values), sums, 4);
}
cudaError_t bench_shuffle(int* values, int* sums, int elements) {
  const auto config = shape(elements / 128, 128);
  return cudaLaunchKernelEx(&config, shuffle, static_cast<const int*>(values), sums, 8);
}
cudaError_t bench_count(int* values, int*, int elements) {
  const auto config = shape(elements / 128, 128);
  return cudaLaunchKernelEx(&config, count, values, 16);
}
