// Device and error calls of the CUDA runtime API.
#include <cstring>
#include <mutex>
#include <utility>

#include "runtime/simt/blocks.h"
#include "runtime/simt/device_state.h"
#include "runtime/simt/engine.h"
#include "runtime/simt/memory.h"
#include "runtime/simt/report.h"

using namespace maxwarp::simt;

namespace {

struct Errors {
  cudaError_t sticky = cudaSuccess;
  cudaError_t last = cudaSuccess;
};

/// Errors are kept per process, for the modelled device is one.
Errors& errors() {
  static Errors instance;
  return instance;
}

struct ErrorText {
  cudaError_t error;
  const char *name, *text;
};

constexpr ErrorText error_texts[] = {
    {cudaSuccess, "cudaSuccess", "no error"},
    {cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    {cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {cudaErrorInvalidDevicePointer, "cudaErrorInvalidDevicePointer", "invalid device pointer"},
    {cudaErrorInvalidMemcpyDirection, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    {cudaErrorInvalidDeviceFunction, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {cudaErrorNoDevice, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
    {cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    {cudaErrorIllegalAddress, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    {cudaErrorLaunchOutOfResources, "cudaErrorLaunchOutOfResources", "too many resources requested for launch"},
    {cudaErrorLaunchTimeout, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
    {cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {cudaErrorCooperativeLaunchTooLarge, "cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch"},
    {cudaErrorNotSupported, "cudaErrorNotSupported", "operation not supported"},
    {cudaErrorInvalidClusterSize, "cudaErrorInvalidClusterSize", "cluster misconfiguration"},
};

const ErrorText* find_text(cudaError_t error) {
  for (const ErrorText& text : error_texts)
    if (text.error == error) return &text;
  return nullptr;
}

constexpr int shared_per_block = 48 * 1024;

}  // namespace

namespace maxwarp::simt {

cudaError_t remember(cudaError_t error) {
  if (error != cudaSuccess) errors().last = error;
  return error;
}
void stick(cudaError_t error) { errors().sticky = error; }
cudaError_t sticky_error() { return errors().sticky; }
void clear_errors() { errors() = {}; }

void clear_findings() {
  std::lock_guard lock(engine.mutex);
  forget_findings();
  clear_errors();
}

}  // namespace maxwarp::simt

cudaError_t cudaGetLastError() {
  cudaError_t error = errors().last;
  errors().last = errors().sticky;
  return error;
}
cudaError_t cudaPeekAtLastError() { return errors().last; }
const char* cudaGetErrorName(cudaError_t error) {
  const ErrorText* text = find_text(error);
  return text == nullptr ? "unrecognized error code" : text->name;
}
const char* cudaGetErrorString(cudaError_t error) {
  const ErrorText* text = find_text(error);
  return text == nullptr ? "unrecognized error code" : text->text;
}

cudaError_t cudaGetDeviceCount(int* count) {
  if (count == nullptr) return remember(cudaErrorInvalidValue);
  *count = 1;
  return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device) {
  if (device == nullptr) return remember(cudaErrorInvalidValue);
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) { return remember(device == 0 ? sticky_error() : cudaErrorInvalidDevice); }

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (properties == nullptr) return remember(cudaErrorInvalidValue);
  if (device != 0) return remember(cudaErrorInvalidDevice);
  *properties = {};
  std::strcpy(properties->name, "SIMT engine");
  prepare_device_memory();
  properties->totalGlobalMem = device_bytes_total();
  properties->sharedMemPerBlock = shared_per_block;
  properties->sharedMemPerBlockOptin = dynamic_shared_limit();
  properties->sharedMemPerMultiprocessor = blocks_per_multiprocessor * dynamic_shared_limit();
  properties->regsPerBlock = 65536;
  properties->warpSize = warp_lanes;
  properties->maxThreadsPerBlock = properties->maxThreadsDim[0] = properties->maxThreadsDim[1] = max_block_threads;
  properties->maxThreadsDim[2] = 64;
  properties->maxGridSize[0] = 0x7fffffff;
  properties->maxGridSize[1] = properties->maxGridSize[2] = 65535;
  properties->major = 8;
  properties->multiProcessorCount = multiprocessors;
  properties->maxThreadsPerMultiProcessor = blocks_per_multiprocessor * max_block_threads;
  properties->maxBlocksPerMultiProcessor = blocks_per_multiprocessor;
  properties->cooperativeLaunch = properties->concurrentKernels = properties->unifiedAddressing = 1;
  properties->l2CacheSize = 4 * 1024 * 1024;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  if (value == nullptr) return remember(cudaErrorInvalidValue);
  cudaDeviceProp all;
  if (cudaError_t error = cudaGetDeviceProperties(&all, device); error != cudaSuccess) return error;
  const std::pair<cudaDeviceAttr, std::size_t> values[] = {
      {cudaDevAttrMaxThreadsPerBlock, max_block_threads},
      {cudaDevAttrMaxBlockDimX, max_block_threads},
      {cudaDevAttrMaxGridDimX, static_cast<std::size_t>(all.maxGridSize[0])},
      {cudaDevAttrMaxSharedMemoryPerBlock, all.sharedMemPerBlock},
      {cudaDevAttrWarpSize, warp_lanes},
      {cudaDevAttrClockRate, 1'000'000},
      {cudaDevAttrMultiProcessorCount, multiprocessors},
      {cudaDevAttrL2CacheSize, static_cast<std::size_t>(all.l2CacheSize)},
      {cudaDevAttrMaxThreadsPerMultiProcessor, blocks_per_multiprocessor * max_block_threads},
      {cudaDevAttrComputeCapabilityMajor, static_cast<std::size_t>(all.major)},
      {cudaDevAttrComputeCapabilityMinor, static_cast<std::size_t>(all.minor)},
      {cudaDevAttrMaxSharedMemoryPerMultiprocessor, all.sharedMemPerMultiprocessor},
      {cudaDevAttrCooperativeLaunch, 1},
      {cudaDevAttrMaxSharedMemoryPerBlockOptin, all.sharedMemPerBlockOptin},
      {cudaDevAttrMaxBlocksPerMultiprocessor, blocks_per_multiprocessor},
  };
  for (const auto& [known, number] : values)
    if (known == attribute) {
      *value = static_cast<int>(number);
      return cudaSuccess;
    }
  return remember(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceSynchronize() { return remember(sticky_error()); }
cudaError_t cudaDeviceReset() {
  std::lock_guard lock(engine.mutex);
  clear_errors();
  free_all_device();
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  if (version == nullptr) return remember(cudaErrorInvalidValue);
  *version = 13000;
  return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int* version) { return cudaRuntimeGetVersion(version); }
