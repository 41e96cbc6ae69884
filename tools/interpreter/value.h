// Values of the language and their arithmetic, written from the reference alone: nothing here is shared with generated
// code, so that a mistake in one of the two shows.
#pragma once

#include <cstdint>

#include "dsl/check/program.h"

namespace maxwarp::interpreter {

__extension__ using WideInteger = __int128;

/// A plain value: bools, numbers, nodes and edges in `integer`; `float` (rounded to it) and `double` in `real`.
struct Plain {
  std::int64_t integer = 0;
  double real = 0;
};

/// A value; of a plain one only `first` is used.
struct Value {
  Plain first, second;
};

inline Value whole(std::int64_t integer) { return {{integer, 0}, {}}; }
inline Value real(double number) { return {{0, number}, {}}; }
bool is_real(checked::Scalar scalar);

/// What variables and results begin as: 0, `false`, `none`.
Value zero_of(checked::Scalar scalar);
/// `inf` of the type; of nodes and edges the id after all others.
Value infinity_of(checked::Scalar scalar);

/// `a op b` of two values of type `scalar`; a comparison gives 0 or 1. And, Or: of the bits.
Value binary(checked::BinaryOp op, checked::Scalar scalar, const Value& a, const Value& b);
Value negated(checked::Scalar scalar, const Value& a);
/// Whether an update that leaves b in place of a has changed the value: zeros are told apart, nans are not.
bool differ(checked::Scalar scalar, const Value& a, const Value& b);
/// The functions `min` and `max`: nan where one of the two is.
Value smaller(checked::Scalar scalar, const Value& a, const Value& b);
Value larger(checked::Scalar scalar, const Value& a, const Value& b);
/// What `min=` and `max=` leave: a nan counts as `inf` in a minimum, as `-inf` in a maximum.
Value lowered(checked::Scalar scalar, const Value& there, const Value& offered);
Value raised(checked::Scalar scalar, const Value& there, const Value& offered);
/// The value with a sum added to it, cut off at the ends of its type.
Value added(checked::Scalar scalar, const Value& a, WideInteger sum);
/// `a * b` of a product over iterations: what is as large as `inf` is infinite with a minus, too.
Value multiplied(checked::Scalar scalar, const Value& a, const Value& b);
Value magnitude(checked::Scalar scalar, const Value& a);
/// To a wider type; `inf` stays `inf`.
Value converted(checked::Scalar from, checked::Scalar to, const Value& a);
/// In a narrower type: `int(x)`.
Value narrowed(checked::Scalar from, checked::Scalar to, const Value& a);
bool equal(checked::Scalar scalar, const Value& a, const Value& b);
bool less(checked::Scalar scalar, const Value& a, const Value& b);

}  // namespace maxwarp::interpreter
