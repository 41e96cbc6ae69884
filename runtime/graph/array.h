// The storage of a graph: arrays of numbers that own pages of their own.
// Large arrays come straight from the system as zeros and go straight back, so that memory is taken when it
// is first written and a shrunken array gives its tail back: what a graph's peak memory rests on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>

namespace maxwarp {

/// Bytes that one array owns: from malloc when few, whole pages when many.
class Memory {
 public:
  Memory() = default;
  /// `bytes` zeros. Throws std::bad_alloc.
  explicit Memory(std::size_t bytes);
  ~Memory() { release(); }
  Memory(Memory&& other) noexcept { swap(other); }
  Memory& operator=(Memory&& other) noexcept {
    Memory taken(std::move(other));
    swap(taken);
    return *this;
  }

  void* data() const { return data_; }
  /// Changes the size; the first bytes stay, further ones are zero up to `bytes`. `used` of them hold values.
  void resize(std::size_t used, std::size_t bytes);

 private:
  void swap(Memory& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
  }
  void release();

  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// A vector of numbers without spare capacity. Copies are deep.
template <typename T>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  Array() = default;
  /// `size` zeros.
  explicit Array(std::size_t size) : memory_(size * sizeof(T)), size_(size) {}
  Array(std::size_t size, T value) : Array(size) { std::fill(begin(), end(), value); }
  Array(std::initializer_list<T> values) : Array(values.begin(), values.end()) {}
  template <std::forward_iterator Iterator>
  Array(Iterator first, Iterator last) : Array(static_cast<std::size_t>(std::distance(first, last))) {
    std::copy(first, last, begin());
  }
  Array(const Array& other) : Array(other.begin(), other.end()) {}
  Array(Array&& other) noexcept : memory_(std::move(other.memory_)), size_(std::exchange(other.size_, 0)) {}
  Array& operator=(Array other) noexcept {
    memory_ = std::move(other.memory_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }

  T* data() { return static_cast<T*>(memory_.data()); }
  const T* data() const { return static_cast<const T*>(memory_.data()); }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  template <typename Index>
  T& operator[](Index i) {
    return data()[i];
  }
  template <typename Index>
  const T& operator[](Index i) const {
    return data()[i];
  }
  T& front() { return *begin(); }
  T& back() { return *(end() - 1); }
  const T& front() const { return *begin(); }
  const T& back() const { return *(end() - 1); }

  /// The first values stay; new ones are zero.
  void resize(std::size_t size) {
    memory_.resize(std::min(size, size_) * sizeof(T), size * sizeof(T));
    size_ = size;
  }
  void clear() { *this = Array(); }

  template <typename Range>
  friend bool operator==(const Array& a, const Range& b) {
    return std::equal(a.begin(), a.end(), std::begin(b), std::end(b));
  }

 private:
  Memory memory_;
  std::size_t size_ = 0;
};

}  // namespace maxwarp
