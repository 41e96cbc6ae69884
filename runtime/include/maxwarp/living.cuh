// Edges without those that a loop has done with: a bit each, in words that warps own.
#pragma once

#include "maxwarp/device.cuh"

namespace maxwarp {

/// The edges whose bits in `dead` are not set: a lane has one of 32 neighboring ones at a time. An edge that is not
/// kept gets its bit. A warp reads and writes words of its own, 32 at once, so nothing is atomic.
class LivingEdges {
 public:
  __device__ LivingEdges(std::int32_t* dead, std::int64_t edges)
      : dead_(dead), words_(bit_words(edges)), edges_(edges), group_(Tile<32>{}.index() - Tile<32>{}.count()) {}

  /// The next word with a living edge. Called by all lanes of the warp together; false: there is none.
  __device__ bool next() {
    bury();
    while (open_ == 0) {
      group_ += Tile<32>{}.count();
      if (group_ * 32 >= words_) return false;
      const std::int64_t own = group_ * 32 + lane();
      word_ = own < words_ ? static_cast<unsigned>(dead_[own]) | beyond(own) : ~0u;
      open_ = __ballot_sync(~0u, word_ != ~0u);
    }
    at_ = __ffs(static_cast<int>(open_)) - 1;
    open_ &= open_ - 1;
    gone_ = __shfl_sync(~0u, word_, at_);
    living_ = (gone_ >> lane() & 1) == 0;
    kept_ = false;
    return true;
  }

  /// Whether the lane has an edge, and which.
  __device__ bool has_edge() const { return living_; }
  __device__ edge_t edge() const { return (group_ * 32 + at_) * 32 + lane(); }

  /// It stays.
  __device__ void keep() { kept_ = true; }

 private:
  __device__ static int lane() { return static_cast<int>(threadIdx.x % 32); }

  /// The bits of word i that no edge has.
  __device__ unsigned beyond(std::int64_t i) const {
    const std::int64_t left = edges_ - i * 32;
    return left >= 32 ? 0u : left <= 0 ? ~0u : ~0u << left;
  }

  /// The edges of the word before that were not kept.
  __device__ void bury() {
    const unsigned died = __ballot_sync(~0u, living_ && !kept_);
    if (died != 0 && lane() == at_) dead_[group_ * 32 + at_] = static_cast<std::int32_t>(gone_ | died);
    living_ = false;
  }

  std::int32_t* dead_;
  std::int64_t words_, edges_, group_;
  unsigned word_ = 0, open_ = 0, gone_ = 0;
  int at_ = 0;
  bool living_ = false, kept_ = false;
};

}  // namespace maxwarp
