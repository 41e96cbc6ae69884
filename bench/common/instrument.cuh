// What an instrumented program (instrument.py) records about each launch of its operator: the time, and what its
// kernels count. Written to the file $INSTRUMENT at the end of each run: `VARIANT,LAUNCH,MILLISECONDS,COUNTED`, or
// where nothing is counted one line `VARIANT,all,MILLISECONDS,LAUNCHES,TOTAL`: the last is the time of the whole run.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <maxwarp/device.cuh>
#include <maxwarp/stream.cuh>
#include <utility>
#include <vector>

namespace instrument {
namespace {  // each text of a program has its own

using namespace maxwarp;

__device__ unsigned long long counted;  // since the last launch

__device__ inline void count(unsigned long long number) {
  if (number != 0) atomicAdd(&counted, number);
}

__global__ void take(unsigned long long* to) {
  *to = counted;
  counted = 0;
}

/// One call of a generated `run`.
class Run {
 public:
  Run(Stream& gpu, cudaStream_t stream, const char* variant) : gpu_(gpu), stream_(stream), variant_(variant) {
    cudaMalloc(reinterpret_cast<void**>(&place_), sizeof *place_);
    cudaEventCreate(&begin_);
    cudaEventCreate(&end_);
    cudaEventRecord(begin_, stream_);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  ~Run() {
    cudaEventRecord(end_, stream_);
    gpu_.wait();
    write();
    cudaEventDestroy(begin_), cudaEventDestroy(end_);
    for (const auto& [begin, end] : times_) cudaEventDestroy(begin), cudaEventDestroy(end);
    cudaFree(place_);
  }

  /// Launches a kernel of the operator. `counts`: what it counts is read at once, so that the host waits for it.
  template <typename Kernel, typename... Arguments>
  void launch(bool counts, Kernel* kernel, Shape shape, Arguments&&... arguments) {
    auto& [begin, end] = times_.emplace_back();
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin, stream_);
    gpu_.launch(kernel, shape, std::forward<Arguments>(arguments)...);
    cudaEventRecord(end, stream_);
    if (!counts) return;
    gpu_.launch(take, grid_for(1, 1), place_);
    counts_.push_back(gpu_.wait_for(place_));
  }

 private:
  static double milliseconds(const std::pair<cudaEvent_t, cudaEvent_t>& events) {
    float elapsed = 0;
    cudaEventElapsedTime(&elapsed, events.first, events.second);
    return elapsed;
  }

  void write() const {
    const char* name = std::getenv("INSTRUMENT");
    std::FILE* file = name ? std::fopen(name, "a") : nullptr;
    if (!file) return;
    for (std::size_t i = 0; i < counts_.size(); ++i)
      std::fprintf(file, "%s,%zu,%.6f,%llu\n", variant_, i + 1, milliseconds(times_[i]), counts_[i]);
    double sum = 0;
    for (std::size_t i = 0; i < times_.size(); ++i) sum += milliseconds(times_[i]);
    if (counts_.empty())
      std::fprintf(file, "%s,all,%.6f,%zu,%.6f\n", variant_, sum, times_.size(), milliseconds({begin_, end_}));
    std::fclose(file);
  }

  Stream& gpu_;
  cudaStream_t stream_;
  const char* variant_;
  unsigned long long* place_ = nullptr;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;  // of the run
  std::vector<std::pair<cudaEvent_t, cudaEvent_t>> times_;
  std::vector<unsigned long long> counts_;
};

}  // namespace
}  // namespace instrument
