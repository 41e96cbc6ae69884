// Launching kernels: cudaLaunchKernelEx and what asks about launches. There is no <<<>>> in C++.
#pragma once

#include <type_traits>
#include <utility>

#include "simt/host_api.h"

enum cudaLaunchAttributeID {
  cudaLaunchAttributeIgnore = 0,
  cudaLaunchAttributeCooperative = 2,
  cudaLaunchAttributeClusterDimension = 4,
};

union cudaLaunchAttributeValue {
  int cooperative;
  struct {
    unsigned x, y, z;
  } clusterDim;
};

struct cudaLaunchAttribute {
  cudaLaunchAttributeID id;
  cudaLaunchAttributeValue val;
};

struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  std::size_t dynamicSmemBytes = 0;
  cudaStream_t stream = nullptr;
  cudaLaunchAttribute* attrs = nullptr;
  unsigned numAttrs = 0;
};

namespace maxwarp::simt::detail {

/// A kernel ready to be called by every thread: `call(arguments)`.
struct Invocation {
  const void* kernel;
  void (*call)(void* arguments);
  void* arguments;
  std::size_t argument_bytes;
};

cudaError_t launch(const cudaLaunchConfig_t& config, const Invocation& invocation);
cudaError_t set_attribute(const void* kernel, cudaFuncAttribute attribute, int value);
cudaError_t get_attributes(cudaFuncAttributes* attributes, const void* kernel);
cudaError_t active_clusters(int* clusters, const void* kernel, const cudaLaunchConfig_t* config);
cudaError_t resident_blocks(int* blocks, const void* kernel, int block_threads, std::size_t shared_bytes);

/// The kernel with its arguments, as a function without any. Not std::tuple, which takes long to compile for each type
/// of kernel.
template <typename... Parameters>
auto bound(void (*kernel)(Parameters...), std::type_identity_t<std::remove_cv_t<Parameters>>... values) {
  return [kernel, values...] { kernel(values...); };
}

}  // namespace maxwarp::simt::detail

template <typename... Parameters, typename... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                               Arguments&&... arguments) {
  if (config == nullptr) return cudaErrorInvalidValue;
  auto call = maxwarp::simt::detail::bound(kernel, std::forward<Arguments>(arguments)...);
  using Call = decltype(call);
  auto run = [](void* data) { (*static_cast<const Call*>(data))(); };
  return maxwarp::simt::detail::launch(*config, {reinterpret_cast<const void*>(kernel), run, &call, sizeof(Call)});
}

template <typename Kernel>
cudaError_t cudaFuncSetAttribute(Kernel* kernel, cudaFuncAttribute attribute, int value) {
  return maxwarp::simt::detail::set_attribute(reinterpret_cast<const void*>(kernel), attribute, value);
}

template <typename Kernel>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Kernel* kernel) {
  return maxwarp::simt::detail::get_attributes(attributes, reinterpret_cast<const void*>(kernel));
}

/// How many blocks of that size one multiprocessor holds at a time (at most 2 on the modelled device).
template <typename Kernel>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel* kernel, int block_threads,
                                                          std::size_t shared_bytes) {
  return maxwarp::simt::detail::resident_blocks(blocks, reinterpret_cast<const void*>(kernel), block_threads,
                                                shared_bytes);
}

/// How many clusters of the shape of `config` the device holds at a time.
template <typename Kernel>
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, Kernel* kernel, const cudaLaunchConfig_t* config) {
  return maxwarp::simt::detail::active_clusters(clusters, reinterpret_cast<const void*>(kernel), config);
}
