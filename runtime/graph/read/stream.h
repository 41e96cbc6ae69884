// The bytes of a file from its beginning to its end, unpacked on the way: what text is read from.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "runtime/graph/result.h"

namespace maxwarp {

/// One reading of a file. Reading the same file again gives the same bytes in the same portions.
class ByteStream {
 public:
  virtual ~ByteStream() = default;
  /// Fills `to` with up to `room` bytes; fewer only at the end. Errors: unreadable or damaged data.
  virtual Result<std::size_t> read(char* to, std::size_t room) = 0;
};

struct OpenedFile {
  std::unique_ptr<ByteStream> stream;
  std::optional<std::uint64_t> size;  // of the content; open for packed files
};

/// Opens a regular file, packed with what its ending .gz, .xz or .zst says. `expected` completes messages:
/// "a graph file". Errors: missing, a directory, device, FIFO or socket, unreadable, or a compression that
/// this program was built without.
Result<OpenedFile> open_file(const std::string& path, const std::string& expected);

/// The unpackers, over the bytes of a packed file. `path` is for messages. They never return nullptr.
Result<std::unique_ptr<ByteStream>> unpack_gzip(const std::string& path, std::unique_ptr<ByteStream> packed);
Result<std::unique_ptr<ByteStream>> unpack_xz(const std::string& path, std::unique_ptr<ByteStream> packed);
Result<std::unique_ptr<ByteStream>> unpack_zstd(const std::string& path, std::unique_ptr<ByteStream> packed);

/// A portion of packed bytes, refilled from their stream; what the unpackers feed their library from.
class PackedInput {
 public:
  explicit PackedInput(std::unique_ptr<ByteStream> packed) : packed_(std::move(packed)) {}
  /// Makes `size()` positive unless the packed data has ended.
  MaybeFailure refill();
  const char* data() const { return buffer_.get() + at_; }
  std::size_t size() const { return size_ - at_; }
  void take(std::size_t bytes) { at_ += bytes; }

 private:
  static constexpr std::size_t capacity = std::size_t(1) << 17;
  std::unique_ptr<ByteStream> packed_;
  std::unique_ptr<char[]> buffer_ = std::make_unique_for_overwrite<char[]>(capacity);
  std::size_t at_ = 0, size_ = 0;
};

}  // namespace maxwarp
