// Kernels with one data race each.
#include "test/unit/simt/case.cuh"

namespace simt_test {

namespace {

__global__ void write_same(int* cell) { cell[threadIdx.x / 2] = static_cast<int>(threadIdx.x); }

cudaError_t write_write() {
  Array<int> cell(32);
  return launch({1, 64}, write_same, cell.data());
}

__global__ void write_folded(int* cell) { cell[threadIdx.x % 32] = 1; }

/// The same value from both, and still a race: the language of the device does not promise more.
cudaError_t write_write_across_warps() {
  Array<int> cell(32, 0);
  return launch({1, 64}, write_folded, cell.data());
}

__global__ void read_neighbor(int* cell) {
  const int left = cell[(threadIdx.x + 31) % 32];
  cell[threadIdx.x] = left + 1;
}

cudaError_t read_write() {
  Array<int> cell(32, 0);
  return launch({1, 32}, read_neighbor, cell.data());
}

__global__ void count_plainly(int* count) {
  if (threadIdx.x == 0)
    *count = 5;
  else
    atomicAdd(count, 1);
}

cudaError_t plain_and_atomic() {
  Array<int> count(1, 0);
  return launch({1, 2}, count_plainly, count.data());
}

__global__ void count_and_read(int* count, int* out) {
  atomicAdd(count, 1);
  out[threadIdx.x] = *count;
}

cudaError_t plain_read_and_atomic() {
  Array<int> count(1, 0), out(32);
  return launch({1, 32}, count_and_read, count.data(), out.data());
}

__global__ void warp_reverse(int* out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = static_cast<int>(threadIdx.x);
  out[threadIdx.x] = tile[threadIdx.x];
  __syncwarp(threadIdx.x < 16 ? 0xffffu : 0xffff0000u);
  out[threadIdx.x] = tile[31 - threadIdx.x];
}

/// The halves synchronise, each for itself, and then read the other half.
cudaError_t missing_syncwarp() {
  Array<int> out(32);
  return launch({1, 32}, warp_reverse, out.data());
}

__global__ void block_reverse(int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncwarp();
  const int value = tile[63 - threadIdx.x];
  out[threadIdx.x] = value;
}

cudaError_t syncwarp_for_syncthreads() {
  Array<int> out(64);
  return launch({1, 64}, block_reverse, out.data());
}

__global__ void reuse_tile(int* out) {
  __shared__ int tile[64];
  for (int round = 0; round < 3; ++round) {
    tile[threadIdx.x] = round;
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];
  }
}

/// Missing at the end of the loop body: only the next round's write shows it.
cudaError_t missing_syncthreads() {
  Array<int> out(64);
  return launch({1, 64}, reuse_tile, out.data());
}

__global__ void pass_on(int* cell) {
  cell[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __syncthreads();
  cell[(blockIdx.x * blockDim.x + threadIdx.x + 32) % (gridDim.x * blockDim.x)] += 1;
}

cudaError_t across_blocks() {
  Array<int> cell(4 * 32, 0);
  return launch({4, 32}, pass_on, cell.data());
}

__global__ void hand_over_unfenced(int* data, int* flag, int* out) {
  if (threadIdx.x == 1) {
    *data = 1;
    store_relaxed(flag, 1);
    return;
  }
  while (load_relaxed(flag) == 0) {
  }
  *out = *data;
}

cudaError_t flag_without_fence() {
  Array<int> data(1), flag(1, 0), out(1);
  return launch({1, 2}, hand_over_unfenced, data.data(), flag.data(), out.data());
}

__global__ void copy_vector(uint4* cells) { cells[0] = cells[1 + threadIdx.x]; }

cudaError_t vector_write() {
  Array<uint4> cells(33, 0);
  return launch({1, 32}, copy_vector, cells.data());
}

__global__ void write_bytes(unsigned char* bytes) { bytes[threadIdx.x / 8 * 2] = 1; }

cudaError_t byte_write() {
  Array<unsigned char> bytes(32, 0);
  return launch({1, 32}, write_bytes, bytes.data());
}

constexpr WrongCase cases[] = {
    {"write_write", write_write},
    {"write_write_across_warps", write_write_across_warps},
    {"read_write", read_write},
    {"plain_and_atomic", plain_and_atomic},
    {"plain_read_and_atomic", plain_read_and_atomic},
    {"missing_syncwarp", missing_syncwarp},
    {"syncwarp_for_syncthreads", syncwarp_for_syncthreads},
    {"missing_syncthreads", missing_syncthreads},
    {"across_blocks", across_blocks},
    {"flag_without_fence", flag_without_fence},
    {"vector_write", vector_write},
    {"byte_write", byte_write},
};

}  // namespace

std::span<const WrongCase> wrong_race_cases() { return cases; }

}  // namespace simt_test
