// The growing output of a decompressor, bounded by a limit.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

namespace maxwarp {

/// Text that a decompressor writes into: `room()` bytes at `end()`, then `commit`.
class OutputBuffer {
 public:
  OutputBuffer(std::size_t expected, std::uint64_t limit) : limit_(limit) {
    text_.resize(std::min<std::uint64_t>(std::max<std::size_t>(expected, 4096), limit));
  }
  char* end() { return text_.data() + used_; }
  std::size_t room() const { return text_.size() - used_; }
  void commit(std::size_t bytes) { used_ += bytes; }
  /// Makes room for more; false when the limit is reached.
  bool grow() {
    if (text_.size() >= limit_) return false;
    text_.resize(std::min<std::uint64_t>(std::uint64_t(text_.size()) * 2, limit_));
    return true;
  }
  std::string take() {
    text_.resize(used_);
    return std::move(text_);
  }

 private:
  std::string text_;
  std::size_t used_ = 0;
  std::uint64_t limit_;
};

}  // namespace maxwarp
