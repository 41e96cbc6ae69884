// granularity=warp:auto: the width of virtual warps that leaves the fewest lanes idle, by a sample of the nodes that
// are about to be worked on. The model is that of [C] §4 (runtime/graph/lane_use.h), and the nodes are those of whole
// warps, at the places that they will have. [C] §5.4 proposes such feedback and leaves it open.
#pragma once

#include "maxwarp/device.cuh"
#include "maxwarp/width.h"

namespace maxwarp {

/// The lane slots that virtual warps of 1, 2, 4, 8, 16 and 32 lanes take: a slot is a lane for the time of one step of
/// its warp. Each lane keeps a part of the sums; all lanes of a warp call the functions together.
class WidthSlots {
 public:
  /// The lanes have one node each, of 32 chunks beside each other, with so many edges. A warp of W-wide virtual warps
  /// takes those of 32 / W lanes at a time, and waits for the longest.
  __device__ void add_step(std::int32_t edges) {
    const Tile<32> warp;
    for (int i = 0; i < tile_widths; ++i) {
      const int width = 1 << i;
      std::int32_t longest = steps(edges, width);
      for (int distance = 1; distance < 32 / width; distance *= 2)
        longest = max_of(longest, warp.across(longest, distance));
      slots_[i] += std::int64_t{longest} * width;
    }
  }

  /// The lanes have two of 64 nodes each, which one warp takes: a virtual warp those of its own lanes, of which the
  /// ones that act come first. -1: the node does not act. `longest`: room for 64 numbers of this warp.
  __device__ void add_packed(std::int32_t first, std::int32_t second, std::int32_t* longest) {
    const Tile<32> warp;
    const unsigned firsts = warp.ballot(first >= 0), seconds = warp.ballot(second >= 0);
    for (int i = 0; i < tile_widths; ++i) {
      const int width = 1 << i, lane = warp.lane(), group = lane / width * width;
      const unsigned before = ((1u << lane) - 1) & ~((1u << group) - 1);  // lanes of the same virtual warp
      const int place = __popc(firsts & before) + __popc(seconds & before);
      longest[lane] = longest[lane + 32] = 0;
      warp.sync();  // the numbers of the last width are read, those of this one begin at 0
      if (first >= 0) atomicMax(&longest[place], steps(first, width));
      if (second >= 0) atomicMax(&longest[place + (first >= 0)], steps(second, width));
      warp.sync();  // all virtual warps have told what takes them longest
      slots_[i] += 32 * (std::int64_t{longest[lane]} + longest[lane + 32]);
      warp.sync();  // they are read
    }
  }

  /// Adds up the parts of all threads of the block, which call it together; thread 0 writes the width that is chosen.
  __device__ void choose(std::int32_t* width) const {
    __shared__ unsigned long long all[tile_widths];
    if (threadIdx.x < tile_widths) all[threadIdx.x] = 0;
    __syncthreads();  // the sums begin at 0
    for (int i = 0; i < tile_widths; ++i) {
      const std::int64_t sum = Tile<32>{}.reduce(slots_[i], [](std::int64_t a, std::int64_t b) { return a + b; });
      if (threadIdx.x % 32 == 0) atomicAdd(&all[i], static_cast<unsigned long long>(sum));
    }
    __syncthreads();  // the sums are complete
    if (threadIdx.x == 0) *width = fewest_slots(all);
  }

 private:
  __device__ static std::int32_t steps(std::int32_t edges, int width) { return edges / width + (edges % width != 0); }

  std::int64_t slots_[tile_widths] = {};
};

/// Which runs of nodes beside each other are looked at: so many, spread over all of them.
class WidthSample {
 public:
  static constexpr int nodes = 8192;  // that a sample has at most

  __device__ WidthSample(std::int64_t count, std::int64_t run, std::int64_t looked_at)
      : runs_((count + run - 1) / run), run_(run), size_(min_of<std::int64_t>(runs_, nodes / looked_at)) {}
  __device__ std::int64_t size() const { return size_; }
  /// The first node of the i-th run: one of the runs of its share, so that no regularity of the list is met.
  __device__ std::int64_t first_of(std::int64_t i) const {
    const std::int64_t begin = i * runs_ / size_, end = (i + 1) * runs_ / size_;
    return (begin + static_cast<std::int64_t>(random_word(i) % static_cast<std::uint64_t>(end - begin))) * run_;
  }

 private:
  std::int64_t runs_, run_, size_;
};

/// For virtual warps that take `chunk` of `count` nodes at a time, one after the other. edges_of(i): those of node i.
/// Called by all threads of one block.
template <typename Edges>
__device__ inline void choose_width(std::int64_t count, int chunk, std::int32_t* width, Edges edges_of) {
  const Tile<32> warp;
  const int steps = min_of(chunk, 4);  // of long chunks the begin tells enough
  const WidthSample sample(count, std::int64_t{32} * chunk, 32 * steps);
  WidthSlots slots;
  for (std::int64_t run = threadIdx.x / 32; run < sample.size(); run += blockDim.x / 32) {
    const std::int64_t own = sample.first_of(run) + std::int64_t{warp.lane()} * chunk;
    for (int k = 0; k < steps; ++k) slots.add_step(own + k < count ? edges_of(own + k) : 0);
  }
  slots.choose(width);
}

/// For virtual warps that pick, of two nodes for each of their lanes, those that act. edges_of(i): -1 if node i does
/// not. Called by all threads of one block.
template <typename Edges>
__device__ inline void choose_packed_width(std::int64_t count, std::int32_t* width, Edges edges_of) {
  constexpr int run_of_warp = 64;
  __shared__ std::int32_t longest[sizes::warps_of_block * run_of_warp];
  const Tile<32> warp;
  const int own_warp = static_cast<int>(threadIdx.x / 32);
  const WidthSample sample(count, run_of_warp, run_of_warp);
  WidthSlots slots;
  for (std::int64_t run = own_warp; run < sample.size(); run += blockDim.x / 32) {
    const std::int64_t own = sample.first_of(run) + 2 * warp.lane();
    const std::int32_t first = own < count ? edges_of(own) : -1, second = own + 1 < count ? edges_of(own + 1) : -1;
    slots.add_packed(first, second, longest + own_warp * run_of_warp);
  }
  slots.choose(width);
}

}  // namespace maxwarp
