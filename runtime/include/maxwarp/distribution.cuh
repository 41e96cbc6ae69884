// Which team gets which items: shares that are fixed by the team's index, or pieces that teams take when they are free
// ([H] §3.2). For the latter, a cell counts the items taken.
#pragma once

#include "maxwarp/device.cuh"

namespace maxwarp {

/// The first item of the next piece; no other team gets that piece. `taken` is 0 before the kernel starts. Called by
/// all lanes of a virtual warp or block; a whole warp (as Tile<32>) takes more at a time for the same price.
template <typename Team>
__device__ inline std::int64_t take(const Team& team, std::int64_t* taken, std::int64_t piece) {
  std::int64_t first = 0;
  if (team.leader())
    first = static_cast<std::int64_t>(
        atomicAdd(reinterpret_cast<unsigned long long*>(taken), static_cast<unsigned long long>(piece)));
  return team.broadcast(first);
}

/// How many items to take at a time: an eighth of the equal share of one of `teams`, in whole steps of `step` items and
/// at most 512, so that the last pieces are small compared with the whole.
__device__ inline std::int64_t piece_of(std::int64_t count, std::int64_t teams, std::int64_t step) {
  const std::int64_t share = count / (8 * teams) / step * step;
  return max_of(step, min_of<std::int64_t>(share, 512));
}

/// The items first .. first + size - 1.
struct Piece {
  std::int64_t first;
  int size;
};

/// What a team works on: for (const Piece piece : static_pieces(tile, count, chunk)). `Next` tells where its next piece
/// begins.
template <typename Next>
class Pieces {
 public:
  struct End {};
  class Iterator {
   public:
    __device__ Iterator(const Pieces& pieces, std::int64_t first) : pieces_(pieces), first_(first) {}
    __device__ Piece operator*() const {
      return {first_, static_cast<int>(min_of<std::int64_t>(pieces_.size_, pieces_.count_ - first_))};
    }
    __device__ Iterator& operator++() {
      first_ = pieces_.next_(first_);
      return *this;
    }
    __device__ bool operator!=(End) const { return first_ < pieces_.count_; }

   private:
    const Pieces& pieces_;
    std::int64_t first_;
  };

  __device__ Pieces(std::int64_t first, std::int64_t count, int size, Next next)
      : first_(first), count_(count), size_(size), next_(next) {}
  __device__ Iterator begin() const { return Iterator(*this, first_); }
  __device__ End end() const { return {}; }

 private:
  std::int64_t first_, count_;
  int size_;
  Next next_;
};

/// Static distribution: the team's pieces of `size` out of `count` items are fixed by its number. Any grid will do.
template <typename Team>
__device__ inline auto static_pieces(const Team& team, std::int64_t count, int size) {
  const std::int64_t stride = team.count() * size;
  return Pieces(team.index() * size, count, size, [=](std::int64_t first) { return first + stride; });
}

/// Dynamic distribution: the team takes its next piece when it is done with the last one. `taken` is 0 before the
/// kernel starts; the grid is as large as the device holds (Stream::resident). The team goes through the loop together.
template <typename Team>
__device__ inline auto dynamic_pieces(const Team& team, std::int64_t* taken, std::int64_t count, int size) {
  return Pieces(take(team, taken, size), count, size, [=](std::int64_t) { return take(team, taken, size); });
}

/// Whether the calling block runs on one of the first `processors` multiprocessors; the first block works wherever it
/// runs, so that the work is done even if other kernels keep all other blocks off these multiprocessors.
__device__ inline bool runs_on_sm(int processors) {
#if defined(MAXWARP_SIMT)
  const int number = static_cast<int>(blockIdx.x % 4);  // the modelled device has four
#else
  int number;
  asm("mov.u32 %0, %%smid;" : "=r"(number));
#endif
  return number < processors || blockIdx.x == 0;
}

}  // namespace maxwarp
