// Arithmetic of the language, the same on every engine: `inf` never wraps, a finite sum that overflows
// becomes `inf`, division by zero has a value. For real numbers these are the plain operators.
#pragma once

#include "maxwarp/types.h"

namespace maxwarp {

// Not those of <cmath>: parsing it takes a third of the compile time of a small program.
/// Whether a real number is a nan.
template <typename T>
MAXWARP_FUNCTION bool is_nan(T a) {
  return a != a;
}
/// Whether a real number has a minus, which -0 and some nans have, too.
template <typename T>
MAXWARP_FUNCTION bool has_minus(T a) {
  return __builtin_signbit(a);
}

/// x, or the nearest finite value where x is below the smallest: what lies below every T stays there.
template <typename T, typename Wide>
MAXWARP_FUNCTION constexpr T saturate(Wide x) {
  if (x >= static_cast<Wide>(infinity<T>())) return infinity<T>();
  if (x <= static_cast<Wide>(lowest<T>())) return lowest<T>();
  return static_cast<T>(x);
}

/// a + b; `inf` plus anything is `inf`.
MAXWARP_FUNCTION std::int32_t plus(std::int32_t a, std::int32_t b) {
  if (a == infinity<std::int32_t>() || b == infinity<std::int32_t>()) return infinity<std::int32_t>();
  return saturate<std::int32_t>(std::int64_t{a} + b);
}
MAXWARP_FUNCTION std::int64_t plus(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t inf = infinity<std::int64_t>();
  if (a == inf || b == inf || (b > 0 && a > inf - b)) return inf;
  if (b < 0 && a < lowest<std::int64_t>() - b) return lowest<std::int64_t>();
  return a + b;
}
MAXWARP_FUNCTION float plus(float a, float b) { return a + b; }
MAXWARP_FUNCTION double plus(double a, double b) { return a + b; }

/// -a; the smallest value becomes `inf`, and `inf` the smallest value.
template <typename T>
MAXWARP_FUNCTION T negate(T a) {
  if constexpr (std::numeric_limits<T>::is_integer) {
    if (a == lowest<T>()) return infinity<T>();
    if (a == infinity<T>()) return lowest<T>();
  }
  return -a;
}

/// a - b; `inf` minus a finite value is `inf`, and `inf - inf` is `inf`.
template <typename T>
MAXWARP_FUNCTION T minus(T a, T b) {
  if constexpr (std::numeric_limits<T>::is_integer) {
    if (a == infinity<T>()) return a;
    if (b == infinity<T>()) return lowest<T>();
    return b == lowest<T>() ? plus(plus(a, infinity<T>() - 1), T{2}) : plus(a, static_cast<T>(-b));
  } else {
    return a - b;
  }
}

/// a * b; overflow becomes `inf` or the smallest value, 0 * `inf` is 0.
MAXWARP_FUNCTION std::int32_t times(std::int32_t a, std::int32_t b) {
  constexpr std::int32_t inf = infinity<std::int32_t>();
  if (a == 0 || b == 0) return 0;
  if (a == inf || b == inf) return (a < 0) != (b < 0) ? lowest<std::int32_t>() : inf;
  return saturate<std::int32_t>(std::int64_t{a} * b);
}
MAXWARP_FUNCTION std::int64_t times(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t inf = infinity<std::int64_t>(), low = lowest<std::int64_t>();
  if (a == 0 || b == 0) return 0;
  const bool negative = (a < 0) != (b < 0);
  const std::uint64_t x = a < 0 ? 0 - static_cast<std::uint64_t>(a) : static_cast<std::uint64_t>(a);
  const std::uint64_t y = b < 0 ? 0 - static_cast<std::uint64_t>(b) : static_cast<std::uint64_t>(b);
  if (a == inf || b == inf || x > static_cast<std::uint64_t>(inf) / y) return negative ? low : inf;
  const std::int64_t product = static_cast<std::int64_t>(x * y);
  return negative ? -product : product;
}
MAXWARP_FUNCTION float times(float a, float b) { return a * b; }
MAXWARP_FUNCTION double times(double a, double b) { return a * b; }

/// a / b, towards zero. Integers: `inf` / finite is `inf`; a / 0 is `inf` for a > 0, 0 for 0, the smallest value for a
/// < 0.
template <typename T>
MAXWARP_FUNCTION T divide(T a, T b) {
  if constexpr (std::numeric_limits<T>::is_integer) {
    if (b == 0) return a > 0 ? infinity<T>() : a < 0 ? lowest<T>() : T{0};
    if (b == -1) return negate(a);
    if (a == infinity<T>()) return b > 0 ? a : lowest<T>();
  }
  return a / b;
}

/// Remainder of divide, with the sign of a; a % 0 is 0.
template <typename T>
MAXWARP_FUNCTION T modulo(T a, T b) {
  return b == 0 || b == -1 ? T{0} : static_cast<T>(a % b);
}

/// Whether a is less than b in the order of minima and maxima. The operator `<` of the language is the comparison of
/// IEEE 754, which does not tell zeros apart; here -0 is less than 0. Neither is true of a nan.
template <typename T>
MAXWARP_FUNCTION bool precedes(T a, T b) {
  if constexpr (is_pair<T>)
    return precedes(a.first, b.first) || (!precedes(b.first, a.first) && precedes(a.second, b.second));
  else if constexpr (std::numeric_limits<T>::is_integer)
    return a < b;
  else
    return a < b || (a == b && has_minus(a) && !has_minus(b));
}

/// a, or what a nan counts as: `inf` in a minimum, `-inf` in a maximum. A sum of real numbers, of which `inf - inf` is
/// nan, is then monotone in the order of the reduction that it is offered to.
template <bool minimum, typename T>
MAXWARP_FUNCTION T as_number(T a) {
  if constexpr (is_pair<T>)
    return {as_number<minimum>(a.first), as_number<minimum>(a.second)};
  else if constexpr (std::numeric_limits<T>::is_integer)
    return a;
  else
    return is_nan(a) ? (minimum ? infinity<T>() : lowest<T>()) : a;
}

/// Whether `min=` (`max=`) puts the value that is offered in place of the one that is there.
template <typename T>
MAXWARP_FUNCTION bool lowers(T offered, T there) {
  return precedes(as_number<true>(offered), as_number<true>(there));
}
template <typename T>
MAXWARP_FUNCTION bool raises(T offered, T there) {
  return precedes(as_number<false>(there), as_number<false>(offered));
}

/// What `min=` (`max=`) leaves. A nan in a pair is stored as what it counts as.
template <typename T>
MAXWARP_FUNCTION T min_of(T there, T offered) {
  return lowers(offered, there) ? as_number<true>(offered) : there;
}
template <typename T>
MAXWARP_FUNCTION T max_of(T there, T offered) {
  return raises(offered, there) ? as_number<false>(offered) : there;
}

/// Whether the function of expressions takes a rather than b: a nan, of IEEE 754-2019, comes before all numbers.
template <bool minimum, typename T>
MAXWARP_FUNCTION bool prevails(T a, T b) {
  if constexpr (is_pair<T>)
    return prevails<minimum>(a.first, b.first) ||
           (!prevails<minimum>(b.first, a.first) && prevails<minimum>(a.second, b.second));
  else if constexpr (!std::numeric_limits<T>::is_integer)
    if (is_nan(a) || is_nan(b)) return !is_nan(b);
  return minimum ? precedes(a, b) : precedes(b, a);
}
/// `min` and `max` of expressions: nan where one of the two is.
template <typename T>
MAXWARP_FUNCTION T min_or_nan(T a, T b) {
  return prevails<true>(b, a) ? b : a;
}
template <typename T>
MAXWARP_FUNCTION T max_or_nan(T a, T b) {
  return prevails<false>(b, a) ? b : a;
}

/// Whether an update has changed a value: zeros are told apart, nans are not.
template <typename T>
MAXWARP_FUNCTION bool differ(T a, T b) {
  if constexpr (is_pair<T>)
    return differ(a.first, b.first) || differ(a.second, b.second);
  else if constexpr (std::numeric_limits<T>::is_integer)
    return a != b;
  else
    return a == b ? has_minus(a) != has_minus(b) : !(is_nan(a) && is_nan(b));
}
/// How many of first, first + step, … lie below `end`; none where `step` is not positive.
MAXWARP_FUNCTION std::int64_t index_count(std::int64_t first, std::int64_t end, std::int64_t step = 1) {
  if (first >= end || step <= 0) return 0;
  const std::uint64_t last = static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(first) - 1;
  const std::uint64_t steps = last / static_cast<std::uint64_t>(step);
  constexpr std::uint64_t most = static_cast<std::uint64_t>(infinity<std::int64_t>()) -
                                 1;  // counts are clamped to INT64_MAX
  return static_cast<std::int64_t>(steps < most ? steps : most) + 1;
}
/// The pair with the smaller (larger) first value; the one that was there if they are equal.
template <typename T>
MAXWARP_FUNCTION T min_by_first(T there, T offered) {
  return lowers(offered.first, there.first) ? offered : there;
}
template <typename T>
MAXWARP_FUNCTION T max_by_first(T there, T offered) {
  return raises(offered.first, there.first) ? offered : there;
}
template <typename T>
MAXWARP_FUNCTION T absolute(T a) {
  if constexpr (std::numeric_limits<T>::is_integer)
    return a < T{0} ? negate(a) : a;
  else if constexpr (sizeof(T) == sizeof(float))
    return __builtin_fabsf(a);
  else
    return __builtin_fabs(a);  // of -0 it is 0
}

/// The seed of all pseudo-random values.
inline constexpr std::uint64_t random_seed = 1;

/// A well-mixed word that follows from the seed and the values alone (SplitMix64, one step per value).
template <typename... Values>
MAXWARP_FUNCTION std::uint64_t random_word(Values... values) {
  std::uint64_t state = random_seed;
  const std::uint64_t words[] = {static_cast<std::uint64_t>(values)...};
  for (const std::uint64_t word : words) {
    state = (state ^ word) + 0x9e3779b97f4a7c15u;
    state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9u;
    state = (state ^ (state >> 27)) * 0x94d049bb133111ebu;
    state ^= state >> 31;
  }
  return state;
}

/// A number in [0, 1) that follows from the values alone.
template <typename... Values>
MAXWARP_FUNCTION double random_real(Values... values) {
  return static_cast<double>(random_word(values...) >> 11) * 0x1p-53;
}

/// A number in 0 .. bound - 1 that follows from the values alone; 0 if `bound` is not positive.
template <typename... Values>
MAXWARP_FUNCTION std::int32_t random_below(std::int32_t bound, Values... values) {
  if (bound <= 0) return 0;
  return static_cast<std::int32_t>(((random_word(values...) >> 32) * static_cast<std::uint64_t>(bound)) >> 32);
}

template <typename T>
MAXWARP_FUNCTION void swap(T& a, T& b) {
  const T old = a;
  a = b;
  b = old;
}

/// A wider type; `inf` stays `inf`.
template <typename To, typename From>
MAXWARP_FUNCTION To widen(From a) {
  if constexpr (std::numeric_limits<From>::is_integer)
    if (a == infinity<From>()) return infinity<To>();
  return static_cast<To>(a);
}

/// A narrower type. Integers saturate; of a real number they take the whole part, and 0 of a nan. Bits are a number
/// that is not negative, and those of a negative number are its two's complement.
template <typename To, typename From>
MAXWARP_FUNCTION To narrow(From a) {
  if constexpr (!std::numeric_limits<To>::is_integer || std::is_same_v<To, std::uint64_t>)
    return static_cast<To>(a);
  else if constexpr (std::is_same_v<From, std::uint64_t>)
    return a < static_cast<From>(infinity<To>()) ? static_cast<To>(a) : infinity<To>();
  else if constexpr (!std::numeric_limits<From>::is_integer)
    return is_nan(a) ? To{0} : saturate<To>(a);
  else
    return saturate<To>(a);
}

/// Shifts of bits; 0 where the count is negative or as large as the word.
MAXWARP_FUNCTION std::uint64_t shift_left(std::uint64_t bits, std::int64_t count) {
  return count >= 0 && count < 64 ? bits << count : 0;
}
MAXWARP_FUNCTION std::uint64_t shift_right(std::uint64_t bits, std::int64_t count) {
  return count >= 0 && count < 64 ? bits >> count : 0;
}

/// How many bits are set.
MAXWARP_FUNCTION std::int32_t popcount(std::uint64_t bits) {
#ifdef __CUDA_ARCH__
  return __popcll(bits);
#else
  return __builtin_popcountll(bits);
#endif
}

/// The place of the lowest bit that is set, from 0; 64 where none is.
MAXWARP_FUNCTION std::int32_t trailing_zeros(std::uint64_t bits) {
  return bits == 0 ? 64 : popcount((bits & (0 - bits)) - 1);
}

}  // namespace maxwarp
