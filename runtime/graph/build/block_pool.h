// Equal blocks of memory for edges on their way into rows. A block that has been read can be used again, or
// its pages go back to the system at once: what keeps the peak of building a graph near the edges themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <vector>

namespace maxwarp {

/// The blocks in use would take more than the memory of the machine: `wanted` bytes at least.
struct NoMoreBlocks : std::bad_alloc {
  explicit NoMoreBlocks(std::uint64_t bytes) : wanted(bytes) {}
  std::uint64_t wanted;
};

/// Takes and gives blocks.
class BlockPool {
 public:
  static constexpr std::size_t block_bytes = std::size_t(1) << 15;

  BlockPool();
  ~BlockPool();
  BlockPool(const BlockPool&) = delete;
  BlockPool& operator=(const BlockPool&) = delete;

  /// A block with any content. Throws std::bad_alloc where the system has no more, and NoMoreBlocks where the
  /// blocks in use would exceed the physical memory. May be called by several threads, as the functions
  /// below.
  char* take();
  /// The block may be taken again.
  void give_back(char* block);
  /// The block's pages go back to the system; it is not taken again.
  void discard(char* block);

 private:
  static constexpr std::size_t reserve_bytes = std::size_t(1) << 26;

  std::mutex mutex_;
  std::vector<char*> reserves_, free_;
  std::size_t used_in_reserve_ = reserve_bytes;
  std::uint64_t limit_, resident_ = 0;
};

}  // namespace maxwarp
