// What compute-sanitizer has to find: `faults memory` writes after an array, `faults race` lets two threads of a block
// write one place of shared memory.
#include <cstring>

__global__ void outside(int* values) { values[threadIdx.x + 1] = 1; }

__global__ void race(int* values) {
  __shared__ int one;
  one = static_cast<int>(threadIdx.x);
  __syncthreads();
  values[threadIdx.x] = one;
}

int main(int count, char** words) {
  int* values = nullptr;
  if (count != 2 || cudaMalloc(&values, 64 * sizeof(int)) != cudaSuccess) return 1;
  if (std::strcmp(words[1], "memory") == 0)
    outside<<<1, 64>>>(values);
  else
    race<<<1, 64>>>(values);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 2;
}
