// Speed of the SIMT engine in millions of lane-steps (basic blocks executed by one lane) a second.
#include <fmt/format.h>

#include <ctime>

#include "bench/simt/kernels.h"
#include "runtime/simt/include/maxwarp_simt.h"

namespace {

struct Bench {
  const char* name;
  cudaError_t (*run)(int* values, int* sums, int elements);
};

constexpr Bench benches[] = {{"gather", bench_gather}, {"reduce", bench_reduce}, {"count", bench_count}};
constexpr int elements = 1 << 18;

/// Seconds that this thread has computed: other programs on the machine do not count.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

bool measure(const Bench& bench, int* values, int* sums) {
  std::uint64_t steps = maxwarp::simt::lane_steps();
  double begin = thread_seconds();
  cudaError_t error = bench.run(values, sums, elements);
  double time = thread_seconds() - begin;
  if (error != cudaSuccess) {
    fmt::print(stderr, "error: {}: {}\n", bench.name, cudaGetErrorString(error));
    return false;
  }
  steps = maxwarp::simt::lane_steps() - steps;
  fmt::print("{:8} {:6.1f} million lane-steps {:7.3f} s {:7.1f} million a second\n", bench.name,
             static_cast<double>(steps) * 1e-6, time, static_cast<double>(steps) * 1e-6 / time);
  return true;
}

}  // namespace

int main() {
  int *values = nullptr, *sums = nullptr;
  if (cudaMalloc(&values, elements * sizeof(int)) != cudaSuccess ||
      cudaMalloc(&sums, elements * sizeof(int)) != cudaSuccess ||
      cudaMemset(values, 0, elements * sizeof(int)) != cudaSuccess) {
    fmt::print(stderr, "error: no memory for the benchmark's arrays\n");
    return 1;
  }
  for (const Bench& bench : benches)
    if (!measure(bench, values, sums)) return 1;
  return 0;
}
