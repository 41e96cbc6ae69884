// Reductions that first load the element to see whether they change anything. Most offers come too late, and concurrent
// loads of one address cost as much as one, whereas atomic operations on it are serialized.
#pragma once

#include "maxwarp/thread.cuh"

namespace maxwarp {

/// `reduce(place, value)`, unless a load of the element shows, by `stays(seen, value)`, that it would change nothing.
/// Returns the value before. Only a swap reads 16 bytes in one piece, so of those only the first component is loaded;
/// if that suffices to leave the element alone, the second component returned is that of `value`.
template <typename T, typename Stays, typename Reduce>
__device__ inline T guarded(T* place, T value, Stays stays, Reduce reduce) {
  if constexpr (sizeof(T) == 16) {
    const auto seen = load_relaxed(&place->first);
    if (stays(seen, value.first)) return {seen, value.second};
  } else {
    const T seen = load_relaxed(place);
    if (stays(seen, value)) return seen;
  }
  return reduce(place, value);
}

/// As `atomic_min`, `atomic_max`, … If the first components of two pairs are equal, the second ones decide.
template <typename T>
__device__ inline T guarded_min(T* place, std::type_identity_t<T> value) {
  constexpr auto stays = [](auto seen, auto offered) {
    return sizeof(T) == 16 ? lowers(seen, offered) : !lowers(offered, seen);
  };
  return guarded(place, value, stays, atomic_min<T>);
}
template <typename T>
__device__ inline T guarded_max(T* place, std::type_identity_t<T> value) {
  constexpr auto stays = [](auto seen, auto offered) {
    return sizeof(T) == 16 ? raises(seen, offered) : !raises(offered, seen);
  };
  return guarded(place, value, stays, atomic_max<T>);
}
template <typename T>
__device__ inline T guarded_min_by_first(T* place, std::type_identity_t<T> value) {
  return guarded(place, value, [](auto seen, auto offered) { return !lowers(offered, seen); }, atomic_min_by_first<T>);
}
template <typename T>
__device__ inline T guarded_max_by_first(T* place, std::type_identity_t<T> value) {
  return guarded(place, value, [](auto seen, auto offered) { return !raises(offered, seen); }, atomic_max_by_first<T>);
}
template <typename T>
__device__ inline T guarded_or(T* place, std::type_identity_t<T> value) {
  return guarded(place, value, [](T seen, T offered) { return (seen | offered) == seen; }, atomic_or<T>);
}
template <typename T>
__device__ inline T guarded_and(T* place, std::type_identity_t<T> value) {
  return guarded(place, value, [](T seen, T offered) { return (seen & offered) == seen; }, atomic_and<T>);
}

/// The same with a value that the element had a while ago, `seen`, in place of a load.
template <typename T>
__device__ inline T guarded_min(T* place, std::type_identity_t<T> value, std::type_identity_t<T> seen) {
  return lowers(T{value}, T{seen}) ? atomic_min(place, value) : seen;
}
template <typename T>
__device__ inline T guarded_max(T* place, std::type_identity_t<T> value, std::type_identity_t<T> seen) {
  return raises(T{value}, T{seen}) ? atomic_max(place, value) : seen;
}
template <typename T>
__device__ inline T guarded_or(T* place, std::type_identity_t<T> value, std::type_identity_t<T> seen) {
  return (seen | value) == seen ? seen : atomic_or(place, value);
}
template <typename T>
__device__ inline T guarded_and(T* place, std::type_identity_t<T> value, std::type_identity_t<T> seen) {
  return (seen & value) == seen ? seen : atomic_and(place, value);
}

}  // namespace maxwarp
