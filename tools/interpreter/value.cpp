// Integers are computed in 128 bits and cut off at the ends of their type; `inf` is taken care of before.
#include "tools/interpreter/value.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace maxwarp::interpreter {

using checked::BinaryOp;
using checked::Scalar;

namespace {

using Wide = WideInteger;

std::int64_t infinity(Scalar scalar) {
  const bool is_long = scalar == Scalar::Long || scalar == Scalar::Edge;
  return is_long ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int32_t>::max();
}

std::int64_t lowest(Scalar scalar) { return -infinity(scalar) - 1; }

std::int64_t cut_off(Scalar scalar, Wide value) {
  if (value >= infinity(scalar)) return infinity(scalar);
  if (value <= lowest(scalar)) return lowest(scalar);
  return static_cast<std::int64_t>(value);
}

std::int64_t negated_integer(Scalar scalar, std::int64_t a) {
  return a == infinity(scalar) ? lowest(scalar) : cut_off(scalar, -Wide{a});
}

std::int64_t sum(Scalar scalar, std::int64_t a, std::int64_t b) {
  const std::int64_t inf = infinity(scalar);
  return a == inf || b == inf ? inf : cut_off(scalar, Wide{a} + b);
}

std::int64_t difference(Scalar scalar, std::int64_t a, std::int64_t b) {
  const std::int64_t inf = infinity(scalar);
  if (a == inf) return inf;
  return b == inf ? lowest(scalar) : cut_off(scalar, Wide{a} - b);
}

std::int64_t product(Scalar scalar, std::int64_t a, std::int64_t b) {
  const std::int64_t inf = infinity(scalar);
  if (a == 0 || b == 0) return 0;
  if (a == inf || b == inf) return (a < 0) != (b < 0) ? lowest(scalar) : inf;
  return cut_off(scalar, Wide{a} * b);
}

std::int64_t quotient(Scalar scalar, std::int64_t a, std::int64_t b) {
  const std::int64_t inf = infinity(scalar);
  if (b == 0) return a > 0 ? inf : a < 0 ? lowest(scalar) : 0;
  if (a == inf) return b > 0 ? inf : lowest(scalar);
  return cut_off(scalar, Wide{a} / b);
}

std::int64_t remainder(std::int64_t a, std::int64_t b) { return b == 0 ? 0 : static_cast<std::int64_t>(Wide{a} % b); }

std::int64_t integer_result(BinaryOp op, Scalar scalar, std::int64_t a, std::int64_t b) {
  switch (op) {
    case BinaryOp::Add: return sum(scalar, a, b);
    case BinaryOp::Sub: return difference(scalar, a, b);
    case BinaryOp::Mul: return product(scalar, a, b);
    case BinaryOp::Div: return quotient(scalar, a, b);
    case BinaryOp::Mod: return remainder(a, b);
    case BinaryOp::And: return a & b;
    case BinaryOp::Or: return a | b;
    default: return 0;
  }
}

template <typename T>
double real_result(BinaryOp op, T a, T b) {
  switch (op) {
    case BinaryOp::Add: return a + b;
    case BinaryOp::Sub: return a - b;
    case BinaryOp::Mul: return a * b;
    case BinaryOp::Div: return a / b;
    default: return 0;
  }
}

bool plain_equal(Scalar scalar, const Plain& a, const Plain& b) {
  return is_real(scalar) ? a.real == b.real : a.integer == b.integer;
}
bool plain_less(Scalar scalar, const Plain& a, const Plain& b) {
  return is_real(scalar) ? a.real < b.real : a.integer < b.integer;
}

// -0 is less than 0 in minima and maxima.
bool plain_precedes(Scalar scalar, const Plain& a, const Plain& b) {
  if (!is_real(scalar)) return a.integer < b.integer;
  return a.real < b.real || (a.real == b.real && std::signbit(a.real) && !std::signbit(b.real));
}

bool is_nan(Scalar scalar, const Plain& a) { return is_real(scalar) && std::isnan(a.real); }

bool plain_differ(Scalar scalar, const Plain& a, const Plain& b) {
  if (is_nan(scalar, a) || is_nan(scalar, b)) return is_nan(scalar, a) != is_nan(scalar, b);
  return plain_precedes(scalar, a, b) || plain_precedes(scalar, b, a);
}

using PlainOrder = bool (*)(Scalar, const Plain&, const Plain&);

// Which of two operands the functions `min` and `max` take: a nan rather than any number.
bool below_or_nan(Scalar scalar, const Plain& a, const Plain& b) {
  if (is_nan(scalar, a) || is_nan(scalar, b)) return !is_nan(scalar, b);
  return plain_precedes(scalar, a, b);
}
bool above_or_nan(Scalar scalar, const Plain& a, const Plain& b) {
  if (is_nan(scalar, a) || is_nan(scalar, b)) return !is_nan(scalar, b);
  return plain_precedes(scalar, b, a);
}

// Pairs are compared from the left.
bool comes_first(PlainOrder order, Scalar scalar, const Value& a, const Value& b) {
  if (!checked::is_pair(scalar)) return order(scalar, a.first, b.first);
  const Scalar first = checked::first_of(scalar);
  if (order(first, a.first, b.first)) return true;
  return !order(first, b.first, a.first) && order(checked::second_of(scalar), a.second, b.second);
}

// The value with another one for the nans in it.
Value without_nan(Scalar scalar, Value a, double instead) {
  const bool pair = checked::is_pair(scalar);
  if (is_nan(pair ? checked::first_of(scalar) : scalar, a.first)) a.first.real = instead;
  if (pair && is_nan(checked::second_of(scalar), a.second)) a.second.real = instead;
  return a;
}

constexpr double infinite = std::numeric_limits<double>::infinity();

Plain plain_zero(Scalar scalar) { return {scalar == Scalar::Node || scalar == Scalar::Edge ? -1 : 0, 0}; }

Plain plain_infinity(Scalar scalar) {
  if (is_real(scalar)) return {0, std::numeric_limits<double>::infinity()};
  return {scalar == Scalar::Bool ? 1 : infinity(scalar), 0};
}

}  // namespace

