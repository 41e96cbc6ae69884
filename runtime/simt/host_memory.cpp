// Memory calls of the CUDA runtime API on the modelled device.
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "runtime/simt/device_state.h"
#include "runtime/simt/engine.h"
#include "runtime/simt/memory.h"

using namespace maxwarp::simt;

namespace {

using Lock = std::lock_guard<std::recursive_mutex>;

/// Whether the pointers agree with the direction. Host pointers cannot be checked beyond "not on the device".
bool direction_fits(const void* to, const void* from, cudaMemcpyKind kind) {
  bool to_device = in_device_range(to), from_device = in_device_range(from);
  switch (kind) {
    case cudaMemcpyHostToHost: return !to_device && !from_device;
    case cudaMemcpyHostToDevice: return to_device && !from_device;
    case cudaMemcpyDeviceToHost: return !to_device && from_device;
    case cudaMemcpyDeviceToDevice: return to_device && from_device;
    case cudaMemcpyDefault: return true;
  }
  return false;
}

}  // namespace

cudaError_t cudaMalloc(void** memory, std::size_t bytes) {
  Lock lock(engine.mutex);
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (memory == nullptr) return remember(cudaErrorInvalidValue);
  bool exhausted = false;
  *memory = allocate_device(bytes, exhausted);
  return remember(exhausted ? cudaErrorMemoryAllocation : cudaSuccess);
}

cudaError_t cudaFree(void* memory) {
  Lock lock(engine.mutex);
  if (memory == nullptr) return remember(sticky_error());
  bool freed = free_device(memory);
  if (sticky_error() != cudaSuccess) return sticky_error();
  return remember(freed ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMallocAsync(void** memory, std::size_t bytes, cudaStream_t) { return cudaMalloc(memory, bytes); }
cudaError_t cudaFreeAsync(void* memory, cudaStream_t) { return cudaFree(memory); }

cudaError_t cudaMallocHost(void** memory, std::size_t bytes) {
  if (memory == nullptr) return remember(cudaErrorInvalidValue);
  *memory = std::malloc(bytes == 0 ? 1 : bytes);
  return remember(*memory == nullptr ? cudaErrorMemoryAllocation : cudaSuccess);
}

cudaError_t cudaFreeHost(void* memory) {
  std::free(memory);
  return remember(cudaSuccess);
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  Lock lock(engine.mutex);
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (bytes == 0) return remember(cudaSuccess);
  if (to == nullptr || from == nullptr) return remember(cudaErrorInvalidValue);
  if (!direction_fits(to, from, kind)) return remember(cudaErrorInvalidMemcpyDirection);
  bool to_device = in_device_range(to), from_device = in_device_range(from);
  if ((to_device && !live_range(to, bytes)) || (from_device && !live_range(from, bytes)))
    return remember(cudaErrorInvalidValue);
  std::memmove(to, from, bytes);
  if (to_device && from_device)
    copy_initialized(to, from, bytes);
  else if (to_device)
    mark_initialized(to, bytes);
  return remember(cudaSuccess);
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy(to, from, bytes, kind);
}

cudaError_t cudaMemset(void* memory, int byte, std::size_t bytes) {
  Lock lock(engine.mutex);
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (bytes == 0) return remember(cudaSuccess);
  if (!in_device_range(memory) || !live_range(memory, bytes)) return remember(cudaErrorInvalidValue);
  std::memset(memory, byte, bytes);
  mark_initialized(memory, bytes);
  return remember(cudaSuccess);
}

cudaError_t cudaMemsetAsync(void* memory, int byte, std::size_t bytes, cudaStream_t) {
  return cudaMemset(memory, byte, bytes);
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  Lock lock(engine.mutex);
  if (free == nullptr || total == nullptr) return remember(cudaErrorInvalidValue);
  if (!prepare_device_memory()) return remember(cudaErrorMemoryAllocation);
  *total = device_bytes_total();
  *free = *total - device_bytes_used();
  return remember(cudaSuccess);
}
