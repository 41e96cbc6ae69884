// The distance of a sum from its type: 0 of any value that is within; above, `inf` that a sum has come to is at 1,
// since `inf` as a value stays what it is.
#include "test/differential/explorer/exact_sum.h"

#include "dsl/check/spelling.h"

namespace maxwarp::explorer {

using interpreter::Value;
using interpreter::WideInteger;

namespace {

WideInteger distance_of(const Value& value) {
  return (static_cast<WideInteger>(value.second.real) << 64) + static_cast<std::uint64_t>(value.second.integer);
}

Value at_distance(std::int64_t end, WideInteger distance) {
  Value value = interpreter::whole(end);
  value.second.integer = static_cast<std::int64_t>(static_cast<std::uint64_t>(distance));
  value.second.real = static_cast<double>(static_cast<std::int64_t>(distance >> 64));
  return value;
}

}  // namespace

bool is_exact_sum(const checked::Stmt& stmt) {
  return stmt.reduction == checked::Reduction::Add && stmt.target->kind == checked::ExprKind::Reference &&
         checked::is_integer(stmt.target->scalar);
}

Value added_exactly(checked::Scalar scalar, const Value& old, const Value& value) {
  const std::int64_t top = interpreter::infinity_of(scalar).first.integer, low = -top - 1;
  const WideInteger distance = distance_of(old);
  const bool infinite = value.first.integer == top || (old.first.integer == top && distance == 0);
  if (infinite) return interpreter::whole(top);
  const WideInteger sum = old.first.integer + distance - (distance > 0) + value.first.integer;
  if (sum >= top) return at_distance(top, sum - top + 1);
  if (sum < low) return at_distance(low, sum - low);
  return interpreter::whole(static_cast<std::int64_t>(sum));
}

ValueId settled_sum(Values& values, ValueId value, checked::Scalar scalar) {
  return checked::is_integer(scalar) ? values.id(interpreter::whole(values[value].first.integer)) : value;
}

}  // namespace maxwarp::explorer
