// The bytes of a binary file: mapped where it is plain, so that its arrays need no copy, else unpacked.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "runtime/graph/array.h"
#include "runtime/graph/result.h"

namespace maxwarp {

/// A plain file must stay as it is while the arrays are in use; another file may take its name at any time.
class BinaryFile {
 public:
  /// Errors: as open_file, damaged compression, more unpacked bytes than `most_bytes`.
  static Result<BinaryFile> open(const std::string& path, std::uint64_t most_bytes);

  std::uint64_t size() const { return size_; }
  const char* data() const { return data_; }
  bool holds(std::uint64_t offset, std::uint64_t count, std::uint64_t bytes) const {
    return offset <= size_ && count <= (size_ - offset) / bytes;
  }
  /// `count` values at `offset` where they lie; they must be there and aligned. Writing to them changes no file.
  template <typename T>
  Array<T> array(std::uint64_t offset, std::uint64_t count) const {
    return Array<T>(owner_, reinterpret_cast<T*>(data_ + offset), count);
  }
  /// Copies `bytes` at `offset`, on all threads; they must be there. What was copied no longer counts as memory
  /// of this process.
  void copy(std::uint64_t offset, void* to, std::uint64_t bytes) const;

 private:
  std::shared_ptr<void> owner_;
  char* data_ = nullptr;
  std::uint64_t size_ = 0;
  bool mapped_ = false;
};

}  // namespace maxwarp
