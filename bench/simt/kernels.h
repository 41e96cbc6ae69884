// The benchmark's kernels as host functions. `values` and `sums` are device arrays of `elements` ints.
#pragma once

#include <cuda_runtime.h>

cudaError_t bench_gather(int* values, int* sums, int elements);
cudaError_t bench_reduce(int* values, int* sums, int elements);
cudaError_t bench_shuffle(int* values, int* sums, int elements);
cudaError_t bench_count(int* values, int* sums, int elements);
