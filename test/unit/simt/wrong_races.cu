// Kernels with one data race each, and without it.
#include "test/unit/simt/case.cuh"

namespace simt_test {

namespace {

__global__ void write_same(int* cell, unsigned sharers) { cell[threadIdx.x / sharers] = static_cast<int>(threadIdx.x); }

cudaError_t write_write(bool right) {
  Array<int> cell(64);
  return launch({1, 64}, write_same, cell.data(), right ? 1u : 2u);
}

__global__ void write_folded(int* cell, unsigned modulus) { cell[threadIdx.x % modulus] = 1; }

/// The same value from both, and still a race: the language of the device does not promise more.
cudaError_t write_write_across_warps(bool right) {
  Array<int> cell(64, 0);
  return launch({1, 64}, write_folded, cell.data(), right ? 64u : 32u);
}

__global__ void read_neighbor(int* cell, bool right) {
  const int left = cell[(threadIdx.x + 31) % 32];
  if (right) __syncwarp();
  cell[threadIdx.x] = left + 1;
}

cudaError_t read_write(bool right) {
  Array<int> cell(32, 0);
  return launch({1, 32}, read_neighbor, cell.data(), right);
}

__global__ void count_plainly(int* count, bool right) {
  if (threadIdx.x == 0 && !right)
    *count = 5;
  else
    atomicAdd(count, 1);
}

cudaError_t plain_and_atomic(bool right) {
  Array<int> count(1, 0);
  return launch({1, 2}, count_plainly, count.data(), right);
}

__global__ void count_and_read(int* count, int* out, bool right) {
  atomicAdd(count, 1);
  if (right) __syncthreads();
  out[threadIdx.x] = *count;
}

cudaError_t plain_read_and_atomic(bool right) {
  Array<int> count(1, 0), out(32);
  return launch({1, 32}, count_and_read, count.data(), out.data(), right);
}

__global__ void count_in_two_warps(int* count, int* out, bool right) {
  if (threadIdx.x % 32 == 0) atomicAdd(count, 1);
  if (right) __syncthreads();
  __syncwarp();
  if (threadIdx.x == 33) *out = *count;
}

/// The reader comes after the atomic of its own warp, but not after that of the other.
cudaError_t older_atomic(bool right) {
  Array<int> count(1, 0), out(1);
  return launch({1, 64}, count_in_two_warps, count.data(), out.data(), right);
}

__global__ void warp_reverse(int* out, bool right) {
  __shared__ int tile[32];
  tile[threadIdx.x] = static_cast<int>(threadIdx.x);
  out[threadIdx.x] = tile[threadIdx.x];
  __syncwarp(right ? ~0u : threadIdx.x < 16 ? 0xffffu : 0xffff0000u);
  out[threadIdx.x] = tile[31 - threadIdx.x];
}

/// The halves synchronise, each for itself, and then read the other half.
cudaError_t missing_syncwarp(bool right) {
  Array<int> out(32);
  return launch({1, 32}, warp_reverse, out.data(), right);
}

__global__ void write_after_reads(int* cell, int* out, bool right) {
  out[threadIdx.x] = *cell;
  if (threadIdx.x < 16 || right) __syncwarp(right ? ~0u : 0xffffu);
  if (threadIdx.x == 0) *cell = 1;
}

/// 32 lanes read, the writer waits for half of them only.
cudaError_t one_of_many_readers(bool right) {
  Array<int> cell(1, 0), out(32);
  return launch({1, 32}, write_after_reads, cell.data(), out.data(), right);
}

__global__ void block_reverse(int* out, bool right) {
  __shared__ int tile[64];
  tile[threadIdx.x] = static_cast<int>(threadIdx.x);
  if (right) __syncthreads();
  __syncwarp();
  const int value = tile[63 - threadIdx.x];
  out[threadIdx.x] = value;
}

cudaError_t syncwarp_for_syncthreads(bool right) {
  Array<int> out(64);
  return launch({1, 64}, block_reverse, out.data(), right);
}

__global__ void reuse_tile(int* out, bool right) {
  __shared__ int tile[64];
  for (int round = 0; round < 3; ++round) {
    tile[threadIdx.x] = round;
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];
    if (right) __syncthreads();
  }
}

/// Missing at the end of the loop body: only the next round's write shows it.
cudaError_t missing_syncthreads(bool right) {
  Array<int> out(64);
  return launch({1, 64}, reuse_tile, out.data(), right);
}

__global__ void pass_on(int* cell, unsigned shift) {
  cell[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __syncthreads();
  cell[(blockIdx.x * blockDim.x + threadIdx.x + shift) % (gridDim.x * blockDim.x)] += 1;
}

cudaError_t across_blocks(bool right) {
  Array<int> cell(4 * 32, 0);
  return launch({4, 32}, pass_on, cell.data(), right ? 0u : 32u);
}

__global__ void pass_on_in_grid(int* cell, unsigned* arrived, bool right) {
  const unsigned count = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  cell[i] = 1;
  if (right) grid_wait(arrived);
  cell[(i + blockDim.x) % count] += 1;
}

cudaError_t missing_grid_barrier(bool right) {
  Array<int> cell(4 * 32, 0);
  Array<unsigned> arrived(1, 0);
  return launch({4, 32, 0, true}, pass_on_in_grid, cell.data(), arrived.data(), right);
}

enum class Fence { None, Block, Device };

__device__ void make(Fence fence) {
  if (fence == Fence::Block) __threadfence_block();
  if (fence == Fence::Device) __threadfence();
}

__global__ void hand_over_data(int* data, int* flag, int* out, Fence before, Fence after) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread == 1) {
    *data = 1;
    make(before);
    store_relaxed(flag, 1);
    return;
  }
  while (load_relaxed(flag) == 0) {
  }
  make(after);
  *out = *data;
}

