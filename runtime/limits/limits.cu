// Measures what bounds graph kernels on the device at hand: streams, random reads and atomics by the size of what they
// touch, barriers of grids and clusters by the number of blocks, launches, read-backs, gathers from shared memory.
// Prints a table of `name,parameter,value,unit`, one line per measurement. Needs nothing but the CUDA toolkit:
//   nvcc -std=c++20 -arch=native -O3 -Iruntime/include runtime/limits/limits.cu -o limits && ./limits
// Exit status: 0; 1 if there is no device or a measurement fails.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "maxwarp/device.cuh"

namespace {

namespace cg = cooperative_groups;
using maxwarp::GridBarrier;

constexpr int threads = 256;
constexpr long long megabyte = 1 << 20;

void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "limits: error: %s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

/// Median time of five runs in milliseconds, after one that is not timed.
template <typename Run>
float time_of(Run run) {
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin), "cudaEventCreate");
  check(cudaEventCreate(&end), "cudaEventCreate");
  std::vector<float> times;
  for (int i = 0; i < 6; ++i) {
    check(cudaEventRecord(begin), "cudaEventRecord");
    run();
    check(cudaEventRecord(end), "cudaEventRecord");
    check(cudaEventSynchronize(end), "a measurement");
    float ms = 0;
    check(cudaEventElapsedTime(&ms, begin, end), "cudaEventElapsedTime");
    if (i > 0) times.push_back(ms);
  }
  check(cudaGetLastError(), "a launch");
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

void say(const char* name, long long parameter, double value, const char* unit) {
  std::printf("%s,%lld,%.4g,%s\n", name, parameter, value, unit);
}

__device__ unsigned scattered(unsigned x) {  // of a counter: a bijection, no table needed
  x ^= x >> 16, x *= 0x7feb352du, x ^= x >> 15, x *= 0x846ca68bu;
  return x ^ x >> 16;
}

__global__ void read_stream(const uint4* data, long long count, int times, unsigned* out) {
  unsigned sum = 0;
  const long long first = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (int time = 0; time < times; ++time)
    for (long long i = first; i < count; i += step) {
      const uint4 value = __ldcg(data + i);  // of the second-level cache: the first one holds little of a graph
      sum += value.x ^ value.y ^ value.z ^ value.w;
    }
  if (sum == 0x12345678u) *out = sum;  // so that nothing is left out
}

/// What a random access is: a read of four bytes, an addition that returns nothing, a minimum that seldom stores.
enum class Access { Read, Add, Min };

template <Access access>
__global__ void random_accesses(unsigned* data, unsigned mask, int each, unsigned seed, unsigned* out) {
  unsigned sum = 0;
  const unsigned own = (blockIdx.x * blockDim.x + threadIdx.x) * static_cast<unsigned>(each) + seed;
#pragma unroll 8
  for (int i = 0; i < each; ++i) {
    unsigned* place = data + (scattered(own + static_cast<unsigned>(i)) & mask);
    if constexpr (access == Access::Read) sum += *place;
    if constexpr (access == Access::Add) atomicAdd(place, 1u);
    if constexpr (access == Access::Min) atomicMin(place, own);
  }
  if (sum == 0x12345678u) *out = sum;
}

__global__ void grid_barriers(std::int64_t* arrived, int count) {
  const GridBarrier barrier{arrived};
  for (int i = 0; i < count; ++i) barrier.wait();
}

__global__ void cluster_barriers(int count) {
  const cg::cluster_group cluster = cg::this_cluster();
  for (int i = 0; i < count; ++i) cluster.sync();
}

__global__ void block_barriers(int count) {
  for (int i = 0; i < count; ++i) __syncthreads();
}

__global__ void nothing() {}

__global__ void shared_gathers(int each, unsigned* out) {
  constexpr unsigned places = 8192;
  __shared__ unsigned table[places];
  for (unsigned i = threadIdx.x; i < places; i += blockDim.x) table[i] = i * 7;
  __syncthreads();
  unsigned place = threadIdx.x * 33, sum = 0;
#pragma unroll 8
  for (int i = 0; i < each; ++i) {
    place = place * 5 + 1;
    sum += table[scattered(place) % places];
  }
  if (sum == 0x12345678u) *out = sum;
}

class Limits {
 public:
  Limits() {
    check(cudaGetDeviceProperties(&device_, 0), "no CUDA device");
    check(cudaMalloc(&data_, 2048 * megabyte), "2 GB of device memory");
    check(cudaMemset(data_, 0, 2048 * megabyte), "cudaMemset");
    check(cudaMalloc(&out_, 64), "cudaMalloc");
    check(cudaMemset(out_, 0, 64), "cudaMemset");
    check(cudaStreamCreateWithFlags(&beside_, cudaStreamNonBlocking), "cudaStreamCreate");
    full_ = 8 * device_.multiProcessorCount;
  }

