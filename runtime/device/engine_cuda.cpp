// The engine of CUDA programs: the plain CUDA runtime, one device, one stream, every call checked.
// The same text serves the SIMT engine, whose cuda_runtime.h models a device on the CPU.
#include <cuda_runtime.h>

#include <optional>

#include "maxwarp/kept_graphs.h"
#include "runtime/device/engine.h"
#if defined(MAXWARP_ENGINE_SIMT)
#include "runtime/device/schedules.h"
#include "simt/bounds.h"
#endif

#if defined(MAXWARP_ENGINE_SIMT)
#define MAXWARP_ENGINE_NAME "simt"
#else
#define MAXWARP_ENGINE_NAME "cuda"
#endif

namespace maxwarp {
namespace {

/// `call` as a status; `detail` says what was asked for.
EngineStatus checked(cudaError_t error, const char* call, const std::string& detail = "") {
  if (error == cudaSuccess) return {};
  // An allocation that failed leaves an error behind that the next kernel launch would report as its own.
  (void)cudaGetLastError();
  return {std::string(call) + ": " + cudaGetErrorString(error) + detail, error == cudaErrorMemoryAllocation};
}

std::string bytes_text(std::size_t bytes) { return " (" + std::to_string(bytes) + " bytes)"; }

class CudaEngine final : public Engine {
 public:
  ~CudaEngine() override {
    graphs_.reset();
    if (start_) (void)cudaEventDestroy(start_);
    if (stop_) (void)cudaEventDestroy(stop_);
    for (cudaEvent_t mark : marks_) (void)cudaEventDestroy(mark);
    if (stream_) (void)cudaStreamDestroy(stream_);
  }

  EngineStatus open() {
    int devices = 0;
    EngineStatus status = checked(cudaGetDeviceCount(&devices), "cudaGetDeviceCount");
    if (status && devices == 0) status = {"no CUDA device found", false};
    if (status) status = checked(cudaGetDevice(&device_), "cudaGetDevice");
    if (status) status = checked(cudaGetDeviceProperties(&properties_, device_), "cudaGetDeviceProperties");
    if (status) status = checked(cudaStreamCreate(&stream_), "cudaStreamCreate");
    if (status) status = checked(cudaEventCreate(&start_), "cudaEventCreate");
    if (status) status = checked(cudaEventCreate(&stop_), "cudaEventCreate");
    return status;
  }

  std::string name() const override { return MAXWARP_ENGINE_NAME; }

#if defined(MAXWARP_ENGINE_SIMT)
  bool checks_bounds() const override { return true; }
  void set_usable(void* begin, std::size_t bytes, bool usable) override { simt::set_usable(begin, bytes, usable); }
#endif

  std::string description() const override {
    return std::string(properties_.name) + ", " + std::to_string(properties_.multiProcessorCount) +
           " multiprocessors, compute capability " + std::to_string(properties_.major) + "." +
           std::to_string(properties_.minor);
  }

  EngineStatus allocate(std::size_t bytes, void** result) override {
    *result = nullptr;
    if (bytes == 0) return {};
    return checked(cudaMalloc(result, bytes), "cudaMalloc", bytes_text(bytes));
  }

  void release(void* memory) override {
    if (memory) (void)cudaFree(memory);
  }

  EngineStatus upload(void* to, const void* from, std::size_t bytes) override {
    return copy(to, from, bytes, cudaMemcpyHostToDevice);
  }

  EngineStatus download(void* to, const void* from, std::size_t bytes) override {
    return copy(to, from, bytes, cudaMemcpyDeviceToHost);
  }

  EngineStatus fill(void* memory, int byte, std::size_t bytes) override {
    if (bytes == 0) return {};
    EngineStatus status = checked(cudaMemsetAsync(memory, byte, bytes, stream_), "cudaMemsetAsync", bytes_text(bytes));
    return status ? synchronize() : status;
  }

  EngineStatus synchronize() override { return checked(cudaStreamSynchronize(stream_), "cudaStreamSynchronize"); }

  EngineStatus memory_info(MemoryInfo* result) override {
    return checked(cudaMemGetInfo(&result->free, &result->total), "cudaMemGetInfo");
  }

  EngineStatus start_timer() override { return checked(cudaEventRecord(start_, stream_), "cudaEventRecord"); }

  EngineStatus stop_timer(double* milliseconds) override {
    float elapsed = 0;
    EngineStatus status = checked(cudaEventRecord(stop_, stream_), "cudaEventRecord");
    if (status) status = checked(cudaEventSynchronize(stop_), "cudaEventSynchronize");
    if (status) status = checked(cudaEventElapsedTime(&elapsed, start_, stop_), "cudaEventElapsedTime");
    *milliseconds = elapsed;
    return status;
  }

  // Events are kept: a run after the first one has them at hand.
  EngineStatus mark() override {
    if (marked_ == marks_.size()) {
      cudaEvent_t event = nullptr;
      if (EngineStatus status = checked(cudaEventCreate(&event), "cudaEventCreate"); !status) return status;
      marks_.push_back(event);
    }
    return checked(cudaEventRecord(marks_[marked_++], stream_), "cudaEventRecord");
  }

  EngineStatus take_marks(std::vector<double>* milliseconds) override {
    milliseconds->clear();
    EngineStatus status;
    if (marked_ > 0) status = checked(cudaEventSynchronize(marks_[marked_ - 1]), "cudaEventSynchronize");
    for (std::size_t i = 1; i < marked_ && status; ++i) {
      float elapsed = 0;
      status = checked(cudaEventElapsedTime(&elapsed, marks_[i - 1], marks_[i]), "cudaEventElapsedTime");
      milliseconds->push_back(elapsed);
    }
    marked_ = 0;
    return status;
  }

  void* stream() const override { return stream_; }

  KeptGraphs* graphs() override { return &*graphs_; }

#if defined(MAXWARP_ENGINE_SIMT)
  Schedules* schedules() override { return simt_schedules(); }
#endif

  std::string error_text(int device_error) const override {
    return cudaGetErrorString(static_cast<cudaError_t>(device_error));
  }

 private:
  EngineStatus copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    if (bytes == 0) return {};
    EngineStatus status = checked(cudaMemcpyAsync(to, from, bytes, kind, stream_), "cudaMemcpyAsync",
                                  bytes_text(bytes));
    return status ? synchronize() : status;
  }

  int device_ = 0;
  cudaDeviceProp properties_{};
  cudaStream_t stream_ = nullptr;
  cudaEvent_t start_ = nullptr, stop_ = nullptr;
  std::vector<cudaEvent_t> marks_;
  std::size_t marked_ = 0;  // of these, since they were taken last
  std::optional<KeptGraphs> graphs_{std::in_place};
};

}  // namespace

std::unique_ptr<Engine> open_engine(EngineStatus* status) {
  auto engine = std::make_unique<CudaEngine>();
  *status = engine->open();
  if (!*status) return nullptr;
  return engine;
}

}  // namespace maxwarp
