// Atomic additions. Integers saturate, and what is known of all additions to a place decides what that costs.
#pragma once

#include "maxwarp/thread.cuh"

namespace maxwarp {

/// Adds where no sum of the run leaves the type; returns the value before.
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
/// The same where all additions of the kernel to the place come to `most` at most, in either direction. A place that is
/// farther than that from both ends, at any time of the kernel, does not get to one in it: the hardware may add,
/// however old the value is that was seen.
template <typename T>
__device__ inline T atomic_plus(T* place, std::type_identity_t<T> value, std::int64_t most) {
  const T seen = load_relaxed(place);
  const bool far = most < infinity<T>() && seen < infinity<T>() - most && seen > lowest<T>() + most;
  return far ? atomic_plus_within(place, value) : atomic_plus(place, value);
}

// ---- Additions of integers whose old value is not used ------------------------------------------------------

/// Adds where no sum of the run leaves the type. Written as the instruction that returns nothing: of atomicAdd on both
/// sides of a condition, a compiler makes one that returns.
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

/// Adds where no addition of the kernel to the place is negative. The addition of the hardware wraps; who sees its own
/// do so, or `inf` take part, puts `inf` there afterwards. Why that is right:
/// - As long as the sum is below `inf`, nothing wraps, and the place holds it.
/// - From the addition on with which the sum gets to `inf`, the place holds `inf`, or a thread has seen that and is
///   about to put it there. An addition to `inf` wraps, so that its thread is about to; other additions, and those that
///   saturate, change a place that a thread is about to set, or leave it `inf`; and that thread makes it `inf`, as that
///   is the largest value.
/// - When the kernel is done, no thread is about to, so the place holds `inf`.
template <typename T>
__device__ inline void add_rising(T* place, std::type_identity_t<T> value) {
  using Word = atomic_word<T>;
  const T old = from_word<T>(atomicAdd(reinterpret_cast<Word*>(place), to_word(value)));
  if (to_word(plus(old, value)) != static_cast<Word>(to_word(old) + to_word(value))) atomic_max(place, infinity<T>());
}

/// Adds where no addition of the kernel to the place is positive. As add_rising, with the smallest value for `inf`, but
/// that `inf` stays what it is: a place that is `inf` at first is left alone by all. The `inf` of another place is one
/// that has wrapped, on its way to the smallest value, which does not depend on who leaves it alone; so a thread that
/// has found another value before adds to `inf` as to any number.
template <typename T>
__device__ inline void add_falling(T* place, std::type_identity_t<T> value) {
  using Word = atomic_word<T>;
  if (load_relaxed(place) == infinity<T>()) return;
  const T old = from_word<T>(atomicAdd(reinterpret_cast<Word*>(place), to_word(value)));
  if (old < lowest<T>() - value) atomic_min(place, lowest<T>());
}

/// The same where the place begins at 0, and all additions to it come to `most` at most.
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

/// Adds a sum that was made before, in the direction of the kernel's other additions or in any.
template <typename T>
__device__ inline void add_rising(T* place, Sum<T> sum) {
  atomic_plus(place, sum);
}
template <typename T>
__device__ inline void add_falling(T* place, Sum<T> sum) {
  atomic_plus(place, sum);
}

}  // namespace maxwarp
