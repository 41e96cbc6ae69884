// The scalar types that generated code, hand-written kernels and the host share.
// Node ids are 32 bits wide, edge ids and offsets 64: graphs of more than 2^31 edges are ordinary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "maxwarp/sizes.h"

#if defined(__CUDACC__)
#define MAXWARP_FUNCTION __host__ __device__ inline
#else
#define MAXWARP_FUNCTION inline
#endif

namespace maxwarp {

/// Index of a node, 0 .. nodes - 1.
using node_t = std::int32_t;
/// Index of an edge (arc), 0 .. edges - 1, in the order of the rows of the graph.
using edge_t = std::int64_t;
static_assert(sizeof(node_t) == sizes::node && sizeof(edge_t) == sizes::edge);
/// The same in 32 bits, for graphs of at most `narrow_edges` edges (`index=auto`). That is fewer than 2^31, so that a
/// step past the end of a row, of all threads of a block with a batch each, is still a number.
using narrow_edge_t = std::int32_t;
inline constexpr edge_t narrow_edges = (edge_t{1} << 31) - (1 << 20);
static_assert(sizeof(narrow_edge_t) == sizes::narrow_edge);

/// No node, no edge: what `none` is in the language.
inline constexpr node_t no_node = -1;
inline constexpr edge_t no_edge = -1;

/// The layout of a pair. No byte between or after the values is undefined: a compare-and-swap compares all bytes.
template <typename First, typename Second, std::size_t FirstSize = sizeof(First),
          std::size_t SecondSize = sizeof(Second)>
struct PairLayout {
  First first;
  Second second;
  PairLayout() = default;
  MAXWARP_FUNCTION constexpr PairLayout(First a, Second b) : first(a), second(b) {}
};
template <typename First, typename Second>
struct PairLayout<First, Second, 4, 8> {
  First first;
  std::uint32_t unused;
  Second second;
  PairLayout() = default;
  MAXWARP_FUNCTION constexpr PairLayout(First a, Second b) : first(a), unused(0), second(b) {}
};
template <typename First, typename Second>
struct PairLayout<First, Second, 8, 4> {
  First first;
  Second second;
  std::uint32_t unused;
  PairLayout() = default;
  MAXWARP_FUNCTION constexpr PairLayout(First a, Second b) : first(a), second(b), unused(0) {}
};

/// A tuple of two values, compared from the left. It fills 8 or 16 bytes, so that one compare-and-swap updates it.
template <typename First, typename Second>
struct alignas(sizeof(First) + sizeof(Second) <= 8 ? 8 : 16) Pair : PairLayout<First, Second> {
  using PairLayout<First, Second>::PairLayout;
  friend MAXWARP_FUNCTION constexpr bool operator==(Pair a, Pair b) {
    return a.first == b.first && a.second == b.second;
  }
  friend MAXWARP_FUNCTION constexpr bool operator!=(Pair a, Pair b) { return !(a == b); }
  friend MAXWARP_FUNCTION constexpr bool operator<(Pair a, Pair b) {
    return a.first < b.first || (a.first == b.first && a.second < b.second);
  }
  friend MAXWARP_FUNCTION constexpr bool operator>(Pair a, Pair b) { return b < a; }
  friend MAXWARP_FUNCTION constexpr bool operator<=(Pair a, Pair b) { return a < b || a == b; }
  friend MAXWARP_FUNCTION constexpr bool operator>=(Pair a, Pair b) { return b <= a; }
};
static_assert(sizeof(Pair<node_t, float>) == sizes::pair(4, 4) && sizeof(Pair<node_t, edge_t>) == sizes::pair(4, 8) &&
              sizeof(Pair<double, node_t>) == sizes::pair(8, 4) && sizeof(Pair<edge_t, double>) == sizes::pair(8, 8));
template <typename T>
inline constexpr bool is_pair = false;
template <typename First, typename Second>
inline constexpr bool is_pair<Pair<First, Second>> = true;

// Constants of their own, because device code may name a constant but not call the host's numeric_limits.
template <typename T>
inline constexpr T infinity_constant = std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                                            : std::numeric_limits<T>::max();
template <typename T>
inline constexpr T lowest_constant = std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                                          : std::numeric_limits<T>::lowest();

/// `inf` of the language: above every finite value. Integers keep their largest value for it.
template <typename T>
MAXWARP_FUNCTION constexpr T infinity() {
  if constexpr (is_pair<T>)
    return {infinity<decltype(T::first)>(), infinity<decltype(T::second)>()};
  else
    return infinity_constant<T>;
}

/// The value below every other: minus infinity of real numbers, the smallest of integers.
template <typename T>
MAXWARP_FUNCTION constexpr T lowest() {
  return lowest_constant<T>;
}

/// How a call ended.
enum class StatusCode : std::int32_t {
  Ok = 0,
  MissingGraphForm,   // the graph view lacks a form that the variant needs
  WorkspaceTooSmall,  // less workspace than `workspace_bytes()` asked for
  BadArgument,        // a node argument out of range, a null result, …
  TooManyRounds,      // an `iterate` went on for longer than `max_rounds`
  AssertionFailed,    // an `assert` of the program does not hold: `detail` is its condition, `place` its line;
                      // 0: it is in an imported file, and `detail` says where
  CyclicOrder,        // a loop with `after` in which nodes wait for each other; `place` is the first that never ran
  DeviceError,        // `device_error` holds the cudaError_t
};

/// Status of a call; converts to true on success.
struct Status {
  StatusCode code = StatusCode::Ok;
  int device_error = 0;     // cudaError_t where code == DeviceError
  const char* detail = "";  // static text: which argument, form, loop …
  std::int64_t place = -1;  // a node, where the code says so
  explicit operator bool() const { return code == StatusCode::Ok; }
};

}  // namespace maxwarp
