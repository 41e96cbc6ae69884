// Kernels that use one construct of maxwarp/kernel.cuh each, for every width of virtual warps.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace handwritten_test {

/// Runs the construct with virtual warps of `width` lanes; `right`: whether it did what it says.
struct Construct {
  const char* name;
  cudaError_t (*run)(int width, bool& right);
};

extern const Construct constructs[];
extern const int construct_count;

/// Threads a block where so many threads are to be spread over the multiprocessors, in blocks of at most `block`, and
/// how many blocks.
struct Spread {
  std::int64_t blocks;
  int threads;
};
Spread spread(std::int64_t threads, int block);
/// And by grid_for_light.
Spread spread_of_light(std::int64_t items, int block);

/// Wrong kernels: lanes read what others wrote to the memory of their virtual warp without waiting; a block of twice as
/// many threads as its warp-private memory is for.
cudaError_t run_without_sync(int width);
cudaError_t run_with_large_blocks(int width);

/// What a stream says after the launch of a kernel of which no block fits on the device.
cudaError_t run_where_no_block_fits();

}  // namespace handwritten_test
