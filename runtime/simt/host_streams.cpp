// Stream and event calls of the CUDA runtime API: all work is done when its call returns, so streams only
// have to exist and events to hold a time.
#include <chrono>

#include "runtime/simt/device_state.h"

struct CUstream_st {};

struct CUevent_st {
  bool recorded = false;
  std::chrono::steady_clock::time_point time;
};

using maxwarp::simt::remember;
using maxwarp::simt::sticky_error;

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  if (stream == nullptr) return remember(cudaErrorInvalidValue);
  *stream = new CUstream_st;
  return remember(sticky_error());
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) { return cudaStreamCreate(stream); }
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (stream == nullptr) return remember(cudaErrorInvalidResourceHandle);
  delete stream;
  return remember(sticky_error());
}
cudaError_t cudaStreamSynchronize(cudaStream_t) { return remember(sticky_error()); }
cudaError_t cudaStreamQuery(cudaStream_t) { return remember(sticky_error()); }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t event, unsigned) {
  return remember(event == nullptr ? cudaErrorInvalidResourceHandle : sticky_error());
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  if (event == nullptr) return remember(cudaErrorInvalidValue);
  *event = new CUevent_st;
  return remember(sticky_error());
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) { return cudaEventCreate(event); }
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (event == nullptr) return remember(cudaErrorInvalidResourceHandle);
  delete event;
  return remember(sticky_error());
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  if (event == nullptr) return remember(cudaErrorInvalidResourceHandle);
  event->recorded = true;
  event->time = std::chrono::steady_clock::now();
  return remember(sticky_error());
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return remember(event == nullptr ? cudaErrorInvalidResourceHandle : sticky_error());
}
cudaError_t cudaEventQuery(cudaEvent_t event) { return cudaEventSynchronize(event); }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  if (milliseconds == nullptr) return remember(cudaErrorInvalidValue);
  if (begin == nullptr || end == nullptr || !begin->recorded || !end->recorded)
    return remember(cudaErrorInvalidResourceHandle);
  *milliseconds = std::chrono::duration<float, std::milli>(end->time - begin->time).count();
  return remember(sticky_error());
}
