// Right kernels around warps and blocks: shuffles, votes, scans, tiles, opportunistic groups, early exits.
#include <numeric>

#include "test/unit/simt/case.cuh"

namespace simt_test {

namespace {

__global__ void reduce(const int* in, int count, int* total) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  int sum = i < count ? in[i] : 0;
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(~0u, sum, distance);
  if (threadIdx.x % 32 == 0) atomicAdd(total, sum);
}

cudaError_t run_reduce(bool& right) {
  std::vector<int> numbers(1000);
  std::iota(numbers.begin(), numbers.end(), 1);
  Array<int> in(numbers), total(1, 0);
  cudaError_t error = launch({8, 128}, reduce, in.data(), 1000, total.data());
  right = total.values()[0] == 500500;
  return error;
}

__global__ void block_scan(int* values) {
  __shared__ int sums[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int sum = values[threadIdx.x];
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const int left = __shfl_up_sync(~0u, sum, distance);
    if (lane >= distance) sum += left;
  }
  if (lane == 31) sums[warp] = sum;
  __syncthreads();
  for (unsigned w = 0; w < warp; ++w) sum += sums[w];
  values[threadIdx.x] = sum;
}

cudaError_t run_block_scan(bool& right) {
  std::vector<int> numbers(256), expected(256);
  std::iota(numbers.begin(), numbers.end(), -3);
  std::partial_sum(numbers.begin(), numbers.end(), expected.begin());
  Array<int> values(numbers);
  cudaError_t error = launch({1, 256}, block_scan, values.data());
  right = values.values() == expected;
  return error;
}

/// Virtual warps of W lanes with rows of different lengths: tiles of one warp synchronise apart.
template <int W>
__global__ void row_sums(const int* offsets, const int* values, int rows, int* sums) {
  __shared__ int bounds[64 / W][2];
  const int tile = static_cast<int>(threadIdx.x) / W, lane = static_cast<int>(threadIdx.x) % W;
  const unsigned mask = (W == 32 ? ~0u : (1u << (W % 32)) - 1) << (threadIdx.x % 32 / W * W);
  for (int row = tile; row < rows; row += 64 / W) {
    if (lane < 2) bounds[tile][lane] = offsets[row + lane];
    __syncwarp(mask);
    int sum = 0;
    for (int e = bounds[tile][0] + lane; e < bounds[tile][1]; e += W) sum += values[e];
    for (int distance = W / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(mask, sum, distance, W);
    if (lane == 0) sums[row] = sum;
    __syncwarp(mask);
  }
}

template <int W>
cudaError_t run_row_sums(bool& right) {
  std::vector<int> bounds{0}, numbers, expected;
  for (int row = 0; row < 37; ++row) {
    expected.push_back(0);
    for (int i = 0; i < row * 7 % 45; ++i) {
      numbers.push_back(row + i);
      expected.back() += row + i;
    }
    bounds.push_back(static_cast<int>(numbers.size()));
  }
  Array<int> offsets(bounds), values(numbers), sums(37, 0);
  cudaError_t error = launch({1, 64}, row_sums<W>, offsets.data(), values.data(), 37, sums.data());
  right = sums.values() == expected;
  return error;
}

/// Lanes that push share one atomic addition.
__global__ void push_even(const int* values, int count, int* list, int* size, int* additions) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count || values[i] % 2 != 0) return;
  const unsigned peers = __activemask();
  const int lane = static_cast<int>(threadIdx.x % 32), leader = __ffs(static_cast<int>(peers)) - 1;
  int base = 0;
  if (lane == leader) {
    base = atomicAdd(size, __popc(peers));
    atomicAdd(additions, 1);
  }
  base = __shfl_sync(peers, base, leader);
  list[base + __popc(peers & ((1u << lane) - 1))] = values[i];
}

cudaError_t run_push_even(bool& right) {
  std::vector<int> numbers(500);
  std::iota(numbers.begin(), numbers.end(), 0);
  Array<int> values(numbers), list(250), size(1, 0), additions(1, 0);
  cudaError_t error = launch({4, 128}, push_even, values.data(), 500, list.data(), size.data(), additions.data());
  std::vector<int> pushed = list.values();
  long sum = std::accumulate(pushed.begin(), pushed.end(), 0L);
  right = size.values()[0] == 250 && sum == 249 * 250 && additions.values()[0] == 16;
  return error;
}

__global__ void votes(unsigned* out) {
  const unsigned lane = threadIdx.x;
  unsigned* mine = out + lane * 8;
  mine[0] = __ballot_sync(~0u, lane % 3 == 0);
  mine[1] = static_cast<unsigned>(__any_sync(~0u, lane == 40));
  mine[2] = static_cast<unsigned>(__all_sync(~0u, lane < 32));
  mine[3] = __match_any_sync(~0u, lane / 5);
  mine[4] = static_cast<unsigned>(__reduce_min_sync(~0u, static_cast<int>(lane) - 16));
  mine[5] = __reduce_add_sync(~0u, lane);
  mine[6] = static_cast<unsigned>(__syncthreads_count(lane < 5));
  mine[7] = static_cast<unsigned>(__syncthreads_or(lane == 31) + 2 * __syncthreads_and(lane < 31));
}

