// Integers: 0 times anything is 0, and `inf` times a number has its sign, so nothing but a negative factor turns an
// order around. Of real numbers, the factor has to be above 0 and finite, or the product may be nan.
#include "dsl/check/race/factor.h"

#include <algorithm>
#include <cmath>

#include "dsl/check/race/facts.h"
#include "dsl/check/race/known.h"
#include "dsl/check/spelling.h"

namespace maxwarp::race {

namespace {

using checked::BinaryOp;
using checked::ExprKind;

/// The number of a literal; `inf` is none.
std::optional<double> number(const Expr& given) {
  const Expr& expr = unwidened(given);
  if (expr.kind == ExprKind::Integer) return static_cast<double>(expr.integer);
  return expr.kind == ExprKind::Real ? std::optional(expr.real) : std::nullopt;
}

/// What the conditions of `requires` say of a parameter.
class Required {
 public:
  explicit Required(const Symbol& parameter) : parameter_(parameter) {}

  void add(const Expr& condition) {
    if (condition.kind != ExprKind::Binary) return;
    if (condition.binary_op == BinaryOp::And)
      for (const Expr* part : condition.operands) add(*part);
    const Expr &left = *condition.operands[0], &right = *condition.operands[1];
    const bool more = condition.binary_op == BinaryOp::Gt || condition.binary_op == BinaryOp::Ge;
    const bool less = condition.binary_op == BinaryOp::Lt || condition.binary_op == BinaryOp::Le;
    const bool strict = condition.binary_op == BinaryOp::Gt || condition.binary_op == BinaryOp::Lt;
    if (more || less) bound(left, right, more, strict);
    if (more || less) bound(right, left, less, strict);
  }

  bool is_positive_and_finite() const { return positive_ && finite_; }

 private:
  /// `place > limit` if `above`, else `place < limit`; or the same with equality.
  void bound(const Expr& given, const Expr& limit, bool above, bool strict) {
    if (unwidened(given).symbol != &parameter_) return;
    const std::optional<double> known = number(limit);
    if (above) positive_ |= known && (*known > 0 || (*known == 0 && strict));
    if (!above) finite_ |= known || (unwidened(limit).kind == ExprKind::Infinity && strict);
  }

  const Symbol& parameter_;
  bool positive_ = false, finite_ = false;
};

}  // namespace

const Symbol* required_factor(const Region& region, const Expr& product) {
  const bool quotient = product.kind == ExprKind::Binary && product.binary_op == BinaryOp::Div;
  if (!quotient && (product.kind != ExprKind::Binary || product.binary_op != BinaryOp::Mul)) return nullptr;
  for (const Expr* operand : product.operands) {
    if (quotient && operand == product.operands[0]) continue;
    const Symbol* symbol = looked_through(region, unwidened(*operand)).symbol;
    if (symbol && symbol->kind == checked::SymbolKind::Parameter) return symbol;
  }
  return nullptr;
}

bool keeps_order(const Region& region, const Expr& factor) {
  const Expr& expr = looked_through(region, factor);
  if (std::optional<double> known = number(expr)) return *known > 0 && std::isfinite(*known);
  const bool real = factor.scalar == checked::Scalar::Float || factor.scalar == checked::Scalar::Double;
  if (!real) return checked::is_integer(factor.scalar) && region.signs && !region.signs->of(expr).negative;
  const Expr& place = looked_through(region, unwidened(expr));
  const bool parameter = place.symbol && place.symbol->kind == checked::SymbolKind::Parameter && region.requirements &&
                         (place.kind == ExprKind::Reference || place.kind == ExprKind::Element);
  if (!parameter) return false;
  Required required(*place.symbol);
  for (const checked::Condition& condition : region.requirements->conditions) required.add(*condition.holds);
  return required.is_positive_and_finite();
}

}  // namespace maxwarp::race
