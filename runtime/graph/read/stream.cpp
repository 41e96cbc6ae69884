// Opening files, and reading plain ones.
#include "runtime/graph/read/stream.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace maxwarp {
namespace {

class PlainStream : public ByteStream {
 public:
  PlainStream(std::string path, int file) : path_(std::move(path)), file_(file) {}
  ~PlainStream() override { close(file_); }
  PlainStream(const PlainStream&) = delete;
  PlainStream& operator=(const PlainStream&) = delete;

  Result<std::size_t> read(char* to, std::size_t room) override {
    std::size_t filled = 0;
    while (filled < room) {
      const ssize_t count = ::read(file_, to + filled, std::min<std::size_t>(room - filled, 1 << 30));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return Failure{path_ + ": could not be read to its end: " + std::strerror(errno)};
      if (count == 0) break;
      filled += static_cast<std::size_t>(count);
    }
    return filled;
  }

 private:
  std::string path_;
  int file_;
};

}  // namespace

Result<OpenedFile> open_file(const std::string& path, const std::string& expected) {
  // Opening a FIFO for reading would wait for a writer.
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  const int reason = errno;
  struct stat info;
  const bool known = file >= 0 ? fstat(file, &info) == 0 : stat(path.c_str(), &info) == 0;
  std::unique_ptr<ByteStream> stream;
  if (file >= 0) stream = std::make_unique<PlainStream>(path, file);
  if (known && S_ISDIR(info.st_mode)) return Failure{path + ": is a directory; expected " + expected};
  if (known && !S_ISREG(info.st_mode)) return Failure{path + ": is not a regular file; expected " + expected};
  if (!stream) return Failure{path + ": " + std::strerror(reason)};
  if (!known) return Failure{path + ": " + std::strerror(errno)};
  const auto size = static_cast<std::uint64_t>(info.st_size);
  using Unpack = Result<std::unique_ptr<ByteStream>> (*)(const std::string&, std::unique_ptr<ByteStream>);
  const Unpack unpack = size == 0                ? nullptr  // an empty file is empty, packed or not
                        : path.ends_with(".gz")  ? unpack_gzip
                        : path.ends_with(".xz")  ? unpack_xz
                        : path.ends_with(".zst") ? unpack_zstd
                                                 : Unpack(nullptr);
  if (!unpack) return OpenedFile{std::move(stream), size};
  auto unpacked = unpack(path, std::move(stream));
  if (!unpacked) return unpacked.failure();
  return OpenedFile{*std::move(unpacked), std::nullopt};
}

MaybeFailure PackedInput::refill() {
  if (at_ < size_) return std::nullopt;
  auto count = packed_->read(buffer_.get(), capacity);
  if (!count) return count.failure();
  at_ = 0;
  size_ = *count;
  return std::nullopt;
}

}  // namespace maxwarp
