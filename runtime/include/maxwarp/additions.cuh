// Atomic additions. Integers saturate; what is known about all additions to a place determines what that costs.
#pragma once

#include "maxwarp/thread.cuh"

namespace maxwarp {

/// Adds if no sum of the run can leave the type; returns the value before.
template <typename T>
__device__ inline T atomic_plus_within(T* place, std::type_identity_t<T> value) {
  return from_word<T>(atomicAdd(reinterpret_cast<atomic_word<T>*>(place), to_word(value)));
}
/// Sums of integers saturate as `plus` does, so an addition that others see is a compare-and-swap.
template <typename T>
__device__ inline T atomic_plus(T* place, std::type_identity_t<T> value) {
  if constexpr (std::is_floating_point_v<T>)
    return atomicAdd(place, value);
  else
    return atomic_update(place, [=](T old) { return plus(old, value); });
}
template <typename T>
__device__ inline T atomic_plus(T* place, Sum<T> sum) {
  return atomic_update(place, [=](T old) { return plus(old, sum); });
}
/// The same if the additions of the kernel to the place total `most` at most, in either direction. A place that is more
/// than `most` away from both ends of the type, at any time of the kernel, reaches neither end in it. So the hardware
/// may add, however stale the value seen is.
template <typename T>
__device__ inline T atomic_plus(T* place, std::type_identity_t<T> value, std::int64_t most) {
  const T seen = load_relaxed(place);
  const bool far = most < infinity<T>() && seen < infinity<T>() - most && seen > lowest<T>() + most;
  return far ? atomic_plus_within(place, value) : atomic_plus(place, value);
}

// ---- Additions of integers whose old value is not used ------------------------------------------------------

/// Adds if no sum of the run can leave the type. Written as the instruction that returns nothing: a compiler merges
/// atomicAdd on both sides of a condition into one that returns a value.
template <typename T>
__device__ inline void add_within(T* place, std::type_identity_t<T> value) {
#if defined(MAXWARP_SIMT)
  atomicAdd(reinterpret_cast<atomic_word<T>*>(place), to_word(value));
#else
  const std::size_t global = __cvta_generic_to_global(place);
  if constexpr (sizeof(T) == 8)
    asm volatile("red.relaxed.gpu.global.add.u64 [%0], %1;" ::"l"(global), "l"(to_word(value)) : "memory");
  else
    asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;" ::"l"(global), "r"(to_word(value)) : "memory");
#endif
}

/// Adds if no addition of the kernel to the place is negative. The addition of the hardware wraps. A thread that sees
/// its own addition wrap, or `inf` take part in it, stores `inf` afterwards. Why that is right:
/// - As long as the sum is below `inf`, nothing wraps, and the place holds the sum.
/// - From the addition that makes the sum reach `inf`, the place holds `inf`, or a thread has seen that and is about to
///   store it. An addition to `inf` wraps, so its thread is about to store. Other additions, and those that saturate,
///   change a place that a thread is about to set, or leave it `inf`. That thread makes it `inf`, because `inf` is the
///   largest value.
/// - When the kernel is done, no thread is about to store, so the place holds `inf`.
template <typename T>
__device__ inline void add_rising(T* place, std::type_identity_t<T> value) {
  using Word = atomic_word<T>;
  const T old = from_word<T>(atomicAdd(reinterpret_cast<Word*>(place), to_word(value)));
  if (to_word(plus(old, value)) != static_cast<Word>(to_word(old) + to_word(value))) atomic_max(place, infinity<T>());
}

/// Adds if no addition of the kernel to the place is positive. Like add_rising, with the smallest value in place of
/// `inf`, except that `inf` stays: all threads leave alone a place that is `inf` at first. In any other place, `inf` is
/// a value that has wrapped on its way to the smallest value, and it gets there whichever threads leave it alone. So a
/// thread that has found another value before adds to `inf` as to any number.
template <typename T>
__device__ inline void add_falling(T* place, std::type_identity_t<T> value) {
  using Word = atomic_word<T>;
  if (load_relaxed(place) == infinity<T>()) return;
  const T old = from_word<T>(atomicAdd(reinterpret_cast<Word*>(place), to_word(value)));
  if (old < lowest<T>() - value) atomic_min(place, lowest<T>());
}

/// The same if the place starts at 0, and all additions to it total `most` at most.
template <typename T>
__device__ inline void add_rising(T* place, std::type_identity_t<T> value, std::int64_t most) {
  if (most < infinity<T>())
    add_within(place, value);
  else
    add_rising(place, value);
}
template <typename T>
__device__ inline void add_falling(T* place, std::type_identity_t<T> value, std::int64_t most) {
  if (most < infinity<T>())
    add_within(place, value);
  else
    add_falling(place, value);
}

/// Adds a sum collected before, in the direction of the kernel's other additions or in any.
template <typename T>
__device__ inline void add_rising(T* place, Sum<T> sum) {
  atomic_plus(place, sum);
}
template <typename T>
__device__ inline void add_falling(T* place, Sum<T> sum) {
  atomic_plus(place, sum);
}

}  // namespace maxwarp
