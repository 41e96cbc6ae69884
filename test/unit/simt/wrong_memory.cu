// Kernels with one wrong memory access each, and without it.
#include "test/unit/simt/case.cuh"

namespace simt_test {

namespace {

__global__ void copy(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }

cudaError_t read_past_end(bool right) {
  Array<int> in(right ? 32 : 31, 0), out(32);
  return launch({1, 32}, copy, in.data(), out.data());
}
cudaError_t write_past_end(bool right) {
  Array<int> in(32, 0), out(right ? 32 : 31);
  return launch({1, 32}, copy, in.data(), out.data());
}
cudaError_t write_before_start(bool right) {
  Array<int> in(32, 0), out(32);
  return launch({1, 32}, copy, in.data(), right ? out.data() : out.data() - 1);
}
cudaError_t write_null(bool right) {
  Array<int> in(32, 0), out(32);
  return launch({1, 32}, copy, in.data(), right ? out.data() : nullptr);
}
cudaError_t read_host_memory(bool right) {
  std::vector<int> host(32);
  Array<int> in(host), out(32);
  return launch({1, 32}, copy, right ? in.data() : host.data(), out.data());
}
cudaError_t use_after_free(bool right) {
  Array<int> out(32);
  int* in = nullptr;
  cudaMalloc(&in, 32 * sizeof(int));
  cudaMemset(in, 0, 32 * sizeof(int));
  if (!right) cudaFree(in);
  cudaError_t error = launch({1, 32}, copy, in, out.data());
  if (right) cudaFree(in);
  return error;
}
cudaError_t uninitialized_device(bool right) {
  Array<int> in(32), out(32);
  cudaMemset(in.data(), 0, (right ? 32 : 31) * sizeof(int));
  return launch({1, 32}, copy, in.data(), out.data());
}

/// So far past the end that other allocations lie between, if they lie close together.
__global__ void copy_shifted(const int* in, int* out, int shift) {
  out[threadIdx.x] = in[static_cast<int>(threadIdx.x) + shift];
}

cudaError_t read_far_past_end(bool right) {
  Array<int> in(1024, 0), other(1024, 0), third(1024, 0), out(32);
  return launch({1, 32}, copy_shifted, in.data(), out.data(), right ? 992 : 5000);
}

__global__ void copy_vectors(const uint4* in, uint4* out) { out[threadIdx.x] = in[threadIdx.x]; }

cudaError_t vector_past_end(bool right) {
  Array<uint4> in(32, 0), out(right ? 32 : 31);
  return launch({1, 32}, copy_vectors, in.data(), out.data());
}
cudaError_t misaligned(bool right) {
  Array<int> in(32, 0), out(32);
  char* bytes = reinterpret_cast<char*>(in.data()) + (right ? 4 : 2);
  return launch({1, 4}, copy, reinterpret_cast<int*>(bytes), out.data());
}

__global__ void shared_copy(const int* in, int* out, int shift) {
  __shared__ int tile[32];
  __shared__ int other[32];
  tile[threadIdx.x] = in[threadIdx.x];
  other[threadIdx.x + static_cast<unsigned>(shift)] = 0;
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x] + other[threadIdx.x];
}

cudaError_t shared_past_end(bool right) {
  Array<int> in(32, 0), out(32);
  return launch({1, 32}, shared_copy, in.data(), out.data(), right ? 0 : 1);
}

__global__ void uninitialized_tile(int* out, bool right) {
  __shared__ int tile[32];
  if (right || threadIdx.x != 7) tile[threadIdx.x] = 1;
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = tile[threadIdx.x];
}

cudaError_t uninitialized_shared(bool right) {
  Array<int> out(3 * 32);
  return launch({3, 32}, uninitialized_tile, out.data(), right);
}

__global__ void dynamic_write(int* out) {
  extern __shared__ int buffer[];
  buffer[threadIdx.x] = 1;
  out[threadIdx.x] = buffer[threadIdx.x];
}

cudaError_t dynamic_past_end(bool right) {
  Array<int> out(32);
  return launch({1, 32, (right ? 32 : 31) * sizeof(int)}, dynamic_write, out.data());
}

__device__ int table[4];
__device__ int behind_table[4];

__global__ void fill_table(int* out, unsigned count) {
  if (threadIdx.x >= count) return;
  table[threadIdx.x] = static_cast<int>(threadIdx.x);
  out[threadIdx.x] = table[threadIdx.x] + behind_table[threadIdx.x % 4];
}

cudaError_t variable_past_end(bool right) {
  Array<int> out(32);
  return launch({1, 32}, fill_table, out.data(), right ? 4u : 5u);
}

__device__ int descend(int depth, const int* in) {
  volatile int frame[64];
  frame[depth % 64] = in[0];
  return depth == 0 ? frame[0] : descend(depth - 1, in) + frame[depth % 64];
}
__global__ void recurse(const int* in, int* out, int depth) { out[threadIdx.x] = descend(depth, in); }

cudaError_t stack_overflow(bool right) {
  Array<int> in(1, 0), out(1);
  return launch({1, 1}, recurse, in.data(), out.data(), right ? 2 : 100000);
}

cudaError_t read_by_host(bool right) {
  Array<int> in(32, 0);
  int value = -1;
  if (right)
    cudaMemcpy(&value, in.data() + 3, sizeof value, cudaMemcpyDeviceToHost);
  else
    value = in.data()[3];
  return value == 0 ? cudaDeviceSynchronize() : cudaErrorInvalidValue;
}
cudaError_t write_by_host(bool right) {
  Array<int> in(32, 0);
  if (right)
    cudaMemset(in.data() + 3, 0, sizeof(int));
  else
    *static_cast<volatile int*>(in.data() + 3) = 0;
  return cudaDeviceSynchronize();
}

constexpr WrongCase cases[] = {
    {"read_past_end", read_past_end},
    {"write_past_end", write_past_end},
    {"write_before_start", write_before_start},
    {"write_null", write_null},
    {"read_host_memory", read_host_memory},
    {"use_after_free", use_after_free},
    {"uninitialized_device", uninitialized_device},
    {"read_far_past_end", read_far_past_end},
    {"vector_past_end", vector_past_end},
    {"misaligned", misaligned},
    {"shared_past_end", shared_past_end},
    {"uninitialized_shared", uninitialized_shared},
    {"dynamic_past_end", dynamic_past_end},
    {"variable_past_end", variable_past_end},
    {"stack_overflow", stack_overflow},
    {"read_by_host", read_by_host},
    {"write_by_host", write_by_host},
};

}  // namespace

std::span<const WrongCase> wrong_memory_cases() { return cases; }

}  // namespace simt_test
