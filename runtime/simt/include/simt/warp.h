// CUDA's warp collectives: shuffles, votes, match and reductions. Each waits for the lanes named in its mask.
#pragma once

#include "simt/engine_calls.h"

namespace maxwarp::simt::detail {

template <typename T>
MAXWARP_SIMT_DEVICE T shuffle(calls::Collective kind, unsigned mask, T value, int argument, int width) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "shuffles move 32 or 64 bits");
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  bits = calls::collective(kind, mask, bits, argument, width);
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}

MAXWARP_SIMT_DEVICE unsigned vote(calls::Collective kind, unsigned mask, std::uint64_t value) {
  return static_cast<unsigned>(calls::collective(kind, mask, value, 0, 32));
}

}  // namespace maxwarp::simt::detail

MAXWARP_SIMT_DEVICE void __syncwarp(unsigned mask = 0xffffffffu) {
  ::maxwarp::simt::detail::vote(::maxwarp::simt::calls::Collective::Sync, mask, 0);
}
MAXWARP_SIMT_DEVICE unsigned __activemask() { return ::maxwarp::simt::calls::active_mask(); }

template <typename T>
MAXWARP_SIMT_DEVICE T __shfl_sync(unsigned mask, T value, int source, int width = 32) {
  return ::maxwarp::simt::detail::shuffle(::maxwarp::simt::calls::Collective::ShuffleIndex, mask, value, source, width);
}
template <typename T>
MAXWARP_SIMT_DEVICE T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  return ::maxwarp::simt::detail::shuffle(::maxwarp::simt::calls::Collective::ShuffleUp, mask, value,
                                          static_cast<int>(delta), width);
}
template <typename T>
MAXWARP_SIMT_DEVICE T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  return ::maxwarp::simt::detail::shuffle(::maxwarp::simt::calls::Collective::ShuffleDown, mask, value,
                                          static_cast<int>(delta), width);
}
template <typename T>
MAXWARP_SIMT_DEVICE T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32) {
  return ::maxwarp::simt::detail::shuffle(::maxwarp::simt::calls::Collective::ShuffleXor, mask, value, lane_mask,
                                          width);
}

MAXWARP_SIMT_DEVICE unsigned __ballot_sync(unsigned mask, int predicate) {
  return ::maxwarp::simt::detail::vote(::maxwarp::simt::calls::Collective::Ballot, mask, predicate != 0);
}
MAXWARP_SIMT_DEVICE int __any_sync(unsigned mask, int predicate) {
  return static_cast<int>(::maxwarp::simt::detail::vote(::maxwarp::simt::calls::Collective::Any, mask, predicate != 0));
}
MAXWARP_SIMT_DEVICE int __all_sync(unsigned mask, int predicate) {
  return static_cast<int>(::maxwarp::simt::detail::vote(::maxwarp::simt::calls::Collective::All, mask, predicate != 0));
}
template <typename T>
MAXWARP_SIMT_DEVICE unsigned __match_any_sync(unsigned mask, T value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "__match_any_sync compares 32 or 64 bits");
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return ::maxwarp::simt::detail::vote(::maxwarp::simt::calls::Collective::Match, mask, bits);
}

/// All lanes of the mask if they have the same value, else 0; `*same` tells which.
template <typename T>
MAXWARP_SIMT_DEVICE unsigned __match_all_sync(unsigned mask, T value, int* same) {
  const unsigned peers = __match_any_sync(mask, value);
  *same = __all_sync(mask, (peers & mask) == mask);
  return *same != 0 ? mask : 0;
}

#define MAXWARP_SIMT_REDUCTION(type, name, kind)                                                                      \
  MAXWARP_SIMT_DEVICE type __reduce_##name##_sync(unsigned mask, type value) {                                        \
    return static_cast<type>(                                                                                         \
        ::maxwarp::simt::detail::vote(::maxwarp::simt::calls::Collective::kind, mask, static_cast<unsigned>(value))); \
  }
MAXWARP_SIMT_REDUCTION(int, add, AddInt)
MAXWARP_SIMT_REDUCTION(unsigned, add, AddUnsigned)
MAXWARP_SIMT_REDUCTION(int, min, MinInt)
MAXWARP_SIMT_REDUCTION(unsigned, min, MinUnsigned)
MAXWARP_SIMT_REDUCTION(int, max, MaxInt)
MAXWARP_SIMT_REDUCTION(unsigned, max, MaxUnsigned)
MAXWARP_SIMT_REDUCTION(unsigned, and, And)
MAXWARP_SIMT_REDUCTION(unsigned, or, Or)
MAXWARP_SIMT_REDUCTION(unsigned, xor, Xor)
#undef MAXWARP_SIMT_REDUCTION
