// What the kernels under test share: a case as the tests see it, device arrays, launching, relaxed accesses.
// Everything here is CUDA as well, so that nvcc compiles the same cases.
#pragma once

#include <cuda_runtime.h>

#include <vector>

#include "test/unit/simt/cases.h"

#if defined(MAXWARP_SIMT)
#include "maxwarp_simt.h"
#endif

namespace simt_test {

template <typename T>
__device__ T load_relaxed(const T* place) {
#if defined(MAXWARP_SIMT)
  return maxwarp::simt::load_relaxed(place);
#else
  return *static_cast<const volatile T*>(place);
#endif
}

template <typename T>
__device__ void store_relaxed(T* place, T value) {
#if defined(MAXWARP_SIMT)
  maxwarp::simt::store_relaxed(place, value);
#else
  *static_cast<volatile T*>(place) = value;
#endif
}

/// The hand-written barrier of persistent kernels: atomics and spinning, nothing that the engine knows.
__device__ __forceinline__ void grid_wait(unsigned* arrived) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    const unsigned ticket = atomicAdd(arrived, 1u), goal = (ticket / gridDim.x + 1) * gridDim.x;
    while (load_relaxed(arrived) < goal) __nanosleep(20);
    __threadfence();
  }
  __syncthreads();
}

/// An array on the device, freed at the end of the case. A failed allocation shows as a wrong result.
template <typename T>
class Array {
 public:
  explicit Array(std::size_t count) : count_(count) { cudaMalloc(&data_, count * sizeof(T)); }
  Array(const std::vector<T>& values) : Array(values.size()) {
    cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice);
  }
  Array(std::size_t count, int byte) : Array(count) { cudaMemset(data_, byte, count * sizeof(T)); }
  ~Array() { cudaFree(data_); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  T* data() { return data_; }
  std::vector<T> values() const {
    std::vector<T> result(count_);
    cudaMemcpy(result.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost);
    return result;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

struct Shape {
  dim3 grid = 1, block = 1;
  std::size_t shared_bytes = 0;
  bool cooperative = false;
  unsigned cluster = 0;  // blocks of each
};

template <typename... Parameters, typename... Arguments>
cudaError_t launch(const Shape& shape, void (*kernel)(Parameters...), Arguments&&... arguments) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = shape.grid;
  config.blockDim = shape.block;
  config.dynamicSmemBytes = shape.shared_bytes;
  if (shape.cluster != 0) {
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {shape.cluster, 1, 1};
  }
  config.numAttrs = shape.cooperative || shape.cluster != 0 ? 1 : 0;
  config.attrs = config.numAttrs != 0 ? &attribute : nullptr;
  return cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...);
}

}  // namespace simt_test
