// Blocks cut out of large reservations, which take memory only where they are written.
#include "runtime/graph/build/block_pool.h"

#include <sys/mman.h>

#include <new>

#include "runtime/graph/memory.h"

namespace maxwarp {

// To ask for the limit takes a dozen files; a block is filled in less time.
BlockPool::BlockPool() : limit_(physical_memory()) {}

BlockPool::~BlockPool() {
  for (char* reserve : reserves_) munmap(reserve, reserve_bytes);
}

char* BlockPool::take() {
  std::lock_guard lock(mutex_);
  if (!free_.empty()) {
    char* block = free_.back();
    free_.pop_back();
    return block;
  }
  // The system promises more than it has and kills later: it must not come to that.
  if (resident_ + block_bytes > limit_) throw NoMoreBlocks(resident_ + block_bytes);
  if (used_in_reserve_ == reserve_bytes) {
    void* reserve = mmap(nullptr, reserve_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                         -1, 0);
    if (reserve == MAP_FAILED) throw std::bad_alloc();
    // Where a fault is dear (20 µs on a virtual machine), small pages take as long as the parsing. A wish: no
    // matter if refused.
    madvise(reserve, reserve_bytes, MADV_HUGEPAGE);
    reserves_.push_back(static_cast<char*>(reserve));
    used_in_reserve_ = 0;
  }
  char* block = reserves_.back() + used_in_reserve_;
  used_in_reserve_ += block_bytes;
  resident_ += block_bytes;
  return block;
}

void BlockPool::give_back(char* block) {
  std::lock_guard lock(mutex_);
  free_.push_back(block);
}

void BlockPool::discard(char* block) {
  madvise(block, block_bytes, MADV_DONTNEED);
  std::lock_guard lock(mutex_);
  resident_ -= block_bytes;
}

}  // namespace maxwarp
