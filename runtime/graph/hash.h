// The counter-based random numbers of the graph room: a value depends on its key alone, never on the order
// of the calls, so that generated graphs are the same for every number of threads.
#pragma once

#include <cstdint>

namespace maxwarp {

/// Finalizer of SplitMix64: a bijection that scatters close keys.
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// What random_bits makes of seed and a: for those who need many b for them.
constexpr std::uint64_t random_stream(std::uint64_t seed, std::uint64_t a) {
  return mix(mix(seed + 0x9e3779b97f4a7c15u) ^ (a + 0x9e3779b97f4a7c15u));
}
constexpr std::uint64_t bits_of_stream(std::uint64_t stream, std::uint64_t b) {
  return mix(stream ^ (b + 0xd1b54a32d192ed03u));
}

/// Random 64 bits for (seed, a, b).
constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t a, std::uint64_t b = 0) {
  return bits_of_stream(random_stream(seed, a), b);
}

/// Uniform in [0, 1) from random bits.
constexpr double unit_real(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1.0p-53; }

/// Uniform in [0, bound) from random bits, bound >= 1 (multiply and shift; the bias is below bound / 2^64).
constexpr std::uint64_t bounded(std::uint64_t bits, std::uint64_t bound) {
  std::uint64_t high = (bits >> 32) * bound, low = (bits & 0xffffffffu) * (bound & 0xffffffffu);
  if (bound >> 32 == 0) return (high + (low >> 32)) >> 32;
  return bits % bound;
}

}  // namespace maxwarp
