// Runs the hand-written kernels once; bench.py reads what the engine measured of them (MAXWARP_SIMT_STATS).
#include <cstdio>

#include "bench/simt/kernels.h"

namespace {

constexpr int elements = 1 << 18;
constexpr cudaError_t (*benches[])(int*, int*, int) = {bench_gather, bench_reduce, bench_shuffle, bench_count};

}  // namespace

int main() {
  int *values = nullptr, *sums = nullptr;
  if (cudaMalloc(&values, elements * sizeof(int)) != cudaSuccess ||
      cudaMalloc(&sums, elements * sizeof(int)) != cudaSuccess ||
      cudaMemset(values, 0, elements * sizeof(int)) != cudaSuccess) {
    std::fprintf(stderr, "error: no memory for the benchmark's arrays\n");
    return 1;
  }
  for (auto bench : benches)
    if (cudaError_t error = bench(values, sums, elements); error != cudaSuccess) {
      std::fprintf(stderr, "error: %s\n", cudaGetErrorString(error));
      return 1;
    }
  return 0;
}
