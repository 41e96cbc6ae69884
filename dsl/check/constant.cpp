// Literals: integers and reals adapt to the type that their place hints at, `inf` and `none` need one.
// The largest value of an integer type is its `inf`, so no literal may be that.
#include <cmath>
#include <limits>

#include "dsl/check/checker.h"

namespace maxwarp {

using checked::ExprKind;

const checked::Expr* Checker::boolean(const ast::Expr& expr) {
  Expr& made = make_expr(ExprKind::Integer, Scalar::Bool, expr.location);
  made.integer = expr.integer;
  return &made;
}

const checked::Expr* Checker::integer(const ast::Expr& expr, Hint hint) {
  constexpr std::int64_t int_inf = std::numeric_limits<std::int32_t>::max();
  constexpr std::int64_t long_inf = std::numeric_limits<std::int64_t>::max();
  const bool typed = hint && (checked::is_number(*hint) || *hint == Scalar::Bits);
  Scalar scalar = typed ? *hint : Scalar::Int;
  if (!hint && expr.integer >= int_inf) scalar = Scalar::Long;
  bool fits = scalar == Scalar::Int ? expr.integer < int_inf : expr.integer < long_inf;
  if (!fits) {
    diagnostics_.report(diag::LiteralTooLarge, expr.location, expr.name, spelling(scalar));
    return nullptr;
  }
  Expr& made = make_expr(checked::is_real(scalar) ? ExprKind::Real : ExprKind::Integer, scalar, expr.location);
  made.integer = expr.integer;
  made.real = static_cast<double>(expr.integer);
  if (checked::is_real(scalar))
    made.integer = 0;
  else
    made.real = 0;
  return &made;
}

const checked::Expr* Checker::real(const ast::Expr& expr, Hint hint) {
  Scalar scalar = hint == Scalar::Float ? Scalar::Float : Scalar::Double;
  if (scalar == Scalar::Float && std::isinf(static_cast<float>(expr.real))) {
    diagnostics_.report(diag::LiteralTooLarge, expr.location, expr.name, "float");
    return nullptr;
  }
  Expr& made = make_expr(ExprKind::Real, scalar, expr.location);
  made.real = expr.real;
  return &made;
}

const checked::Expr* Checker::infinity(const ast::Expr& expr, Hint hint) {
  if (!hint) {
    diagnostics_.report(diag::UntypedConstant, expr.location, "inf", "int", "inf");
    return nullptr;
  }
  if (!checked::is_number(*hint) && !checked::is_pair(*hint)) {
    std::string_view instead = *hint == Scalar::Bool ? "true` or `false" : *hint == Scalar::Bits ? "~0" : "none";
    diagnostics_.report(diag::WrongConstant, expr.location, "inf", spelling(*hint), instead);
    return nullptr;
  }
  return &make_expr(ExprKind::Infinity, *hint, expr.location);
}

const checked::Expr* Checker::none(const ast::Expr& expr, Hint hint) {
  if (!hint) {
    diagnostics_.report(diag::UntypedConstant, expr.location, "none", "node", "none");
    return nullptr;
  }
  if (*hint != Scalar::Node && *hint != Scalar::Edge) {
    std::string_view instead = *hint == Scalar::Bool ? "true` or `false" : *hint == Scalar::Bits ? "0" : "inf";
    diagnostics_.report(diag::WrongConstant, expr.location, "none", spelling(*hint), instead);
    return nullptr;
  }
  return &make_expr(ExprKind::None, *hint, expr.location);
}

}  // namespace maxwarp
