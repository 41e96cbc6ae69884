// The bytes of a binary file, to be copied piece by piece into arrays of one's own. Nothing is mapped: whoever writes
// to the file, or cuts it off, while it is read or used would change checked values or end this process by SIGBUS.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "runtime/graph/array.h"
#include "runtime/graph/result.h"

namespace maxwarp {

/// An open file, or all that a packed one unpacks to.
class BinaryFile {
 public:
  /// Errors: as open_file, damaged compression, more unpacked bytes than `most_bytes`.
  static Result<BinaryFile> open(const std::string& path, std::uint64_t most_bytes);

  std::uint64_t size() const { return size_; }
  bool holds(std::uint64_t offset, std::uint64_t count, std::uint64_t bytes) const {
    return offset <= size_ && count <= (size_ - offset) / bytes;
  }
  /// Copies `bytes` at `offset`, which the file must hold. Any number of threads may read at once. Errors: unreadable,
  /// or shorter than it was when it was opened.
  MaybeFailure read(std::uint64_t offset, void* to, std::uint64_t bytes) const;
  /// The same on all threads.
  MaybeFailure copy(std::uint64_t offset, void* to, std::uint64_t bytes) const;

 private:
  std::string path_;  // for messages
  std::shared_ptr<const int> file_;
  std::shared_ptr<const Array<char>> unpacked_;
  std::uint64_t size_ = 0;
};

}  // namespace maxwarp
