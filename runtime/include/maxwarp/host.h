// The CPU engine: the same operations as device.cuh, for OpenMP threads. There are no warps and no blocks; a
// thread collects what it pushes and appends it at the end of a stage.
#pragma once

#include <omp.h>

#include <cstring>
#include <type_traits>

#include "maxwarp/graph.h"
#include "maxwarp/sum.h"
#include "maxwarp/worklist.h"

namespace maxwarp {

/// Values of 16 bytes are more than the plain compare-and-swap of a CPU takes. A few locks, selected by the address,
/// stand in for it.
template <typename T>
inline constexpr bool needs_lock = sizeof(T) > 8;
class PlaceLock {
 public:
  explicit PlaceLock(const void* place) : flag_(flags[reinterpret_cast<std::uintptr_t>(place) / 16 % count]) {
    while (__atomic_test_and_set(&flag_, __ATOMIC_ACQUIRE)) continue;
  }
  PlaceLock(const PlaceLock&) = delete;
  PlaceLock& operator=(const PlaceLock&) = delete;
  ~PlaceLock() { __atomic_clear(&flag_, __ATOMIC_RELEASE); }

 private:
  static constexpr std::size_t count = 1024;
  static inline bool flags[count];
  bool& flag_;
};

/// Intentionally racy loads and stores: other threads change the memory meanwhile.
template <typename T>
inline T load_relaxed(const T* place) {
  if constexpr (needs_lock<T>) {
    PlaceLock lock(place);
    return *place;
  } else {
    T value;
    __atomic_load(place, &value, __ATOMIC_RELAXED);
    return value;
  }
}
template <typename T>
inline void store_relaxed(T* place, std::type_identity_t<T> value) {
  if constexpr (needs_lock<T>) {
    PlaceLock lock(place);
    *place = value;
  } else {
    __atomic_store(place, &value, __ATOMIC_RELAXED);
  }
}

/// What this thread wrote before the fence is visible to every thread that, before a fence of its own, reads what this
/// thread writes after it.
inline void fence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

/// The first item of a thread's share of `count` items. Shares are equal; that of the last thread ends where one more
/// would begin. Called in a parallel region.
inline std::int64_t share_of(std::int64_t count, int thread) { return count * thread / omp_get_num_threads(); }

/// Replaces *place by combine(*place); returns the value before. Stops when nothing would change.
template <typename T, typename Combine>
inline T atomic_update(T* place, Combine combine) {
  if constexpr (needs_lock<T>) {
    PlaceLock lock(place);
    const T old = *place;
    *place = combine(old);
    return old;
  } else {
    T old = load_relaxed(place);
    while (true) {
      T next = combine(old);
      if (std::memcmp(&next, &old, sizeof(T)) == 0) return old;
      if (__atomic_compare_exchange(place, &old, &next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return old;
    }
  }
}

/// Atomic reductions; each returns the value before.
template <typename T>
inline T atomic_min(T* place, std::type_identity_t<T> value) {
  return atomic_update(place, [=](T old) { return min_of<T>(old, value); });
}
template <typename T>
inline T atomic_max(T* place, std::type_identity_t<T> value) {
  return atomic_update(place, [=](T old) { return max_of<T>(old, value); });
}
template <typename T>
inline T atomic_min_by_first(T* place, std::type_identity_t<T> value) {
  return atomic_update(place, [=](T old) { return min_by_first(old, value); });
}
template <typename T>
inline T atomic_max_by_first(T* place, std::type_identity_t<T> value) {
  return atomic_update(place, [=](T old) { return max_by_first(old, value); });
}
template <typename T>
inline T atomic_exchange(T* place, std::type_identity_t<T> value) {
  return atomic_update(place, [=](T) { return value; });
}
/// A CPU gains nothing from knowing what all additions total.
template <typename T>
inline T atomic_plus(T* place, std::type_identity_t<T> value, std::int64_t /*most*/ = 0) {
  return atomic_update(place, [=](T old) { return plus(old, value); });
}
template <typename T>
inline T atomic_plus(T* place, Sum<T> sum) {
  return atomic_update(place, [=](T old) { return plus(old, sum); });
}
/// Additions if no sum leaves the type, and additions of one sign whose old value is not used. A CPU gains
/// nothing from knowing the sign.
template <typename T>
inline T atomic_plus_within(T* place, std::type_identity_t<T> value) {
  return __atomic_fetch_add(place, value, __ATOMIC_RELAXED);
}
template <typename T>
inline void add_within(T* place, std::type_identity_t<T> value) {
  atomic_plus_within(place, value);
}
template <typename T, typename Value>
inline void add_rising(T* place, Value value, std::int64_t /*most*/ = 0) {
  atomic_plus(place, value);
}
template <typename T, typename Value>
inline void add_falling(T* place, Value value, std::int64_t /*most*/ = 0) {
  atomic_plus(place, value);
}
template <typename T>
inline T atomic_times(T* place, std::type_identity_t<T> value) {
  return atomic_update(place, [=](T old) { return product_of(old, value); });
}
template <typename T>
inline T atomic_times(T* place, Product<T> product) {
  return atomic_update(place, [=](T old) { return product_of(old, product); });
}
template <typename T>
inline T atomic_or(T* place, std::type_identity_t<T> value) {
  return __atomic_fetch_or(place, value, __ATOMIC_RELAXED);
}
template <typename T>
inline T atomic_and(T* place, std::type_identity_t<T> value) {
  return __atomic_fetch_and(place, value, __ATOMIC_RELAXED);
}

/// The same for callers that repeat an update until nothing changes: a load and a store. If two threads update an
/// element at the same time, one update may be lost. Each returns the value before, as it saw it.
template <typename T>
inline T racy_update(T* place, T seen, bool better, T next) {
  static_assert(sizeof(T) <= 8, "two threads could store a half each");
  if (better) store_relaxed(place, next);
  return seen;
}
template <typename T>
inline T racy_min(T* place, std::type_identity_t<T> value) {
  const T seen = load_relaxed(place);
  return racy_update(place, seen, lowers<T>(value, seen), min_of<T>(seen, value));
}
template <typename T>
inline T racy_max(T* place, std::type_identity_t<T> value) {
  const T seen = load_relaxed(place);
  return racy_update(place, seen, raises<T>(value, seen), max_of<T>(seen, value));
}
template <typename T>
inline T racy_min_by_first(T* place, std::type_identity_t<T> value) {
  const T seen = load_relaxed(place);
  return racy_update(place, seen, lowers(value.first, seen.first), value);
}
template <typename T>
inline T racy_max_by_first(T* place, std::type_identity_t<T> value) {
  const T seen = load_relaxed(place);
  return racy_update(place, seen, raises(value.first, seen.first), value);
}
template <typename T>
inline T racy_or(T* place, std::type_identity_t<T> value) {
  const T seen = load_relaxed(place);
  return racy_update(place, seen, (seen | value) != seen, static_cast<T>(seen | value));
}
template <typename T>
inline T racy_and(T* place, std::type_identity_t<T> value) {
  const T seen = load_relaxed(place);
  return racy_update(place, seen, (seen & value) != seen, static_cast<T>(seen & value));
}

/// Replaces `expected` by `wanted`; returns the value before, which is `expected` if that succeeded.
template <typename T>
inline T compare_exchange(T* place, T expected, T wanted) {
  __atomic_compare_exchange(place, &expected, &wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return expected;
}

/// Adds a thread's part to a cell; every thread calls it once, at the end of a stage.
template <typename T>
inline void accumulate_plus(T* cell, std::type_identity_t<T> part) {
  atomic_plus(cell, part);
}
template <typename T>
inline void accumulate_plus(Sum<T>* sum, Sum<T> part) {
  PlaceLock lock(sum);
  *sum = plus(*sum, part);
}
template <typename T>
inline void accumulate_times(T* cell, std::type_identity_t<T> part) {
  atomic_times(cell, part);
}
template <typename T>
inline void accumulate_times(T* cell, Product<T> part) {
  atomic_times(cell, part);
}
template <typename T>
inline void accumulate_min(T* cell, std::type_identity_t<T> part) {
  atomic_min(cell, part);
}
template <typename T>
inline void accumulate_max(T* cell, std::type_identity_t<T> part) {
  atomic_max(cell, part);
}
template <typename T>
inline void accumulate_min_by_first(T* cell, std::type_identity_t<T> part) {
  atomic_min_by_first(cell, part);
}
template <typename T>
inline void accumulate_max_by_first(T* cell, std::type_identity_t<T> part) {
  atomic_max_by_first(cell, part);
}
template <typename T>
inline void accumulate_or(T* cell, std::type_identity_t<T> part) {
  atomic_or(cell, part);
}
template <typename T>
inline void accumulate_and(T* cell, std::type_identity_t<T> part) {
  atomic_and(cell, part);
}

/// Marks a node with the number of a round; true for exactly one of the threads that do so in a round.
inline bool claim(std::int32_t* marks, node_t node, std::int32_t round) {
  return load_relaxed(&marks[node]) != round && __atomic_exchange_n(&marks[node], round, __ATOMIC_RELAXED) != round;
}

/// One bit per node: whether it is set, setting it, and clearing all.
inline bool has_bit(const std::int32_t* bits, node_t node) { return (bits[node / 32] >> (node % 32) & 1) != 0; }
inline bool has_bit_relaxed(const std::int32_t* bits, node_t node) {
  return (load_relaxed(&bits[node / 32]) >> (node % 32) & 1) != 0;
}
/// Whether this thread is the first to set it.
inline bool claim_bit(std::int32_t* bits, node_t node) {
  const auto bit = static_cast<std::int32_t>(1u << (node % 32));
  return (__atomic_fetch_or(&bits[node / 32], bit, __ATOMIC_RELAXED) & bit) == 0;
}
inline void set_bit(std::int32_t* bits, node_t node) {
  const auto bit = static_cast<std::int32_t>(1u << (node % 32));
  if ((load_relaxed(&bits[node / 32]) & bit) == 0) atomic_or(&bits[node / 32], bit);
}
/// Threads of a CPU have contiguous nodes, and set each bit by itself.
inline void set_bit_together(std::int32_t* bits, node_t node) { set_bit(bits, node); }
inline void clear_bits(node_t nodes, std::int32_t* bits) {
  std::memset(bits, 0, static_cast<std::size_t>(bit_words(nodes)) * sizeof(std::int32_t));
}

/// Reserves room for `count` nodes at the end of a worklist; returns the place of the first. If a bounded list has no
/// room for all, its size is clamped to just above its capacity, so that it never wraps.
inline std::int32_t reserve(const Worklist& list, std::int32_t count) {
  return __atomic_fetch_add(list.size, count, __ATOMIC_RELAXED);
}
inline std::int32_t reserve(const BoundedWorklist& list, std::int32_t count) {
  const std::int32_t place = __atomic_fetch_add(list.size, count, __ATOMIC_RELAXED);
  if (place > list.capacity - count) atomic_min(list.size, list.capacity + 1);
  return place;
}

/// Writes nodes from a place on, as far as there is room.
inline void put(const Worklist& list, std::int32_t place, const node_t* nodes, std::int32_t count) {
  std::memcpy(list.nodes + place, nodes, static_cast<std::size_t>(count) * sizeof(node_t));
}
inline void put(const BoundedWorklist& list, std::int32_t place, const node_t* nodes, std::int32_t count) {
  if (place < list.capacity)
    put(static_cast<const Worklist&>(list), place, nodes, min_of(count, list.capacity - place));
}

/// Appends a node to a worklist.
template <typename List>
inline void push(const List& list, node_t node) {
  put(list, reserve(list, 1), &node, 1);
}

/// What one thread appends to a worklist: collected here, appended in one piece when full or destroyed.
template <typename List>
class PushBuffer {
 public:
  explicit PushBuffer(const List& list) : list_(list) {}
  PushBuffer(const PushBuffer&) = delete;
  PushBuffer& operator=(const PushBuffer&) = delete;
  ~PushBuffer() { flush(); }

  void push(node_t node) {
    nodes_[count_++] = node;
    if (count_ == capacity) flush();
  }

 private:
  static constexpr std::int32_t capacity = 4096;

  void flush() {
    if (count_ != 0) put(list_, reserve(list_, count_), nodes_, count_);
    count_ = 0;
  }

  List list_;
  std::int32_t count_ = 0;
  node_t nodes_[capacity];
};

/// Appends the nodes whose bits are set in the words that `take(i)` returns, one word for each place of `bits`; calls
/// visit(node) for each.
template <typename List, typename Take, typename Visit>
inline void list_bits(node_t nodes, const List& list, const Take& take, const Visit& visit) {
#pragma omp parallel
  {
    PushBuffer buffer(list);
#pragma omp for schedule(static) nowait
    for (std::int64_t i = 0; i < bit_words(nodes); ++i) {
      for (auto word = static_cast<unsigned>(take(i)); word != 0; word &= word - 1) {
        const auto node = static_cast<node_t>(i * 32 + __builtin_ctz(word));
        buffer.push(node);
        visit(node);
      }
    }
  }
}

/// Appends the nodes whose bits are set, and clears the bits. `copy` gets the bits that were set.
template <typename List>
inline void compact_bits(node_t nodes, std::int32_t* bits, const List& list, std::int32_t* copy = nullptr) {
  list_bits(nodes, list, [=](std::int64_t i) { return take_word(bits, i, copy); }, [](node_t) {});
}

/// Appends the nodes whose bits are set but not in `reached`, adds the bits to those, and calls visit(node) for each.
/// `copy` gets the bits that are new; it may be null.
template <typename List, typename Visit>
inline void settle_bits(node_t nodes, const std::int32_t* bits, const List& list, std::int32_t* copy,
                        std::int32_t* reached, const Visit& visit) {
  list_bits(nodes, list, [=](std::int64_t i) { return take_new_word(bits, reached, i, copy); }, visit);
}

}  // namespace maxwarp
