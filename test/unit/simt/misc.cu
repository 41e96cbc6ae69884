// Kernels of the tests that look at reports, statistics and errors in detail.
#include "test/unit/simt/case.cuh"

namespace simt_test {

namespace {

__global__ void strided(const int* in, int* out, int stride) {
  out[threadIdx.x] = in[threadIdx.x * static_cast<unsigned>(stride)];
}

__global__ void branch(int* out) {
  int sum = 0;
  for (unsigned i = 0; i < threadIdx.x % 4; ++i) sum += load_relaxed(out + 32);
  out[threadIdx.x] = sum;
}

__global__ void contend(int* counters) { atomicAdd(counters + threadIdx.x / 8, 1); }

__global__ void two_phases(int* out) {
  if (threadIdx.x == 0)
    for (int i = 0; i < 10; ++i) out[32 + i] = out[32 + i] + 1;
  __syncwarp();
  out[threadIdx.x] = 1;
}

__global__ void nest(int* out) {
  int sum = 0;
  for (int outer = 0; outer < 4; ++outer)
    for (unsigned inner = 0; inner < (threadIdx.x + static_cast<unsigned>(outer)) % 3; ++inner)
      sum += load_relaxed(out + 32 + outer);
  out[threadIdx.x] = sum;
}

__global__ void nothing(int*) {}

// As gdslc -g does: the report must speak of the program.
#line 700 "program.gdsl"
__global__ void from_program(int* out) { out[0] = static_cast<int>(threadIdx.x); }
#line 41 "misc.cu"

}  // namespace

cudaError_t run_strided(int stride) {
  Array<int> in(32 * 32, 0), out(32);
  return launch({1, 32}, strided, in.data(), out.data(), stride);
}
cudaError_t run_branch() {
  Array<int> out(33, 0);
  return launch({1, 32}, branch, out.data());
}
cudaError_t run_contend() {
  Array<int> counters(4, 0);
  return launch({2, 32}, contend, counters.data());
}
cudaError_t run_two_phases() {
  Array<int> out(42, 0);
  return launch({1, 32}, two_phases, out.data());
}
cudaError_t run_nest() {
  Array<int> out(36, 0);
  return launch({1, 32}, nest, out.data());
}
cudaError_t run_from_program() {
  Array<int> out(1);
  return launch({1, 2}, from_program, out.data());
}
cudaError_t run_nothing(dim3 grid, dim3 block, std::size_t shared_bytes, bool cooperative) {
  return launch({grid, block, shared_bytes, cooperative}, nothing, nullptr);
}
cudaError_t resident_blocks(int* blocks, int threads) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, nothing, threads, 0);
}

}  // namespace simt_test
