// Numbers ids that lie close together: a bit for each possible id, and how many are set before each word.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>

#include "runtime/graph/graph.h"
#include "runtime/graph/parallel.h"

namespace maxwarp {

class IdBitmap {
 public:
  /// For the ids low .. low + range - 1.
  IdBitmap(std::uint32_t low, std::uint64_t range) : low_(low), words_((range + 63) / 64), before_(words_.size() + 1) {}

  /// Marks an id; by several threads.
  void mark(std::uint32_t id) {
    const std::uint64_t place = id - low_, bit = std::uint64_t(1) << (place % 64);
    std::atomic_ref word(words_[place / 64]);
    if (!(word.load(std::memory_order_relaxed) & bit)) word.fetch_or(bit, std::memory_order_relaxed);
  }
  /// Counts the ids, once all are marked; returns how many there are.
  std::int64_t count() {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      before_[i] = sum;
      sum += static_cast<std::uint32_t>(std::popcount(words_[i]));
    }
    return sum;
  }
  /// After count: the place of a marked id among them.
  std::uint32_t node(std::uint32_t id) const {
    const std::uint64_t place = id - low_, bit = std::uint64_t(1) << (place % 64);
    return before_[place / 64] + static_cast<std::uint32_t>(std::popcount(words_[place / 64] & (bit - 1)));
  }
  /// After count: the ids in ascending order.
  Labels labels(std::int64_t nodes) const {
    Labels labels{low_, Array<std::int64_t>(static_cast<std::size_t>(nodes))};
    parallel_pieces(static_cast<std::int64_t>(words_.size()), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        std::uint32_t place = before_[i];
        for (std::uint64_t left = words_[i]; left != 0; left &= left - 1)
          labels.list[place++] = low_ + 64 * i + std::countr_zero(left);
      }
    });
    return labels;
  }

 private:
  std::int64_t low_;
  Array<std::uint64_t> words_;
  Array<std::uint32_t> before_;
};

}  // namespace maxwarp
