// Pages of large arrays, malloc for small ones.
#include "runtime/graph/array.h"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <new>

namespace maxwarp {
namespace {

/// From here on an array has pages of its own.
constexpr std::size_t least_pages = std::size_t(1) << 18;
/// From here on large pages are worth asking for: there are fewer faults, and random accesses miss the TLB less often.
constexpr std::size_t least_large_pages = std::size_t(1) << 21;

void* take_pages(std::size_t bytes) {
  void* data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) throw std::bad_alloc();
  if (bytes >= least_large_pages) madvise(data, bytes, MADV_HUGEPAGE);  // a wish: no matter if refused
  return data;
}

void* take(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  if (bytes >= least_pages) return take_pages(bytes);
  void* data = std::calloc(bytes, 1);
  if (!data) throw std::bad_alloc();
  return data;
}

}  // namespace

Memory::Memory(std::size_t bytes) : data_(take(bytes)), bytes_(bytes) {}

void Memory::release() {
  if (bytes_ == 0) return;
  if (bytes_ >= least_pages)
    munmap(data_, bytes_);
  else
    std::free(data_);
}

void Memory::resize(std::size_t used, std::size_t bytes) {
  if (bytes == bytes_) return;
  if (bytes_ >= least_pages && bytes >= least_pages) {
    void* moved = mremap(data_, bytes_, bytes, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED) throw std::bad_alloc();
    // The last page may still hold what an earlier shrinking cut off.
    constexpr std::size_t page = 4096;
    const std::size_t old_end = std::min(bytes, (bytes_ + page - 1) / page * page);
    if (old_end > used) std::memset(static_cast<char*>(moved) + used, 0, old_end - used);
    data_ = moved;
    bytes_ = bytes;
    return;
  }
  Memory other(bytes);
  if (used > 0) std::memcpy(other.data_, data_, used);
  swap(other);
}

}  // namespace maxwarp
