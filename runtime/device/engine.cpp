// The parts of the memory layer that all engines share: the buffer that keeps its memory between uses.
// Small inputs run by the thousand in one process, so that memory is allocated once and reused.
#include "runtime/device/engine.h"

namespace maxwarp {

EngineStatus Engine::mark() {
  marks_.push_back(std::chrono::steady_clock::now());
  return {};
}

EngineStatus Engine::take_marks(std::vector<double>* milliseconds) {
  milliseconds->clear();
  for (std::size_t i = 1; i < marks_.size(); ++i)
    milliseconds->push_back(std::chrono::duration<double, std::milli>(marks_[i] - marks_[i - 1]).count());
  marks_.clear();
  return {};
}

EngineStatus EngineBuffer::reserve(std::size_t bytes) {
  if (engine_->checks_bounds() ? bytes == capacity_ : bytes <= capacity_) return {};
  engine_->release(data_);
  data_ = nullptr;
  engine_->held_ -= std::exchange(capacity_, 0);
  EngineStatus status = engine_->allocate(bytes, &data_);
  if (!status) return status;
  capacity_ = bytes;
  engine_->held_ += bytes;
  return status;
}

EngineStatus EngineBuffer::assign(const void* from, std::size_t bytes) {
  if (EngineStatus status = reserve(bytes); !status) return status;
  return bytes == 0 ? EngineStatus{} : engine_->upload(data_, from, bytes);
}

}  // namespace maxwarp
