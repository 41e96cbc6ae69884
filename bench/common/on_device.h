// Arrays of the device and times of runs, for benches that call generated functions themselves.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

/// Ends the program if a call has failed.
inline void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorName(error));
  std::exit(1);
}

/// An array in the memory of the device.
template <typename T>
class OnDevice {
 public:
  explicit OnDevice(std::size_t count) : count_(count) {
    check(cudaMalloc(&data_, std::max<std::size_t>(count, 1) * sizeof(T)), "cudaMalloc");
  }
  OnDevice(const T* values, std::size_t count) : OnDevice(count) { set(values); }
  explicit OnDevice(const std::vector<T>& values) : OnDevice(values.data(), values.size()) {}
  ~OnDevice() { cudaFree(data_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

  /// As many values as the array has.
  void set(const T* values) const {
    check(cudaMemcpy(data_, values, count_ * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
  }
  /// Every byte 0xff: real numbers are NaN.
  void clear() const { check(cudaMemset(data_, 0xff, count_ * sizeof(T)), "cudaMemset"); }
  std::vector<T> values() const {
    std::vector<T> result(count_);
    check(cudaMemcpy(result.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
    return result;
  }
  T* data() const { return data_; }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

/// The median of the times between two events around a run, after two runs that do not count.
inline double milliseconds(const std::function<void()>& run) {
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin), "cudaEventCreate");
  check(cudaEventCreate(&end), "cudaEventCreate");
  std::vector<float> times;
  for (int i = -2; i < 9; ++i) {
    check(cudaEventRecord(begin), "cudaEventRecord");
    run();
    check(cudaEventRecord(end), "cudaEventRecord");
    check(cudaEventSynchronize(end), "a run");
    float time = 0;
    check(cudaEventElapsedTime(&time, begin, end), "cudaEventElapsedTime");
    if (i >= 0) times.push_back(time);
  }
  std::ranges::sort(times);
  return times[times.size() / 2];
}
