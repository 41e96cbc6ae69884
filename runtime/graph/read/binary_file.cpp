// Mapping and unpacking of binary files.
#include "runtime/graph/read/binary_file.h"

#include <fcntl.h>
#include <sys/mman.h>
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

/// The whole of a plain file as memory of its own, which takes pages only where it is written.
std::shared_ptr<void> map_file(const std::string& path, std::uint64_t size) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return nullptr;
  struct stat info;
  void* data = MAP_FAILED;
  if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) && static_cast<std::uint64_t>(info.st_size) >= size)
    data = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, file, 0);
  close(file);
  if (data == MAP_FAILED) return nullptr;
  return {data, [size](void* mapped) { munmap(mapped, size); }};
}

}  // namespace

Result<BinaryFile> BinaryFile::open(const std::string& path, std::uint64_t most_bytes) {
  auto file = open_file(path, "a graph file");
  if (!file) return file.failure();
  BinaryFile result;
  if (file->size) {
    result.size_ = *file->size;
    result.mapped_ = true;
    result.owner_ = map_file(path, result.size_);
    if (!result.owner_) return Failure{path + ": cannot be mapped: " + std::strerror(errno)};
    result.data_ = static_cast<char*>(result.owner_.get());
    return result;
  }
  auto bytes = unpack(path, *file->stream, most_bytes);
  if (!bytes) return bytes.failure();
  auto owner = std::make_shared<Array<char>>(*std::move(bytes));
  result.size_ = owner->size();
  result.data_ = owner->data();
  result.owner_ = std::move(owner);
  return result;
}

void BinaryFile::copy(std::uint64_t offset, void* to, std::uint64_t bytes) const {
  constexpr std::uint64_t piece = std::uint64_t(1) << 20, page = 4096;
  parallel_tasks(static_cast<std::int64_t>((bytes + piece - 1) / piece), [&](std::int64_t i) {
    const std::uint64_t begin = static_cast<std::uint64_t>(i) * piece, count = std::min(piece, bytes - begin);
    std::memcpy(static_cast<char*>(to) + begin, data_ + offset + begin, count);
    const std::uint64_t first = (offset + begin + page - 1) / page * page, end = (offset + begin + count) / page * page;
    if (mapped_ && end > first) madvise(data_ + first, end - first, MADV_DONTNEED);
  });
}

}  // namespace maxwarp