cudaError_t run_votes(bool& right) {
  Array<unsigned> out(32 * 8, 0);
  cudaError_t error = launch({1, 32}, votes, out.data());
  std::vector<unsigned> seen = out.values();
  right = true;
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned same = 0;
    for (unsigned other = 0; other < 32; ++other) same |= (other / 5 == lane / 5 ? 1u : 0u) << other;
    const unsigned expected[8] = {0x49249249u, 0, 1, same, static_cast<unsigned>(-16), 496, 5, 1};
    for (unsigned i = 0; i < 8; ++i) right = right && seen[lane * 8 + i] == expected[i];
  }
  return error;
}

__global__ void more_votes(unsigned* out) {
  const unsigned lane = threadIdx.x;
  int same = 7, other = 7;
  out[lane * 8 + 0] = __match_all_sync(~0u, 5, &same);
  out[lane * 8 + 1] = static_cast<unsigned>(same);
  out[lane * 8 + 2] = __match_all_sync(~0u, lane / 31, &other);
  out[lane * 8 + 3] = static_cast<unsigned>(other);
  out[lane * 8 + 4] = __reduce_or_sync(~0u, 1u << lane % 5);
  out[lane * 8 + 5] = __reduce_and_sync(~0u, ~(1u << lane % 3));
  out[lane * 8 + 6] = __reduce_xor_sync(~0u, lane);
  out[lane * 8 + 7] = __reduce_max_sync(~0u, lane) +
                      static_cast<unsigned>(__reduce_max_sync(~0u, -static_cast<int>(lane)));
}

cudaError_t run_more_votes(bool& right) {
  Array<unsigned> out(32 * 8, 0);
  cudaError_t error = launch({1, 32}, more_votes, out.data());
  std::vector<unsigned> seen = out.values();
  right = true;
  const unsigned expected[8] = {~0u, 1, 0, 0, 31, ~7u, 0, 31};
  for (unsigned i = 0; i < 32 * 8; ++i) right = right && seen[i] == expected[i % 8];
  return error;
}

__global__ void shuffles(double* out, int width) {
  const int lane = static_cast<int>(threadIdx.x);
  const double value = lane * 1.5;
  out[lane * 4 + 0] = __shfl_sync(~0u, value, lane + 5, width);
  out[lane * 4 + 1] = __shfl_up_sync(~0u, value, 3, width);
  out[lane * 4 + 2] = __shfl_down_sync(~0u, value, 3, width);
  out[lane * 4 + 3] = __shfl_xor_sync(~0u, value, 6, width);
}

cudaError_t run_shuffles(bool& right) {
  cudaError_t error = cudaSuccess;
  right = true;
  for (int width : {2, 8, 32}) {
    Array<double> out(128, 0);
    error = launch({1, 32}, shuffles, out.data(), width);
    std::vector<double> seen = out.values();
    for (int lane = 0; lane < 32; ++lane) {
      const int begin = lane / width * width, end = begin + width, other = lane ^ 6;
      const int sources[4] = {begin + (lane + 5) % width, lane - 3 >= begin ? lane - 3 : lane,
                              lane + 3 < end ? lane + 3 : lane, other < end ? other : lane};
      for (int i = 0; i < 4; ++i) right = right && seen[static_cast<unsigned>(lane * 4 + i)] == sources[i] * 1.5;
    }
  }
  return error;
}

/// Lanes that have left are not waited for by __syncwarp and votes.
__global__ void early_exit(int* out) {
  __shared__ int cell[32];
  if (threadIdx.x >= 20) return;
  cell[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncwarp();
  out[threadIdx.x] = cell[19 - threadIdx.x] + static_cast<int>(__popc(__ballot_sync(~0u, 1)));
}

cudaError_t run_early_exit(bool& right) {
  Array<int> out(20);
  cudaError_t error = launch({1, 32}, early_exit, out.data());
  std::vector<int> seen = out.values();
  right = true;
  for (int i = 0; i < 20; ++i) right = right && seen[static_cast<unsigned>(i)] == 19 - i + 20;
  return error;
}

constexpr RightCase cases[] = {
    {"reduce", run_reduce},
    {"block_scan", run_block_scan},
    {"tiles_of_4", run_row_sums<4>},
    {"tiles_of_16", run_row_sums<16>},
    {"tiles_of_32", run_row_sums<32>},
    {"opportunistic_push", run_push_even},
    {"votes", run_votes},
    {"other_votes_and_reductions", run_more_votes},
    {"shuffles", run_shuffles},
    {"early_exit", run_early_exit},
};

}  // namespace

std::span<const RightCase> team_cases() { return cases; }

}  // namespace simt_test
