// The constructs one by one, each against what a plain loop on the host finds.
#include <algorithm>
#include <maxwarp/kernel.cuh>
#include <numeric>
#include <vector>

#include "test/unit/handwritten/api.h"
#include "test/unit/simt/case.cuh"

namespace handwritten_test {
namespace {

using namespace maxwarp;
using simt_test::Array;
using simt_test::launch;

constexpr int threads = 64, items = 1000, numbers = 32;

/// The kernel of this width on two blocks; false where the width is none.
template <typename Launch>
cudaError_t launch_with(int width, Launch launch_kernel) {
  cudaError_t error = cudaErrorInvalidValue;
  with_width(width, [&](auto w) { error = launch_kernel(w); });
  return error;
}

/// How often each item is worked on, and by which lane.
template <int W>
__global__ void static_and_strided(int* times, int* lanes, std::int64_t count) {
  const Tile<W> tile;
  for (const Piece piece : static_pieces(tile, count, 7))
    for (const std::int64_t i : tile.strided(piece.first, piece.first + piece.size)) {
      times[i] += 1;
      lanes[i] = tile.lane();
    }
}

cudaError_t run_static(int width, bool& right) {
  Array<int> times(items, 0), lanes(items, 0);
  const cudaError_t error = launch_with(width, [&](auto w) {
    return launch({2, threads}, static_and_strided<w>, times.data(), lanes.data(), std::int64_t{items});
  });
  const std::vector<int> seen = times.values(), who = lanes.values();
  right = std::ranges::count(seen, 1) == items;
  for (int i = 0; i < items; ++i) right = right && who[static_cast<std::size_t>(i)] == i % 7 % width;
  return error;
}

template <int W>
__global__ void dynamic_and_lead(int* times, std::int64_t* taken, int* pieces, std::int64_t count) {
  const Tile<W> tile;
  for (const Piece piece : dynamic_pieces(tile, taken, count, 5)) {
    const int before = tile.run_on_leader([=] { return atomicAdd(pieces, 1); });
    do_simd(tile, piece.size, [=](std::int64_t i) { times[piece.first + i] += before < 0 ? 2 : 1; });
  }
}

cudaError_t run_dynamic(int width, bool& right) {
  Array<int> times(items, 0), pieces(1, 0);
  Array<std::int64_t> taken(1, 0);
  const cudaError_t error = launch_with(width, [&](auto w) {
    return launch({2, threads}, dynamic_and_lead<w>, times.data(), taken.data(), pieces.data(), std::int64_t{items});
  });
  right = std::ranges::count(times.values(), 1) == items && pieces.values()[0] == items / 5 &&
          taken.values()[0] >= items;
  return error;
}

/// Numbers turned around within the memory of each virtual warp.
template <int W>
__global__ void turn_around(const int* from, int* to, std::int64_t count) {
  struct Mine {
    int numbers[numbers];
  };
  const Tile<W> tile;
  __shared__ WarpPrivate<Mine, W, threads> memory;
  Mine& mine = memory.of(tile);
  for (const Piece piece : static_pieces(tile, count, numbers)) {
    copy_simd(tile, piece.size, mine.numbers, from + piece.first);
    do_simd(tile, piece.size, [&](std::int64_t i) { to[piece.first + i] = mine.numbers[piece.size - 1 - i]; });
  }
}

cudaError_t run_private(int width, bool& right) {
  std::vector<int> values(items), expected;
  std::iota(values.begin(), values.end(), 0);
  expected = values;
  for (auto at = expected.begin(); at < expected.end(); at += std::min<std::ptrdiff_t>(numbers, expected.end() - at))
    std::reverse(at, at + std::min<std::ptrdiff_t>(numbers, expected.end() - at));
  Array<int> from(values), to(items, 0);
  const cudaError_t error = launch_with(
      width, [&](auto w) { return launch({2, threads}, turn_around<w>, from.data(), to.data(), std::int64_t{items}); });
  right = to.values() == expected;
  return error;
}

/// Lane 0 of each virtual warp: the votes on "the lane is odd", the lanes' sum, and lane 0's broadcast.
template <int W>
__global__ void vote(int* out) {
  const Tile<W> tile;
  const bool odd = tile.lane() % 2 == 1;
  const int found[6] = {tile.any(odd),
                        tile.all(odd),
                        static_cast<int>(tile.ballot(odd)),
                        tile.all(tile.lane() < W),
                        tile.reduce(tile.lane(), [](int a, int b) { return a + b; }),
                        tile.broadcast(tile.lane() + 3)};
  if (tile.leader())
    for (int i = 0; i < 6; ++i) out[tile.index() * 6 + i] = found[i];
}

cudaError_t run_votes(int width, bool& right) {
  Array<int> out(threads * 6, 0);
  const cudaError_t error = launch_with(width, [&](auto w) { return launch({1, threads}, vote<w>, out.data()); });
  const std::vector<int> seen = out.values();
  const int odd = static_cast<int>(0xaaaaaaaau & (width == 32 ? ~0u : (1u << width) - 1));
  const int expected[6] = {width > 1, 0, odd, 1, width * (width - 1) / 2, 3};
  right = true;
  for (int i = 0; i < threads / width * 6; ++i) right = right && seen[static_cast<std::size_t>(i)] == expected[i % 6];
  return error;
}

/// A virtual warp counts indices near the ends of the types: none is met twice, none is left out, and the loops end.
template <int W>
__global__ void count_indices(int* counts) {
  const Tile<W> tile;
  constexpr std::int32_t last = infinity<std::int32_t>();
  constexpr std::int64_t end = infinity<std::int64_t>();
  int mine[5] = {};
  for (const std::int32_t i : tile.strided(last - 40, last)) mine[0] += i >= last - 40;
  for (const std::int64_t i : tile.strided(end - 50, end, std::int64_t{3})) mine[1] += (end - 50 - i) % 3 == 0;
  for (const std::int32_t i : tile.strided(5, 5)) mine[2] += i;
  for (const std::int64_t i : tile.strided(-end, end, end)) mine[3] += i <= 0;
  for (const std::int32_t i : tile.strided(0, 10, -1)) mine[4] += i;
  for (int i = 0; i < 5; ++i) {
    const int all = tile.reduce(mine[i], [](int a, int b) { return a + b; });
    if (tile.leader()) counts[i] = all;
  }
}

cudaError_t run_ends(int width, bool& right) {
  Array<int> counts(5, 0);
  const cudaError_t error = launch_with(
      width, [&](auto w) { return launch({1, static_cast<unsigned>(width)}, count_indices<w>, counts.data()); });
  right = counts.values() == std::vector<int>{40, 17, 0, 2, 0};
  return error;
}

__global__ void block_team(int* out, std::int64_t count) {
  const Block team;
  for (const Piece piece : static_pieces(team, count, 100)) {
    int part = 0;
    for (const std::int64_t i : team.strided(piece.first, piece.first + piece.size)) part += static_cast<int>(i);
    const int sum = team.reduce(part, [](int a, int b) { return a + b; });
    if (team.leader()) out[piece.first / 100] = sum;
  }
}

cudaError_t run_block(int, bool& right) {
  Array<int> out(items / 100, 0);
  const cudaError_t error = launch({2, threads}, block_team, out.data(), std::int64_t{items});
  right = true;
  for (int i = 0; i < items / 100; ++i) right = right && out.values()[static_cast<std::size_t>(i)] == 10000 * i + 4950;
  return error;
}

template <int W>
__global__ void neighbors_without_sync(int* out) {
  const Tile<W> tile;
  __shared__ WarpPrivate<int[W], W, threads> memory;
  int* mine = memory.of(tile);
  mine[tile.lane()] = tile.lane();
  out[thread_index()] = mine[W - 1 - tile.lane()];
}

template <int W>
__global__ void fill_private(int* out) {
  const Tile<W> tile;
  __shared__ WarpPrivate<int[W], W, threads> memory;
  memory.of(tile)[tile.lane()] = 1;
  out[thread_index()] = memory.of(tile)[tile.lane()];
}

}  // namespace

const Construct constructs[] = {
    {"static_pieces", run_static}, {"dynamic_pieces", run_dynamic}, {"private_memory", run_private},
    {"votes", run_votes},          {"index_ends", run_ends},        {"block", run_block},
};
const int construct_count = static_cast<int>(std::size(constructs));

Spread spread(std::int64_t threads, int block) {
  const Shape shape = Stream(nullptr).grid_for_small(threads, block);
  return {shape.blocks, shape.threads};
}

Spread spread_of_light(std::int64_t items, int block) {
  const Shape shape = grid_for_light(items, block);
  return {shape.blocks, shape.threads};
}

cudaError_t run_without_sync(int width) {
  Array<int> out(threads, 0);
  return launch_with(width, [&](auto w) { return launch({1, threads}, neighbors_without_sync<w>, out.data()); });
}

cudaError_t run_with_large_blocks(int width) {
  Array<int> out(2 * threads, 0);
  return launch_with(width, [&](auto w) { return launch({1, 2 * threads}, fill_private<w>, out.data()); });
}

cudaError_t run_where_no_block_fits() {
  constexpr int too_many = 2048;
  Array<int> out(too_many, 0);
  Stream gpu(nullptr);
  gpu.launch(fill_private<32>, gpu.resident(fill_private<32>, too_many), out.data());
  return static_cast<cudaError_t>(gpu.status().device_error);
}

}  // namespace handwritten_test