cudaError_t hand_over(const Shape& shape, Fence before, Fence after) {
  Array<int> data(1), flag(1, 0), out(1);
  return launch(shape, hand_over_data, data.data(), flag.data(), out.data(), before, after);
}

const Shape two_blocks{2, 1, 0, true};

cudaError_t flag_without_fence(bool right) {
  return hand_over({1, 2}, right ? Fence::Device : Fence::None, Fence::Device);
}
cudaError_t flag_without_fence_of_the_reader(bool right) {
  return hand_over({1, 2}, Fence::Device, right ? Fence::Device : Fence::None);
}
/// Enough among the threads of a block, not between blocks.
cudaError_t fence_of_the_block(bool right) {
  return hand_over(right ? Shape{1, 2} : two_blocks, Fence::Block, Fence::Block);
}
cudaError_t readers_fence_of_the_block(bool right) {
  return hand_over(two_blocks, Fence::Device, right ? Fence::Device : Fence::Block);
}

__global__ void copy_vector(uint4* cells, bool right) { cells[right ? threadIdx.x : 0] = cells[33 + threadIdx.x]; }

cudaError_t vector_write(bool right) {
  Array<uint4> cells(66, 0);
  return launch({1, 32}, copy_vector, cells.data(), right);
}

__global__ void write_bytes(unsigned char* bytes, unsigned sharers) { bytes[threadIdx.x / sharers] = 1; }

cudaError_t byte_write(bool right) {
  Array<unsigned char> bytes(32, 0);
  return launch({1, 32}, write_bytes, bytes.data(), right ? 1u : 8u);
}

/// Threads 0 to 3 write one byte each; the last comes back to the first one's.
__global__ void write_four_bytes(unsigned char* bytes, unsigned modulus) { bytes[threadIdx.x % modulus] = 1; }

cudaError_t older_byte_write(bool right) {
  Array<unsigned char> bytes(4, 0);
  return launch({1, 4}, write_four_bytes, bytes.data(), right ? 4u : 3u);
}

__global__ void byte_and_word(unsigned char* bytes, unsigned* out, bool right) {
  if (threadIdx.x == 0) bytes[2] = 1;
  if (right) __syncwarp();
  if (threadIdx.x == 1) *out = *reinterpret_cast<unsigned*>(bytes);
}

cudaError_t word_over_byte(bool right) {
  Array<unsigned char> bytes(4, 0);
  Array<unsigned> out(1);
  return launch({1, 32}, byte_and_word, bytes.data(), out.data(), right);
}

__device__ int total;

__global__ void add_up(bool right) {
  if (right)
    atomicAdd(&total, 1);
  else
    total = total + 1;
}

cudaError_t device_variable(bool right) { return launch({1, 32}, add_up, right); }

constexpr WrongCase cases[] = {
    {"write_write", write_write},
    {"write_write_across_warps", write_write_across_warps},
    {"read_write", read_write},
    {"plain_and_atomic", plain_and_atomic},
    {"plain_read_and_atomic", plain_read_and_atomic},
    {"older_atomic", older_atomic},
    {"missing_syncwarp", missing_syncwarp},
    {"one_of_many_readers", one_of_many_readers},
    {"syncwarp_for_syncthreads", syncwarp_for_syncthreads},
    {"missing_syncthreads", missing_syncthreads},
    {"across_blocks", across_blocks},
    {"missing_grid_barrier", missing_grid_barrier},
    {"flag_without_fence", flag_without_fence},
    {"flag_without_fence_of_the_reader", flag_without_fence_of_the_reader},
    {"fence_of_the_block", fence_of_the_block},
    {"readers_fence_of_the_block", readers_fence_of_the_block},
    {"vector_write", vector_write},
    {"byte_write", byte_write},
    {"older_byte_write", older_byte_write},
    {"word_over_byte", word_over_byte},
    {"device_variable", device_variable},
};

}  // namespace

std::span<const WrongCase> wrong_race_cases() { return cases; }

}  // namespace simt_test
