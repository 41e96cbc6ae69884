// Implicit conversions, all of them: they widen, and they are written out as Convert.
// Everything else is an error that says what to write.
#include "dsl/check/checker.h"

namespace maxwarp {

using checked::ExprKind;

/// `name` is the variable that gets the value, if there is one: its type is then what can be changed.
const checked::Expr* Checker::convert(const Expr* expr, Scalar wanted, std::string_view name) {
  if (expr->scalar == wanted) return expr;
  if (!checked::widens(expr->scalar, wanted)) {
    report_conversion(*expr, wanted, name);
    return nullptr;
  }
  bool divides = expr->kind == ExprKind::Binary && expr->binary_op == checked::BinaryOp::Div;
  if (divides && checked::is_integer(expr->scalar) && checked::is_real(wanted))
    diagnostics_.report(diag::IntegerDivision, expr->location, spelling(wanted));
  Expr& made = make_expr(ExprKind::Convert, wanted, expr->location);
  made.operands = {expr};
  return &made;
}

void Checker::report_conversion(const Expr& expr, Scalar wanted, std::string_view name) {
  std::string_view found = spelling(expr.scalar), needed = spelling(wanted);
  if (checked::is_pair(expr.scalar) || checked::is_pair(wanted))
    diagnostics_.report(diag::WrongType, expr.location, found, needed);
  else if (expr.scalar == Scalar::Bool && checked::is_number(wanted))
    diagnostics_.report(diag::BoolAsNumber, expr.location, needed);
  else if (wanted == Scalar::Bool)
    diagnostics_.report(diag::NotACondition, expr.location, found,
                        checked::is_number(expr.scalar) ? "!= 0" : "!= none");
  else if (checked::is_number(expr.scalar) && checked::is_number(wanted) && !name.empty())
    diagnostics_.report(diag::Narrowing, expr.location, found, name, needed, name, found);
  else if (checked::is_number(expr.scalar) && !checked::is_number(wanted))
    diagnostics_.report(diag::NumberAsId, expr.location, found, needed);
  else if (!checked::is_number(expr.scalar) && checked::is_number(wanted))
    diagnostics_.report(diag::IdAsNumber, expr.location, found, needed);
  else
    diagnostics_.report(diag::WrongType, expr.location, found, needed);
}

}  // namespace maxwarp
