// The memory layer of an engine: allocation, copies, time and facts of the machine, the same for a GPU
// and for the host. Exactly one engine is linked into a program; no CUDA header is needed to use it.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace maxwarp {

class KeptGraphs;
class Schedules;

/// How an engine call ended: `message` is empty on success, else one line naming the call and its reason.
struct EngineStatus {
  std::string message;
  bool out_of_memory = false;
  explicit operator bool() const { return message.empty(); }
};

/// Memory of the engine in bytes.
struct MemoryInfo {
  std::size_t free = 0;
  std::size_t total = 0;
};

/// Memory, copies and time on one device (or on the host). Calls are ordered by `stream()`; `upload`,
/// `download` and `fill` have finished when they return. Addresses are those that kernels take.
class Engine {
 public:
  virtual ~Engine() = default;

  /// `cuda`, `simt` or `openmp`.
  virtual std::string name() const = 0;
  /// Whether kernels can use host memory directly, so that nothing has to be copied.
  virtual bool shares_host_memory() const { return false; }
  /// Whether it reports accesses outside of what was allocated: then no buffer is larger than what it holds.
  virtual bool checks_bounds() const { return false; }
  /// Whether kernels may access these bytes of an allocation, which they may at first. Without effect where bounds are
  /// not checked.
  virtual void set_usable(void* /*begin*/, std::size_t /*bytes*/, bool /*usable*/) {}
  /// The device in words: its name, its processors.
  virtual std::string description() const = 0;
  /// `*result` gets `bytes` bytes, aligned to 256; null where `bytes` is 0.
  virtual EngineStatus allocate(std::size_t bytes, void** result) = 0;
  /// Gives back what `allocate` gave; null is allowed.
  virtual void release(void* memory) = 0;
  /// Host to engine.
  virtual EngineStatus upload(void* to, const void* from, std::size_t bytes) = 0;
  /// Engine to host.
  virtual EngineStatus download(void* to, const void* from, std::size_t bytes) = 0;
  /// Every byte becomes `byte`.
  virtual EngineStatus fill(void* memory, int byte, std::size_t bytes) = 0;
  /// Waits for all work of the stream and reports its errors.
  virtual EngineStatus synchronize() = 0;
  virtual EngineStatus memory_info(MemoryInfo* result) = 0;
  /// Starts the clock of the stream.
  virtual EngineStatus start_timer() = 0;
  /// Waits for the work since `start_timer` and gives its time.
  virtual EngineStatus stop_timer(double* milliseconds) = 0;
  /// Puts a mark behind the work of the stream so far. Here: of an engine whose work is done when a call returns.
  virtual EngineStatus mark();
  /// Waits for the work up to the last mark, gives the time from each mark to the next, and forgets them.
  virtual EngineStatus take_marks(std::vector<double>* milliseconds);
  /// The cudaStream_t of all calls; null on the host.
  virtual void* stream() const { return nullptr; }
  /// Where CUDA graphs are kept from run to run; null where there are none.
  virtual KeptGraphs* graphs() { return nullptr; }
  /// The orders in which threads can be run; null where they run as they come.
  virtual Schedules* schedules() { return nullptr; }
  /// Bytes that buffers hold.
  std::size_t held() const { return held_; }
  /// The text of a `Status::device_error`.
  virtual std::string error_text(int device_error) const = 0;

 private:
  friend class EngineBuffer;
  std::size_t held_ = 0;
  std::vector<std::chrono::steady_clock::time_point> marks_;
};

/// Opens the engine that is linked into this program; null and a message in `status` where that fails.
std::unique_ptr<Engine> open_engine(EngineStatus* status);

/// A block of engine memory that is given back at the end. Growing keeps no contents.
class EngineBuffer {
 public:
  explicit EngineBuffer(Engine& engine) : engine_(&engine) {}
  EngineBuffer(EngineBuffer&& other) noexcept
      : engine_(other.engine_),
        data_(std::exchange(other.data_, nullptr)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  EngineBuffer& operator=(EngineBuffer&& other) noexcept {
    std::swap(engine_, other.engine_);
    std::swap(data_, other.data_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~EngineBuffer() {
    engine_->release(data_);
    engine_->held_ -= capacity_;
  }

  /// Makes room for `bytes`; memory that is large enough is kept, unless the engine checks bounds.
  EngineStatus reserve(std::size_t bytes);
  /// Makes room for `bytes` and copies them there from the host.
  EngineStatus assign(const void* from, std::size_t bytes);
  void* data() const { return data_; }
  Engine& engine() const { return *engine_; }

 private:
  Engine* engine_;
  void* data_ = nullptr;
  std::size_t capacity_ = 0;
};

}  // namespace maxwarp
