// Reads numbers and arrays from the bytes of a binary file, never beyond its end.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace maxwarp {

class ByteReader {
 public:
  explicit ByteReader(std::string_view data) : data_(data) {}

  std::size_t remaining() const { return data_.size() - at_; }
  /// Copies one value; false when the data ends before.
  template <typename T>
  bool value(T& result) {
    if (remaining() < sizeof(T)) return false;
    std::memcpy(&result, data_.data() + at_, sizeof(T));
    at_ += sizeof(T);
    return true;
  }
  /// Copies `count` values; false, before any memory is taken, when the data cannot hold them.
  template <typename T>
  bool array(std::vector<T>& values, std::uint64_t count) {
    if (count > remaining() / sizeof(T)) return false;
    values.resize(count);
    if (count > 0) std::memcpy(values.data(), data_.data() + at_, count * sizeof(T));
    at_ += count * sizeof(T);
    return true;
  }
  /// Moves to the next multiple of 8 bytes; false when the data ends before.
  bool align() {
    std::size_t next = (at_ + 7) / 8 * 8;
    if (next > data_.size()) return false;
    at_ = next;
    return true;
  }

 private:
  std::string_view data_;
  std::size_t at_ = 0;
};

}  // namespace maxwarp