  void run() {
    std::printf("device,%d,%s\n", device_.multiProcessorCount, device_.name);
    stream();
    for (const long long size : {2, 16, 32, 64, 256, 2048}) {
      accesses<Access::Read>("random_read", size);
      accesses<Access::Add>("random_add", size);
      accesses<Access::Min>("random_min", size);
    }
    barriers();
    launches();
    gathers();
  }

 private:
  void stream() {
    for (const long long size : {16, 2048}) {
      const int times = static_cast<int>(4096 / size);
      const float ms = time_of(
          [&] { read_stream<<<full_, threads>>>(as<uint4>(), size * megabyte / 16, times, out_); });
      say("stream", size, times * size * megabyte / ms * 1e-6, "GB/s");
    }
  }

  template <Access access>
  void accesses(const char* name, long long size) {
    const auto mask = static_cast<unsigned>(size * megabyte / 4 - 1);
    constexpr int each = 256;
    unsigned seed = 1;
    const auto launch = [&] {
      random_accesses<access><<<full_, threads>>>(as<unsigned>(), mask, each, seed += 0x9e3779b9u, out_);
    };
    const double count = static_cast<double>(full_) * threads * each;
    say(name, size, count / time_of(launch) * 1e-6, "G/s");
    // Beside a stream of the upper half of the memory, so only where the lower one suffices.
    if (size > 256) return;
    const uint4* upper = as<uint4>() + 1024 * megabyte / 16;
    read_stream<<<full_ / 4, threads, 0, beside_>>>(upper, 1024 * megabyte / 16, 100, out_);
    const float ms = time_of(launch);
    if (cudaStreamQuery(beside_) == cudaSuccess) {
      std::fprintf(stderr, "limits: error: the stream beside %s ended first\n", name);
      std::exit(1);
    }
    check(cudaStreamSynchronize(beside_), "a stream beside");
    say((std::string(name) + "_beside_stream").c_str(), size, count / ms * 1e-6, "G/s");
  }

  void barriers() {
    constexpr int many = 200;
    for (const int per_processor : {0, 1, 2, 4, 8, 16}) {
      const int block = per_processor == 0 ? 1024 : 2048 / per_processor > 1024 ? 1024 : 2048 / per_processor;
      const int blocks = per_processor == 0 ? 8 : per_processor * device_.multiProcessorCount;
      std::int64_t* arrived = reinterpret_cast<std::int64_t*>(out_);
      int count = many;
      void* arguments[] = {&arrived, &count};
      const float ms = time_of([&] {
        check(cudaMemsetAsync(arrived, 0, 8), "cudaMemset");
        check(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(grid_barriers), dim3(blocks), dim3(block), arguments),
              "a cooperative launch");
      });
      say("grid_barrier", blocks, ms * 1e3 / many, "us");
    }
    say("block_barrier", 1024, time_of([&] { block_barriers<<<1, 1024>>>(many * 10); }) * 1e3 / (many * 10), "us");
    if (device_.major < 9) return;
    for (const int blocks : {2, 4, 8, 16}) {
      check(cudaFuncSetAttribute(cluster_barriers, cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
            "clusters of 16");
      cudaLaunchAttribute attribute{};
      attribute.id = cudaLaunchAttributeClusterDimension;
      attribute.val.clusterDim = {static_cast<unsigned>(blocks), 1, 1};
      cudaLaunchConfig_t config{};
      config.gridDim = dim3(blocks);
      config.blockDim = dim3(1024);
      config.attrs = &attribute;
      config.numAttrs = 1;
      const float ms = time_of(
          [&] { check(cudaLaunchKernelEx(&config, cluster_barriers, many * 10), "a launch of a cluster"); });
      say("cluster_barrier", blocks, ms * 1e3 / (many * 10), "us");
    }
  }

  void launches() {
    constexpr int many = 500;
    const float ms = time_of([&] {
      for (int i = 0; i < many; ++i) nothing<<<1, 32>>>();
    });
    say("launch", 1, ms * 1e3 / many, "us");
    int* host = nullptr;
    check(cudaMallocHost(&host, 4), "cudaMallocHost");
    const float back = time_of([&] {
      for (int i = 0; i < many; ++i) {
        nothing<<<1, 32>>>();
        check(cudaMemcpyAsync(host, out_, 4, cudaMemcpyDeviceToHost), "cudaMemcpy");
        check(cudaStreamSynchronize(nullptr), "a read-back");
      }
    });
    say("launch_and_read_back", 1, back * 1e3 / many, "us");
    cudaFreeHost(host);
  }

  void gathers() {
    constexpr int each = 4096;
    const int blocks = 2 * device_.multiProcessorCount;
    const float ms = time_of([&] { shared_gathers<<<blocks, 1024>>>(each, out_); });
    say("shared_gather", 32, static_cast<double>(blocks) * 1024 * each / ms * 1e-6, "G/s");
  }

  template <typename T>
  T* as() {
    return static_cast<T*>(data_);
  }

  cudaDeviceProp device_{};
  void* data_ = nullptr;
  unsigned* out_ = nullptr;
  cudaStream_t beside_ = nullptr;
  int full_ = 0;
};

}  // namespace

int main() { Limits().run(); }
