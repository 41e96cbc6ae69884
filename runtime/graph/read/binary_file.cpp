// Reading pieces of binary files, and unpacking of packed ones.
#include "runtime/graph/read/binary_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "runtime/graph/parallel.h"
#include "runtime/graph/read/stream.h"

namespace maxwarp {
namespace {

/// All bytes of a stream.
Result<Array<char>> unpack(const std::string& path, ByteStream& stream, std::uint64_t most_bytes) {
  Array<char> bytes;
  std::uint64_t filled = 0;
  for (std::uint64_t room = 1 << 20;; room *= 2) {
    bytes.resize(room);
    auto count = stream.read(bytes.data() + filled, room - filled);
    if (!count) return count.failure();
    filled += *count;
    if (filled > most_bytes)
      return Failure{path + ": unpacks to more than " + std::to_string(most_bytes) +
                     " bytes; expected less, or a higher --max-bytes"};
    if (filled == room) continue;
    bytes.resize(filled);
    return bytes;
  }
}

}  // namespace

Result<BinaryFile> BinaryFile::open(const std::string& path, std::uint64_t most_bytes) {
  auto opened = open_file(path, "a graph file");
  if (!opened) return opened.failure();
  BinaryFile result;
  result.path_ = path;
  if (opened->size) {
    // The stream reads from front to end; threads read where they are.
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return Failure{path + ": " + std::strerror(errno)};
    result.file_ = {new int(file), [](const int* descriptor) {
                      close(*descriptor);
                      delete descriptor;
                    }};
    result.size_ = *opened->size;
    return result;
  }
  auto bytes = unpack(path, *opened->stream, most_bytes);
  if (!bytes) return bytes.failure();
  result.unpacked_ = std::make_shared<const Array<char>>(*std::move(bytes));
  result.size_ = result.unpacked_->size();
  return result;
}

MaybeFailure BinaryFile::read(std::uint64_t offset, void* to, std::uint64_t bytes) const {
  if (unpacked_) {
    if (bytes > 0) std::memcpy(to, unpacked_->data() + offset, bytes);
    return std::nullopt;
  }
  for (std::uint64_t done = 0; done < bytes;) {
    const ssize_t count = pread(*file_, static_cast<char*>(to) + done, bytes - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Failure{path_ + ": could not be read to its end: " + std::strerror(errno)};
    if (count == 0) return Failure{path_ + ": has changed while it was read; expected a file that stays as it is"};
    done += static_cast<std::uint64_t>(count);
  }
  return std::nullopt;
}

MaybeFailure BinaryFile::copy(std::uint64_t offset, void* to, std::uint64_t bytes) const {
  constexpr std::uint64_t piece = std::uint64_t(1) << 20;
  return try_parallel_tasks(static_cast<std::int64_t>((bytes + piece - 1) / piece), [&](std::int64_t i) {
    const std::uint64_t begin = static_cast<std::uint64_t>(i) * piece;
    return read(offset + begin, static_cast<char*>(to) + begin, std::min(piece, bytes - begin));
  });
}

}  // namespace maxwarp
