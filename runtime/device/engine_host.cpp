// The engine of OpenMP programs and of the interpreter: engine memory is host memory, copies are plain copies.
// Sizes come from the operating system, so that a graph that cannot fit is refused before it is built.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <thread>

#include "runtime/device/engine.h"
#include "runtime/system/memory.h"

namespace maxwarp {
namespace {

constexpr std::size_t alignment = 256;

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "CPU";
}

#ifdef MAXWARP_ENGINE_INTERPRET
constexpr const char* engine_name = "interpret";
constexpr bool is_sequential = true;
#else
constexpr const char* engine_name = "openmp";
constexpr bool is_sequential = false;
#endif

/// Threads that an OpenMP program of this process uses.
unsigned thread_count() {
  if (is_sequential) return 1;
  const char* wanted = std::getenv("OMP_NUM_THREADS");
  const long asked = wanted ? std::strtol(wanted, nullptr, 10) : 0;
  return asked > 0 ? static_cast<unsigned>(asked) : std::max(1u, std::thread::hardware_concurrency());
}

class HostEngine final : public Engine {
 public:
  std::string name() const override { return engine_name; }

  bool shares_host_memory() const override { return true; }

  std::string description() const override {
    const unsigned threads = thread_count();
    return processor_name() + ", " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
  }

  EngineStatus allocate(std::size_t bytes, void** result) override {
    *result = nullptr;
    if (bytes == 0) return {};
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    if (rounded >= bytes) *result = std::aligned_alloc(alignment, rounded);
    if (*result) return {};
    return {"out of host memory (asked for " + std::to_string(bytes) + " bytes)", true};
  }

  void release(void* memory) override { std::free(memory); }

  EngineStatus upload(void* to, const void* from, std::size_t bytes) override {
    if (bytes) std::memcpy(to, from, bytes);
    return {};
  }

  EngineStatus download(void* to, const void* from, std::size_t bytes) override { return upload(to, from, bytes); }

  EngineStatus fill(void* memory, int byte, std::size_t bytes) override {
    if (bytes) std::memset(memory, byte, bytes);
    return {};
  }

  EngineStatus synchronize() override { return {}; }

  EngineStatus memory_info(MemoryInfo* result) override {
    const HostMemory memory = host_memory();
    result->total = memory.total;
    result->free = memory.available;
    return {};
  }

  EngineStatus start_timer() override {
    start_ = std::chrono::steady_clock::now();
    return {};
  }

  EngineStatus stop_timer(double* milliseconds) override {
    *milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
    return {};
  }

  std::string error_text(int device_error) const override { return "error " + std::to_string(device_error); }

 private:
  std::chrono::steady_clock::time_point start_;
};

}  // namespace

std::unique_ptr<Engine> open_engine(EngineStatus* status) {
  *status = {};
  return std::make_unique<HostEngine>();
}

}  // namespace maxwarp