bool is_real(Scalar scalar) { return scalar == Scalar::Float || scalar == Scalar::Double; }

Value zero_of(Scalar scalar) {
  if (!checked::is_pair(scalar)) return {plain_zero(scalar), {}};
  return {plain_zero(checked::first_of(scalar)), plain_zero(checked::second_of(scalar))};
}

Value infinity_of(Scalar scalar) {
  if (!checked::is_pair(scalar)) return {plain_infinity(scalar), {}};
  return {plain_infinity(checked::first_of(scalar)), plain_infinity(checked::second_of(scalar))};
}

bool equal(Scalar scalar, const Value& a, const Value& b) {
  if (!checked::is_pair(scalar)) return plain_equal(scalar, a.first, b.first);
  return plain_equal(checked::first_of(scalar), a.first, b.first) &&
         plain_equal(checked::second_of(scalar), a.second, b.second);
}

bool less(Scalar scalar, const Value& a, const Value& b) {
  if (!checked::is_pair(scalar)) return plain_less(scalar, a.first, b.first);
  if (!plain_equal(checked::first_of(scalar), a.first, b.first))
    return plain_less(checked::first_of(scalar), a.first, b.first);
  return plain_less(checked::second_of(scalar), a.second, b.second);
}

Value binary(BinaryOp op, Scalar scalar, const Value& a, const Value& b) {
  switch (op) {
    case BinaryOp::Eq: return whole(equal(scalar, a, b));
    case BinaryOp::Ne: return whole(!equal(scalar, a, b));
    case BinaryOp::Lt: return whole(less(scalar, a, b));
    case BinaryOp::Gt: return whole(less(scalar, b, a));
    case BinaryOp::Le: return whole(less(scalar, a, b) || equal(scalar, a, b));
    case BinaryOp::Ge: return whole(less(scalar, b, a) || equal(scalar, a, b));
    default: break;
  }
  if (scalar == Scalar::Float)
    return real(
        static_cast<float>(real_result(op, static_cast<float>(a.first.real), static_cast<float>(b.first.real))));
  if (scalar == Scalar::Double) return real(real_result(op, a.first.real, b.first.real));
  return whole(integer_result(op, scalar, a.first.integer, b.first.integer));
}

Value negated(Scalar scalar, const Value& a) {
  return is_real(scalar) ? real(-a.first.real) : whole(negated_integer(scalar, a.first.integer));
}

bool differ(Scalar scalar, const Value& a, const Value& b) {
  if (!checked::is_pair(scalar)) return plain_differ(scalar, a.first, b.first);
  return plain_differ(checked::first_of(scalar), a.first, b.first) ||
         plain_differ(checked::second_of(scalar), a.second, b.second);
}

Value smaller(Scalar scalar, const Value& a, const Value& b) { return comes_first(below_or_nan, scalar, b, a) ? b : a; }
Value larger(Scalar scalar, const Value& a, const Value& b) { return comes_first(above_or_nan, scalar, b, a) ? b : a; }

Value lowered(Scalar scalar, const Value& there, const Value& offered) {
  const Value number = without_nan(scalar, offered, infinite);
  return comes_first(plain_precedes, scalar, number, without_nan(scalar, there, infinite)) ? number : there;
}
Value raised(Scalar scalar, const Value& there, const Value& offered) {
  const Value number = without_nan(scalar, offered, -infinite);
  return comes_first(plain_precedes, scalar, without_nan(scalar, there, -infinite), number) ? number : there;
}

Value added(Scalar scalar, const Value& a, WideInteger sum) {
  return a.first.integer == infinity(scalar) ? a : whole(cut_off(scalar, a.first.integer + sum));
}

Value multiplied(Scalar scalar, const Value& a, const Value& b) {
  const Value result = binary(BinaryOp::Mul, scalar, a, b);
  const bool below = !is_real(scalar) && result.first.integer <= -infinity(scalar);
  return below ? whole(lowest(scalar)) : result;
}

Value magnitude(Scalar scalar, const Value& a) {
  if (is_real(scalar)) return real(std::fabs(a.first.real));
  return a.first.integer < 0 ? negated(scalar, a) : a;
}

Value converted(Scalar from, Scalar to, const Value& a) {
  if (from == to) return a;
  if (!is_real(from) && a.first.integer == infinity(from)) return infinity_of(to);
  if (!is_real(to)) return a;
  const double wide = is_real(from) ? a.first.real : static_cast<double>(a.first.integer);
  if (to == Scalar::Double) return real(wide);
  return real(is_real(from) ? static_cast<float>(wide) : static_cast<float>(a.first.integer));
}

Value narrowed(Scalar from, Scalar to, const Value& a) {
  if (to == Scalar::Float) return real(static_cast<float>(a.first.real));
  if (to == Scalar::Bits) return a;
  if (from == Scalar::Bits && a.first.integer < 0) return whole(infinity(to));  // 2^63 and more
  if (!is_real(from)) return whole(cut_off(to, a.first.integer));
  if (std::isnan(a.first.real)) return whole(0);
  return whole(cut_off(to, static_cast<Wide>(std::clamp(a.first.real, -0x1p64, 0x1p64))));
}

}  // namespace maxwarp::interpreter
