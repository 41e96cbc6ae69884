// Updates of elements by the threads of neighboring edges: those of one node are a segment of the warp, which adds to
// the element of the node once. Every function is called by single threads, under any condition.
#pragma once

#include "maxwarp/thread.cuh"

namespace maxwarp {

/// The active lanes that have the same `place` as this one and are its neighbors: no active lane between them has
/// another. One comparison with the lane before and a vote, where a search for all lanes of the same place takes as
/// many steps as there are places.
__device__ inline unsigned segment_of(unsigned mask, unsigned lane, const void* place) {
  const auto word = reinterpret_cast<unsigned long long>(place);
  const unsigned before = mask & ((1u << lane) - 1), up_to_here = before | 1u << lane;
  const int neighbor = before ? 31 - __clz(static_cast<int>(before)) : static_cast<int>(lane);
  const bool differs = __shfl_sync(mask, word, neighbor) != word;
  const unsigned firsts = __ballot_sync(mask, before == 0 || differs);
  const unsigned first = 31 - static_cast<unsigned>(__clz(static_cast<int>(firsts & up_to_here)));
  const unsigned later = firsts & ~((2u << lane) - 1);
  const unsigned end = later & (0u - later);  // the bit of the first lane of the next segment, or 0
  return mask & (end - 1) & ~((1u << first) - 1);
}

/// Combines the values of neighboring active lanes that have the same `place`. Returns true in one of them, whose
/// `value` is then the result. Values have 32 or 64 bits.
template <typename T, typename Combine>
__device__ inline bool combine_segment(const T* place, T& value, Combine combine) {
  const unsigned mask = __activemask(), lane = threadIdx.x % 32;
  unsigned lanes = segment_of(mask, lane, place);
  int rank = __popc(lanes & ((1u << lane) - 1));
  bool here = true;
  // Every second remaining lane of a segment takes the value of the next one, which drops out.
  while (__any_sync(mask, (lanes & (lanes - 1)) != 0)) {
    const unsigned above = lanes & ~((2u << lane) - 1);
    const T next = __shfl_sync(mask, value, above ? __ffs(static_cast<int>(above)) - 1 : static_cast<int>(lane));
    here = here && rank % 2 == 0;
    if (here && above) value = combine(value, next);
    rank /= 2;
    lanes &= __ballot_sync(mask, here);
  }
  return here;
}

template <typename T>
__device__ inline void segment_plus(T* place, std::type_identity_t<T> value) {
  if (combine_segment(place, value, [](T a, T b) { return plus(a, b); })) atomic_plus(place, value);
}
/// Where no sum of the run leaves the type; no addition is negative, or none is positive.
template <typename T>
__device__ inline void segment_add_within(T* place, std::type_identity_t<T> value) {
  if (combine_segment(place, value, [](T a, T b) { return plus(a, b); })) add_within(place, value);
}
template <typename T>
__device__ inline void segment_add_rising(T* place, std::type_identity_t<T> value) {
  if (combine_segment(place, value, [](T a, T b) { return plus(a, b); })) add_rising(place, value);
}
template <typename T>
__device__ inline void segment_add_falling(T* place, std::type_identity_t<T> value) {
  if (combine_segment(place, value, [](T a, T b) { return plus(a, b); })) add_falling(place, value);
}
template <typename T>
__device__ inline void segment_times(T* place, std::type_identity_t<T> value) {
  if (combine_segment(place, value, [](T a, T b) { return product_of(a, b); })) atomic_times(place, value);
}
template <typename T>
__device__ inline void segment_min(T* place, std::type_identity_t<T> value) {
  if (combine_segment(place, value, [](T a, T b) { return min_of(a, b); })) atomic_min(place, value);
}
template <typename T>
__device__ inline void segment_max(T* place, std::type_identity_t<T> value) {
  if (combine_segment(place, value, [](T a, T b) { return max_of(a, b); })) atomic_max(place, value);
}
template <typename T>
__device__ inline void segment_or(T* place, std::type_identity_t<T> value) {
  if (combine_segment(place, value, [](T a, T b) { return a | b; })) atomic_or(place, value);
}
template <typename T>
__device__ inline void segment_and(T* place, std::type_identity_t<T> value) {
  if (combine_segment(place, value, [](T a, T b) { return a & b; })) atomic_and(place, value);
}

}  // namespace maxwarp
