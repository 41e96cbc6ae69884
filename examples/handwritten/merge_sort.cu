// Merge sort with virtual warps ([H] §4.3). A virtual warp makes `part` sorted elements at a time: a pair of runs that
// is as long, or its share of a longer pair, so that all virtual warps have work in the last rounds too. Elements
// travel between device memory and warp-private memory in the order of the lanes.
#include <maxwarp/kernel.cuh>

#include "handwritten.h"

namespace handwritten {
namespace {

constexpr int block = 128, per_lane = 8;  // each lane merges so many elements at a time

template <int W>
struct Part {
  static constexpr int size = W * per_lane;
  std::int32_t items[size];
  std::int64_t
      cuts[2];  // how many elements of the left run lie before the first element of the part, and before its end
};

/// How many of the first `place` elements of the merge of two runs come from the run `a`: equal ones come from there
/// first.
template <typename Index>
__device__ Index cut(const std::int32_t* a, Index a_size, const std::int32_t* b, Index b_size, Index place) {
  Index low = max_of<Index>(0, place - b_size), high = min_of(place, a_size);
  while (low < high) {
    const Index middle = low + (high - low) / 2;
    if (b[place - 1 - middle] < a[middle])
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/// This lane's elements, of which there are at most `per_lane`, in registers.
struct Own {
  std::int32_t items[per_lane];

  __device__ void load(const std::int32_t* from, int count) {
#pragma unroll
    for (int i = 0; i < per_lane; ++i) items[i] = i < count ? from[i] : infinity<std::int32_t>();
  }
  __device__ void store(std::int32_t* to, int count) const {
#pragma unroll
    for (int i = 0; i < per_lane; ++i)
      if (i < count) to[i] = items[i];
  }
  /// By exchanging neighbors: as many rounds as elements.
  __device__ void sort() {
#pragma unroll
    for (int round = 0; round < per_lane; ++round)
#pragma unroll
      for (int i = round % 2; i + 1 < per_lane; i += 2)
        if (items[i + 1] < items[i]) swap(items[i], items[i + 1]);
  }
  /// The elements from `place` on of the merge of two runs.
  __device__ void merge(const std::int32_t* a, int a_size, const std::int32_t* b, int b_size, int place) {
    int left = cut(a, a_size, b, b_size, min_of(place, a_size + b_size)), right = place - left;
#pragma unroll
    for (int i = 0; i < per_lane; ++i) {
      const bool from_left = left < a_size && (right >= b_size || a[left] <= b[right]);
      if (from_left)
        items[i] = a[left++];
      else if (right < b_size)
        items[i] = b[right++];
    }
  }
};

/// Sorts each part by itself, in warp-private memory: first the elements of each lane, then runs of lanes pair by pair.
template <int W>
__global__ void sort_parts(const std::int32_t* data, std::int32_t* sorted, std::int64_t count) {
  const Tile<W> tile;
  __shared__ WarpPrivate<Part<W>, W, block> memory;
  std::int32_t* items = memory.of(tile).items;
  const int first = tile.lane() * per_lane;
  for (const Piece part : static_pieces(tile, count, Part<W>::size)) {
    copy_simd(tile, part.size, items, data + part.first);
    const int own_size = min_of(per_lane, part.size - first);
    Own own;
    own.load(items + first, own_size);
    own.sort();
    own.store(items + first, own_size);
    tile.sync();  // the runs of all lanes are there
    for (int width = per_lane; width < part.size; width *= 2) {
      const int begin = first / (2 * width) * (2 * width);
      const int middle = min_of(begin + width, part.size), end = min_of(begin + 2 * width, part.size);
      if (own_size > 0) own.merge(items + begin, middle - begin, items + middle, end - middle, first - begin);
      tile.sync();  // all lanes have read their elements
      own.store(items + first, own_size);
      tile.sync();  // the runs of all lanes are there
    }
    copy_simd(tile, part.size, sorted + part.first, items);
  }
}

/// Merges neighboring runs of `width` elements, which is a number of whole parts.
template <int W>
__global__ void merge_runs(const std::int32_t* from, std::int32_t* to, std::int64_t count, std::int64_t width) {
  const Tile<W> tile;
  __shared__ WarpPrivate<Part<W>, W, block> memory;
  Part<W>& mine = memory.of(tile);
  for (const Piece part : static_pieces(tile, count, Part<W>::size)) {
    const std::int64_t begin = part.first / (2 * width) * (2 * width);
    const std::int64_t middle = min_of(begin + width, count), end = min_of(begin + 2 * width, count);
    const std::int32_t *left = from + begin, *right = from + middle;
    const std::int64_t place = part.first - begin;
    // SIMD: where the part begins and ends in both runs.
    do_simd(tile, 2, [&](std::int64_t i) {
      mine.cuts[i] = cut(left, middle - begin, right, end - middle, place + i * part.size);
    });
    // SIMD: the elements of the part from both runs, one after the other.
    const std::int64_t skipped = mine.cuts[0];
    const int from_left = static_cast<int>(mine.cuts[1] - skipped);
    copy_simd(tile, from_left, mine.items, left + skipped);
    copy_simd(tile, part.size - from_left, mine.items + from_left, right + (place - skipped));
    // SIMD: each lane merges its elements.
    const int first = tile.lane() * per_lane;
    const int own_size = min_of(per_lane, part.size - first);
    Own own;
    if (own_size > 0) own.merge(mine.items, from_left, mine.items + from_left, part.size - from_left, first);
    tile.sync();  // all lanes have read their elements
    own.store(mine.items + first, own_size);
    tile.sync();  // the part is complete
    copy_simd(tile, part.size, to + part.first, mine.items);
  }
}

/// Rounds alternate between two arrays; they begin in the one from which the last one ends in `sorted`.
template <int W>
void sort(Stream& gpu, const std::int32_t* data, std::int64_t count, std::int32_t* sorted, std::int32_t* other) {
  constexpr int size = Part<W>::size;
  const Shape shape = grid_for((count + size - 1) / size * W, block);
  int rounds = 0;
  for (std::int64_t width = size; width < count; width *= 2) ++rounds;
  if (rounds % 2 != 0) swap(sorted, other);
  gpu.launch(sort_parts<W>, shape, data, sorted, count);
  for (std::int64_t width = size; width < count; width *= 2) {
    gpu.launch(merge_runs<W>, shape, sorted, other, count, width);
    swap(sorted, other);
  }
}

}  // namespace

std::size_t merge_sort_workspace_bytes(std::int64_t count) {
  WorkspaceLayout layout(nullptr);
  layout.take<std::int32_t>(count);
  return layout.bytes();
}

Status merge_sort(int width, const std::int32_t* data, std::int64_t count, std::int32_t* sorted, RunOptions& options,
                  cudaStream_t stream) {
  if (options.workspace_bytes < merge_sort_workspace_bytes(count))
    return {StatusCode::WorkspaceTooSmall, 0, "merge_sort_workspace_bytes() tells the size"};
  std::int32_t* other = WorkspaceLayout(options.workspace).take<std::int32_t>(count);
  Stream gpu(stream);
  if (!with_width(width, [&](auto w) { sort<w>(gpu, data, count, sorted, other); }))
    return {StatusCode::BadArgument, 0, "width"};
  gpu.wait();
  return gpu.status();
}

}  // namespace handwritten
