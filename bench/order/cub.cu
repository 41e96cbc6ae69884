// Plain calls of CUB: keys with the numbers of their places, sorted from one array to another.
#include "plain.h"

#ifdef MAXWARP_WITHOUT_CUB

std::function<void()> plain::sort(const std::int32_t*, std::int64_t, std::int64_t*) { return {}; }
std::function<void()> plain::sort(const double*, std::int64_t, std::int64_t*) { return {}; }
std::function<void()> plain::sums(const std::int32_t*, std::int64_t, std::int64_t*) { return {}; }

#else

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <numeric>

#include "on_device.h"

namespace {

// Lives as long as the process.
template <typename T>
T* array(std::size_t count) {
  return (new OnDevice<T>(count))->data();
}

template <typename Key>
std::function<void()> sorting(const Key* keys, std::int64_t n, std::int64_t* order) {
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(n));
  std::iota(numbers.begin(), numbers.end(), std::int64_t{0});
  std::int64_t* places = array<std::int64_t>(numbers.size());
  check(cudaMemcpy(places, numbers.data(), numbers.size() * sizeof(std::int64_t), cudaMemcpyHostToDevice),
        "cudaMemcpy");
  Key* sorted = array<Key>(numbers.size());
  std::size_t bytes = 0;
  check(cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, sorted, places, order, n), "SortPairs");
  char* memory = array<char>(bytes);
  return [=]() mutable {
    check(cub::DeviceRadixSort::SortPairs(memory, bytes, keys, sorted, places, order, n), "SortPairs");
  };
}

}  // namespace

std::function<void()> plain::sort(const std::int32_t* keys, std::int64_t n, std::int64_t* order) {
  return sorting(keys, n, order);
}
std::function<void()> plain::sort(const double* keys, std::int64_t n, std::int64_t* order) {
  return sorting(keys, n, order);
}

std::function<void()> plain::sums(const std::int32_t* counts, std::int64_t n, std::int64_t* sums) {
  const auto add = [=](void* memory, std::size_t& bytes) {
    check(cub::DeviceScan::ExclusiveScan(memory, bytes, counts, sums, cuda::std::plus<std::int64_t>{}, std::int64_t{0},
                                         n),
          "ExclusiveScan");
  };
  std::size_t bytes = 0;
  add(nullptr, bytes);
  char* memory = array<char>(bytes);
  return [=]() mutable { add(memory, bytes); };
}

#endif
