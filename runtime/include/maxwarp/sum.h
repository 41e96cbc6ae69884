// Sums and products of integers, collected in parts by threads. The result depends neither on the parts nor on their
// order, because nothing saturates before the end.
#pragma once

#include <type_traits>

#include "maxwarp/value.h"

namespace maxwarp {

/// The exact sum of values of type T: 128 bits, two's complement, in which no number of additions that a machine can
/// make overflows. One `inf` makes the sum `inf`; the smallest value counts as the number that it is. `Sum<T>{}` is 0.
template <typename T>
struct Sum {
  std::uint64_t low, high;
  std::int64_t infinite;
};

template <typename T>
MAXWARP_FUNCTION Sum<T> plus(Sum<T> sum, std::type_identity_t<T> value) {
  if (value == infinity<T>()) return {sum.low, sum.high, 1};
  const std::uint64_t low = sum.low + static_cast<std::uint64_t>(std::int64_t{value});
  return {low, sum.high + (value < 0 ? ~std::uint64_t{0} : 0) + (low < sum.low ? 1 : 0), sum.infinite};
}
template <typename T>
MAXWARP_FUNCTION Sum<T> plus(Sum<T> a, Sum<T> b) {
  const std::uint64_t low = a.low + b.low;
  return {low, a.high + b.high + (low < a.low ? 1 : 0), a.infinite | b.infinite};
}

/// The sum as a value of its type: beyond the ends `inf` or the smallest value.
template <typename T>
MAXWARP_FUNCTION T value_of(Sum<T> sum) {
  if (sum.infinite) return infinity<T>();
  const bool negative = sum.high >> 63 != 0;
  const bool narrow = sum.high == (negative ? ~std::uint64_t{0} : 0) && sum.low >> 63 == (negative ? 1u : 0u);
  if (!narrow) return negative ? lowest<T>() : infinity<T>();
  return saturate<T>(static_cast<std::int64_t>(sum.low));
}
/// The value of a place after a sum is added to it.
template <typename T>
MAXWARP_FUNCTION T plus(std::type_identity_t<T> there, Sum<T> sum) {
  return value_of(plus(sum, there));
}

/// a * b of a product over iterations. It differs from `times` in that the magnitude of `inf` is infinite with a minus,
/// too: -inf of integers is the smallest value alone. So it is associative. With the magnitudes of `inf`, of the
/// smallest value and of -(inf) as infinity, those of a product are multiplied and end at infinity in any order, as
/// none but 0 is below 1; its sign is that of the number of minuses; and 0 stays 0 in any order, as 0 * inf is 0.
template <typename T>
MAXWARP_FUNCTION T product_of(T a, T b) {
  const T product = times(a, b);
  if constexpr (std::numeric_limits<T>::is_integer)
    return product == -infinity<T>() ? lowest<T>() : product;
  else
    return product;
}

/// The product of integers; `Product<T>{}` is that of none. It is not 1, because 1 * -(inf) is -inf.
template <typename T>
struct Product {
  T value, started;
};

template <typename T>
MAXWARP_FUNCTION Product<T> product_of(Product<T> product, std::type_identity_t<T> value) {
  return {product.started ? product_of(product.value, value) : value, 1};
}
template <typename T>
MAXWARP_FUNCTION Product<T> product_of(Product<T> a, Product<T> b) {
  return b.started ? product_of(a, b.value) : a;
}
template <typename T>
MAXWARP_FUNCTION T product_of(std::type_identity_t<T> there, Product<T> product) {
  return product.started ? product_of<T>(there, product.value) : there;
}

/// Adds what a loop has collected to its cell, and begins anew. One thread calls it when the loop is done.
template <typename T>
MAXWARP_FUNCTION void settle(T* cell, Sum<T>* sum) {
  *cell = plus(*cell, *sum);
  *sum = Sum<T>{};
}

static_assert(sizeof(Sum<std::int32_t>) == sizes::sum_part && sizeof(Sum<std::int64_t>) == sizes::sum_part);
static_assert(sizeof(Product<std::int32_t>) == sizes::product_part(4) &&
              sizeof(Product<std::int64_t>) == sizes::product_part(8));

template <typename T>
inline constexpr bool is_part = false;
template <typename T>
inline constexpr bool is_part<Sum<T>> = true;
template <typename T>
inline constexpr bool is_part<Product<T>> = true;

}  // namespace maxwarp
