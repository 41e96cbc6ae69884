// Right kernels around memory: dynamic and static shared memory, atomics of all types, vectors, indices.
#include "test/unit/simt/case.cuh"

namespace simt_test {

namespace {

__global__ void reverse(int* values, int count) {
  extern __shared__ int buffer[];
  const int i = static_cast<int>(threadIdx.x);
  int* mine = values + static_cast<int>(blockIdx.x) * count;
  buffer[i] = mine[i];
  __syncthreads();
  mine[i] = buffer[count - 1 - i];
}

cudaError_t run_dynamic_shared(bool& right) {
  std::vector<int> numbers(20 * 96);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int>(i);
  Array<int> values(numbers);
  cudaError_t error = launch({20, 96, 96 * sizeof(int)}, reverse, values.data(), 96);
  std::vector<int> seen = values.values();
  right = true;
  for (std::size_t i = 0; i < seen.size(); ++i) right = right && seen[i] == static_cast<int>(i / 96 * 96 + 95 - i % 96);
  return error;
}

/// Each block has its own copy of a static shared variable, also while others run.
__global__ void own_copy(int* out, unsigned* arrived) {
  __shared__ int cell[64];
  cell[threadIdx.x] = static_cast<int>(blockIdx.x * 1000 + threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1u);
    while (load_relaxed(arrived) < gridDim.x) {
    }
  }
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = cell[63 - threadIdx.x];
}

cudaError_t run_static_shared(bool& right) {
  Array<int> out(8 * 64);
  Array<unsigned> arrived(1, 0);
  cudaError_t error = launch({8, 64, 0, true}, own_copy, out.data(), arrived.data());
  std::vector<int> seen = out.values();
  right = true;
  for (int i = 0; i < 8 * 64; ++i) right = right && seen[static_cast<unsigned>(i)] == i / 64 * 1000 + 63 - i % 64;
  return error;
}

__global__ void atomics(int* ints, unsigned* words, unsigned long long* longs, long long* signed_longs, float* real,
                        double* precise) {
  const int i = static_cast<int>(threadIdx.x);
  atomicAdd(ints + 0, i);
  atomicSub(ints + 1, i);
  atomicMin(ints + 2, -i);
  atomicMax(ints + 3, i);
  atomicOr(words + 0, 1u << (i % 32));
  atomicAnd(words + 1, ~(1u << (i % 32)));
  atomicXor(words + 2, static_cast<unsigned>(i));
  atomicInc(words + 3, 9u);
  atomicAdd(longs, 1ull << 33);
  atomicMin(signed_longs, -1ll - i);
  atomicAdd(real, 0.5f);
  atomicAdd(precise, 0.25);
  while (atomicCAS(ints + 4, i, i + 1) != i) __nanosleep(10);
  atomicExch(ints + 5, 7);
}

/// The types and scopes that `atomics` leaves out, each with one answer whatever the order.
__global__ void more_atomics(unsigned* words, unsigned long long* longs, long long* signed_longs, float* real,
                             unsigned short* halves) {
  const unsigned i = threadIdx.x;
  atomicSub(words + 0, i);
  atomicDec(words + 1, 9u);
  atomicMax(words + 2, i);
  atomicMin(words + 3, 100u - i);
  atomicAdd_block(words + 4, 2u);
  atomicSub_system(words + 5, 1u);
  while (atomicCAS_block(words + 6, i, i + 1) != i) __nanosleep(10);
  atomicMax(longs + 0, (1ull << 40) + i);
  atomicMin(longs + 1, (1ull << 40) - i);
  atomicAnd(longs + 2, ~(1ull << i));
  atomicOr(longs + 3, 1ull << i);
  atomicXor(longs + 4, 1ull << i);
  while (atomicCAS(longs + 5, static_cast<unsigned long long>(i), i + 1ull) != i) __nanosleep(10);
  atomicExch(longs + 6, 1ull << 50);
  atomicMax(signed_longs, -1ll - static_cast<long long>(i));
  atomicExch(real, 2.5f);
  while (atomicCAS(halves, static_cast<unsigned short>(i), static_cast<unsigned short>(i + 1)) != i) __nanosleep(10);
}

cudaError_t run_more_atomics(bool& right) {
  Array<unsigned> words(std::vector<unsigned>{2016, 0, 0, ~0u, 0, 64, 0});
  Array<unsigned long long> longs(std::vector<unsigned long long>{0, ~0ull, ~0ull, 0, 0, 0, 0});
  Array<long long> signed_longs(std::vector<long long>{-1000});
  Array<float> real(1, 0);
  Array<unsigned short> halves(2, 0);
  cudaError_t error = launch({1, 64}, more_atomics, words.data(), longs.data(), signed_longs.data(), real.data(),
                             halves.data());
  // 64 decrements of a counter that wraps from 0 to 9: the first gives 9, and so on around ten values.
  right = words.values() == std::vector<unsigned>{0, 6, 63, 37, 128, 0, 64} &&
          longs.values() ==
              std::vector<unsigned long long>{(1ull << 40) + 63, (1ull << 40) - 63, 0, ~0ull, ~0ull, 64, 1ull << 50} &&
          signed_longs.values()[0] == -1 && real.values()[0] == 2.5f && halves.values()[0] == 64;
  return error;
}

cudaError_t run_atomics(bool& right) {
  Array<int> ints(6, 0);
  Array<unsigned> words(std::vector<unsigned>{0, ~0u, 0, 0});
  Array<unsigned long long> longs(1, 0);
  Array<long long> signed_longs(1, 0);
  Array<float> real(1, 0);
  Array<double> precise(1, 0);
  cudaError_t error = launch({1, 64}, atomics, ints.data(), words.data(), longs.data(), signed_longs.data(),
                             real.data(), precise.data());
  right = ints.values() == std::vector<int>{2016, -2016, -63, 63, 64, 7} &&
          words.values() == std::vector<unsigned>{~0u, 0, 0, 4} && longs.values()[0] == 64ull << 33 &&
          signed_longs.values()[0] == -64 && real.values()[0] == 32.0f && precise.values()[0] == 16.0;
  return error;
}

__global__ void swap_halves(uint4* values, int count) {
  const int i = static_cast<int>(threadIdx.x);
  if (i >= count / 2) return;
  const uint4 first = values[i];
  values[i] = values[i + count / 2];
  values[i + count / 2] = first;
}

cudaError_t run_vectors(bool& right) {
  std::vector<uint4> numbers(64);
  for (unsigned i = 0; i < 64; ++i) numbers[i] = make_uint4(i, i + 1, i + 2, i + 3);
  Array<uint4> values(numbers);
  cudaError_t error = launch({1, 64}, swap_halves, values.data(), 64);
  std::vector<uint4> seen = values.values();
  right = true;
  for (unsigned i = 0; i < 64; ++i) right = right && seen[i].x == (i + 32) % 64 && seen[i].w == seen[i].x + 3;
  return error;
}

/// Different bytes of one word are different places.
__global__ void fill_bytes(unsigned char* bytes, short* halves) {
  bytes[threadIdx.x] = static_cast<unsigned char>(threadIdx.x);
  halves[threadIdx.x] = static_cast<short>(-static_cast<int>(bytes[threadIdx.x]));
}

cudaError_t run_bytes(bool& right) {
  Array<unsigned char> bytes(96);
  Array<short> halves(96);
  cudaError_t error = launch({1, 96}, fill_bytes, bytes.data(), halves.data());
  std::vector<unsigned char> seen = bytes.values();
  std::vector<short> negative = halves.values();
  right = true;
  for (std::size_t i = 0; i < 96; ++i) right = right && seen[i] == i && negative[i] == -static_cast<int>(i);
  return error;
}

__device__ int launches;
__constant__ int weights[3] = {1, 10, 100};

__global__ void indices(int* out) {
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const dim3 position = threadIdx;
  const int value = weights[0] * static_cast<int>(position.x) + weights[1] * static_cast<int>(position.y) +
                    weights[2] * static_cast<int>(position.z);
  out[block * blockDim.x * blockDim.y * blockDim.z + thread] = value;
  if (thread == 0) atomicAdd(&launches, 1);
}

cudaError_t run_indices(bool& right) {
  Array<int> out(2 * 3 * 2 * 5 * 3 * 4);
  cudaError_t error = launch({dim3(2, 3, 2), dim3(5, 3, 4)}, indices, out.data());
  std::vector<int> seen = out.values();
  right = true;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const int thread = static_cast<int>(i % 60);
    right = right && seen[i] == thread % 5 + 10 * (thread / 5 % 3) + 100 * (thread / 15);
  }
  return error;
}

constexpr RightCase cases[] = {
    {"dynamic_shared", run_dynamic_shared},
    {"static_shared_of_resident_blocks", run_static_shared},
    {"atomics", run_atomics},
    {"atomics_of_other_types_and_scopes", run_more_atomics},
    {"vectors", run_vectors},
    {"bytes", run_bytes},
    {"indices", run_indices},
};

}  // namespace

std::span<const RightCase> memory_cases() { return cases; }

}  // namespace simt_test
