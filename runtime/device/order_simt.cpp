// The functions of order.h on the modelled device, by the standard library. Arrays pass through the engine's copies,
// which check that they lie in memory of the device; the scratch is written, so that a short one is found.
#include <algorithm>
#include <numeric>
#include <vector>

#include "maxwarp/order.h"

namespace maxwarp {
namespace {

template <typename T>
cudaError_t read(std::vector<T>& values, const T* from, std::int64_t n) {
  values.resize(static_cast<std::size_t>(n));
  return cudaMemcpy(values.data(), from, values.size() * sizeof(T), cudaMemcpyDeviceToHost);
}

cudaError_t write(std::int64_t* to, const std::vector<std::int64_t>& values) {
  return cudaMemcpy(to, values.data(), values.size() * sizeof(std::int64_t), cudaMemcpyHostToDevice);
}

cudaError_t use(std::int64_t* scratch, std::int64_t words) {
  return cudaMemset(scratch, 0xFF, static_cast<std::size_t>(words) * sizeof(std::int64_t));
}

}  // namespace

template <typename Key>
std::int64_t sort_words(std::int64_t n) {
  return n;
}

template <typename Key>
cudaError_t sort_order(cudaStream_t, const Key* keys, std::int64_t n, std::int64_t* order, std::int64_t* scratch) {
  std::vector<Key> own;
  if (const cudaError_t error = read(own, keys, n); error != cudaSuccess) return error;
  if (const cudaError_t error = use(scratch, sort_words<Key>(n)); error != cudaSuccess) return error;
  std::vector<std::int64_t> places(own.size());
  std::iota(places.begin(), places.end(), std::int64_t{0});
  const auto before = [](Key a, Key b) { return a < b || (a == a && b != b); };
  std::sort(places.begin(), places.end(), [&](std::int64_t i, std::int64_t j) {
    const Key a = own[static_cast<std::size_t>(i)], b = own[static_cast<std::size_t>(j)];
    return before(a, b) || (!before(b, a) && i < j);
  });
  return write(order, places);
}

template <typename Count>
std::int64_t sum_words(std::int64_t n) {
  return n;
}

template <typename Count>
cudaError_t sums_before(cudaStream_t, const Count* counts, std::int64_t n, std::int64_t* sums, std::int64_t* scratch) {
  std::vector<Count> own;
  if (const cudaError_t error = read(own, counts, n); error != cudaSuccess) return error;
  if (const cudaError_t error = use(scratch, sum_words<Count>(n)); error != cudaSuccess) return error;
  std::vector<std::int64_t> before(own.size());
  std::exclusive_scan(own.begin(), own.end(), before.begin(), std::int64_t{0});
  return write(sums, before);
}

}  // namespace maxwarp

#include "order_types.def"
