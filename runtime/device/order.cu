// Radix sort (Merrill and Grimshaw, "High Performance and Scalable Radix Sorting", 2011) and prefix sums (Merrill and
// Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016) of CUB. They are compiled here alone: it
// takes nvcc ten times as long as the text of a program.
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include "maxwarp/order.h"
namespace maxwarp {
namespace {

template <typename Key>
cudaError_t radix_sort(void* memory, std::size_t& bytes, cub::DoubleBuffer<Key>& keys,
                       cub::DoubleBuffer<std::int64_t>& places, std::int64_t n, cudaStream_t stream) {
  return cub::DeviceRadixSort::SortPairs(memory, bytes, keys, places, n, 0, static_cast<int>(8 * sizeof(Key)), stream);
}

template <typename Count>
cudaError_t prefix_sums(void* memory, std::size_t& bytes, const Count* counts, std::int64_t* sums, std::int64_t n,
                        cudaStream_t stream) {
  return cub::DeviceScan::ExclusiveScan(memory, bytes, counts, sums, cuda::std::plus<std::int64_t>{}, std::int64_t{0},
                                        n, stream);
}

/// Arrays one after another, each at a multiple of 256 bytes. A WorkspaceLayout would be told of as one of the program.
class Scratch {
 public:
  explicit Scratch(std::int64_t* base) : base_(reinterpret_cast<char*>(base)) {}

  template <typename T>
  T* take(std::size_t count) {
    T* place = base_ ? reinterpret_cast<T*>(base_ + bytes_) : nullptr;
    bytes_ += (count * sizeof(T) + 255) / 256 * 256;
    return place;
  }
  std::size_t bytes() const { return bytes_; }

 private:
  char* base_;
  std::size_t bytes_ = 0;
};

/// What a sort has in its scratch: its own copies, as it changes what it sorts, and the memory of CUB.
template <typename Key>
struct SortMemory {
  cub::DoubleBuffer<Key> keys;
  cub::DoubleBuffer<std::int64_t> places;
  std::size_t own_bytes = 0;
  char* own = nullptr;
  std::size_t bytes = 0;
  cudaError_t error = cudaSuccess;

  SortMemory(std::int64_t n, std::int64_t* order, std::int64_t* scratch) {
    Scratch layout(scratch);
    const auto count = static_cast<std::size_t>(n);
    Key* first = layout.take<Key>(count);
    keys = {first, layout.take<Key>(count)};
    places = {order, layout.take<std::int64_t>(count)};
    error = radix_sort<Key>(nullptr, own_bytes, keys, places, n, nullptr);
    own = layout.take<char>(own_bytes);
    bytes = layout.bytes();
  }
};

std::int64_t words_of(std::size_t bytes) { return static_cast<std::int64_t>((bytes + 7) / 8); }

/// A nan as it is after all others in the order of bits; integers stay.
template <typename Key>
__device__ Key canonical(Key key) {
  return key;
}
__device__ float canonical(float key) { return key == key ? key : __int_as_float(0x7FFFFFFF); }
__device__ double canonical(double key) { return key == key ? key : __longlong_as_double(0x7FFFFFFFFFFFFFFF); }

template <typename Key>
__global__ void number_keys(const Key* keys, std::int64_t n, Key* copies, std::int64_t* places) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads) {
    copies[i] = canonical(keys[i]);
    places[i] = i;
  }
}

}  // namespace

template <typename Key>
std::int64_t sort_words(std::int64_t n) {
  return words_of(SortMemory<Key>(n, nullptr, nullptr).bytes);
}

template <typename Key>
cudaError_t sort_order(cudaStream_t stream, const Key* keys, std::int64_t n, std::int64_t* order,
                       std::int64_t* scratch) {
  if (n == 0) return cudaSuccess;
  SortMemory<Key> memory(n, order, scratch);
  if (memory.error != cudaSuccess) return memory.error;
  constexpr std::int64_t block = 256, most_blocks = 1 << 16;
  const std::int64_t blocks = (n - 1) / block + 1;
  number_keys<<<static_cast<unsigned>(blocks < most_blocks ? blocks : most_blocks), block, 0, stream>>>(
      keys, n, memory.keys.Current(), order);
  if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess) return error;
  if (const cudaError_t error = radix_sort(memory.own, memory.own_bytes, memory.keys, memory.places, n, stream);
      error != cudaSuccess)
    return error;
  if (memory.places.Current() == order) return cudaSuccess;
  return cudaMemcpyAsync(order, memory.places.Current(), static_cast<std::size_t>(n) * sizeof(std::int64_t),
                         cudaMemcpyDeviceToDevice, stream);
}

template <typename Count>
std::int64_t sum_words(std::int64_t n) {
  std::size_t bytes = 0;
  prefix_sums<Count>(nullptr, bytes, nullptr, nullptr, n, nullptr);
  return words_of(bytes);
}

template <typename Count>
cudaError_t sums_before(cudaStream_t stream, const Count* counts, std::int64_t n, std::int64_t* sums,
                        std::int64_t* scratch) {
  if (n == 0) return cudaSuccess;
  std::size_t bytes = 0;
  if (const cudaError_t error = prefix_sums(nullptr, bytes, counts, sums, n, stream); error != cudaSuccess)
    return error;
  return prefix_sums(scratch, bytes, counts, sums, n, stream);
}

}  // namespace maxwarp

#include "order_types.def"
