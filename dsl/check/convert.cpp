// Implicit conversions, all of them: they widen, and they are written out as Convert. The index of an array is an `int`
// where one is asked for; that its length is one as well becomes a requirement.
// Everything else is an error that says what to write.
#include <limits>

#include "dsl/check/checker.h"
#include "dsl/check/print.h"

namespace maxwarp {

using checked::ExprKind;

/// `name` is the variable that gets the value, if there is one: its type is then what can be changed.
const checked::Expr* Checker::convert(const Expr* expr, Scalar wanted, std::string_view name) {
  if (expr->scalar == wanted) return expr;
  if (!checked::widens(expr->scalar, wanted) && !is_short_index(*expr, wanted)) {
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

namespace {

/// The length of an argument that the range stays below, or null: `n` of `0..n` and of `0..min(k, n)`.
const checked::Expr* length_in(const checked::Expr& high) {
  if (high.kind == ExprKind::Reference) return high.symbol->kind == checked::SymbolKind::Length ? &high : nullptr;
  if (high.kind != ExprKind::Call || high.builtin != checked::Builtin::Min) return nullptr;
  for (const checked::Expr* part : high.operands)
    if (const checked::Expr* length = length_in(*part)) return length;
  return nullptr;
}

}  // namespace

void Checker::bound_by_length(const checked::Loop& loop) {
  if (!loop.low || !loop.high || loop.low->kind != ExprKind::Integer || loop.low->integer < 0) return;
  if (const Expr* length = length_in(*loop.high)) lengths_of_indices_.emplace(loop.variable, length);
}

/// An index below the length of an argument, which is then required to be less than what an `int` can be.
bool Checker::is_short_index(const Expr& expr, Scalar wanted) {
  if (expr.kind != ExprKind::Reference || expr.scalar != Scalar::Long || wanted != Scalar::Int) return false;
  const auto found = lengths_of_indices_.find(expr.symbol);
  if (found == lengths_of_indices_.end()) return false;
  const Expr& length = *found->second;
  Expr& most = make_expr(ExprKind::Integer, Scalar::Long, length.location);
  most.integer = std::numeric_limits<std::int32_t>::max();
  Expr& holds = make_expr(ExprKind::Binary, Scalar::Bool, length.location);
  holds.binary_op = checked::BinaryOp::Le;
  holds.operands = {&length, &most};
  if (required_.insert(print_expression(holds)).second)
    algorithm_->requirements.conditions.push_back({&holds, checked::Space::Global});
  return true;
}

void Checker::report_conversion(const Expr& expr, Scalar wanted, std::string_view name) {
  std::string_view found = spelling(expr.scalar), needed = spelling(wanted);
  const bool bits = expr.scalar == Scalar::Bits || wanted == Scalar::Bits;
  if (bits && (checked::is_number(expr.scalar) || checked::is_number(wanted)))
    diagnostics_.report(diag::BitsAsNumber, expr.location, found,
                        checked::is_real(expr.scalar) || checked::is_real(wanted) ? "long" : needed);
  else if (checked::is_pair(expr.scalar) || checked::is_pair(wanted))
    diagnostics_.report(diag::WrongType, expr.location, found, needed);
  else if (expr.scalar == Scalar::Bool && checked::is_number(wanted))
    diagnostics_.report(diag::BoolAsNumber, expr.location, needed);
  else if (wanted == Scalar::Bool)
    diagnostics_.report(diag::NotACondition, expr.location, found,
                        checked::is_number(expr.scalar) || bits ? "!= 0" : "!= none");
  else if (checked::is_number(expr.scalar) && checked::is_number(wanted) && !name.empty())
    diagnostics_.report(diag::Narrowing, expr.location, found, name, needed, name, found, needed);
  else if (checked::is_number(expr.scalar) && !checked::is_number(wanted))
    diagnostics_.report(diag::NumberAsId, expr.location, found, needed);
  else if (!checked::is_number(expr.scalar) && checked::is_number(wanted))
    diagnostics_.report(diag::IdAsNumber, expr.location, found, needed);
  else
    diagnostics_.report(diag::WrongType, expr.location, found, needed);
}

}  // namespace maxwarp
