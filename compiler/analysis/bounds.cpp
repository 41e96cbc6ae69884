// Bounds by the rules of the language for `inf`: sums saturate, `inf + x` is `inf`, comparisons with a nan are false.
#include "compiler/analysis/bounds.h"

#include <algorithm>
#include <cmath>

#include "dsl/check/spelling.h"

namespace maxwarp::analysis {
namespace {

using ir::BinaryOp;
using ir::Expr;
using ir::ExprKind;
using ir::Scalar;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double exact = 1 << 24;  // every type of numbers has the integers up to here

Bounds single(double value) { return {value, value, false}; }
Bounds truth(bool yes, bool no) { return {yes ? 1.0 : 0.0, no ? 0.0 : 1.0, false}; }

bool is_kept(double end) { return std::isinf(end) || std::abs(end) <= exact; }

// What lies beyond the numbers that every type has exactly counts as any that is as large.
Bounds widened(Bounds bounds) {
  if (!is_kept(bounds.low)) bounds.low = bounds.low < 0 ? -infinity : exact;
  if (!is_kept(bounds.high)) bounds.high = bounds.high > 0 ? infinity : -exact;
  return bounds;
}

// `inf + x` is `inf` whatever x is, but a real `inf + -inf` is no number.
Bounds sum(const Bounds& a, const Bounds& b, bool real) {
  const bool nan = a.nan || b.nan || real;
  if (a.low == infinity || b.low == infinity) return {infinity, infinity, nan};
  Bounds result{.nan = nan};
  if (a.low != -infinity && b.low != -infinity) result.low = a.low + b.low;
  if (a.high != infinity && b.high != infinity) result.high = std::max(a.high + b.high, -exact);
  return widened(result);
}

// `inf - inf` is `inf`, but of real numbers none.
Bounds difference(const Bounds& a, const Bounds& b, bool real) {
  if (a.low == infinity) return {infinity, infinity, a.nan || b.nan || real};
  if (b.low == infinity) return {.nan = true};
  return sum(a, {-b.high, -b.low, b.nan}, real);
}

Bounds compared(BinaryOp op, const Bounds& a, const Bounds& b) {
  const bool nan = a.nan || b.nan;
  const bool same = a.low == a.high && b.low == b.high && a.low == b.low;
  const bool apart = a.high < b.low || b.high < a.low;
  switch (op) {
    case BinaryOp::Lt: return truth(!nan && a.high < b.low, a.low >= b.high);
    case BinaryOp::Le: return truth(!nan && a.high <= b.low, a.low > b.high);
    case BinaryOp::Gt: return truth(!nan && a.low > b.high, a.high <= b.low);
    case BinaryOp::Ge: return truth(!nan && a.low >= b.high, a.high < b.low);
    case BinaryOp::Eq: return truth(!nan && same, apart);
    case BinaryOp::Ne: return truth(apart, !nan && same);
    default: return truth(false, false);
  }
}

Bounds binary(const Expr* expr, const Known& known) {
  const Bounds a = bounds_of(expr->operands[0], known), b = bounds_of(expr->operands[1], known);
  const bool real = checked::is_real(expr->scalar);
  switch (expr->binary_op) {
    case BinaryOp::Add: return sum(a, b, real);
    case BinaryOp::Sub: return difference(a, b, real);
    case BinaryOp::And: return truth(a.is_true() && b.is_true(), a.is_false() || b.is_false());
    case BinaryOp::Or: return truth(a.is_true() || b.is_true(), a.is_false() && b.is_false());
    case BinaryOp::Mul:
    case BinaryOp::Div:
    case BinaryOp::Mod: return {};
    default: return compared(expr->binary_op, a, b);
  }
}

// Of bits it is only known whether none is set.
Bounds bits(const Expr* expr, const Known& known) {
  const auto none = [&](const Expr* e) {
    const Bounds of = bounds_of(e, known);
    return of.low == 0 && of.high == 0;
  };
  const bool any = expr->builtin == ir::Builtin::BitAnd && std::ranges::any_of(expr->operands, none);
  const bool kept = expr->builtin == ir::Builtin::BitOr || expr->builtin == ir::Builtin::BitXor;
  return any || (kept && std::ranges::all_of(expr->operands, none)) ? single(0) : Bounds{};
}

Bounds call(const Expr* expr, const Known& known) {
  if (expr->scalar == Scalar::Bits) return bits(expr, known);
  if (expr->builtin != ir::Builtin::Min && expr->builtin != ir::Builtin::Max) return {};
  const Bounds a = bounds_of(expr->operands[0], known), b = bounds_of(expr->operands[1], known);
  if (a.nan || b.nan) return {};
  const bool least = expr->builtin == ir::Builtin::Min;
  const auto choose = [&](double x, double y) { return least ? std::min(x, y) : std::max(x, y); };
  return {choose(a.low, b.low), choose(a.high, b.high), false};
}

Bounds unary(const Expr* expr, const Known& known) {
  const Bounds of = bounds_of(expr->operands[0], known);
  if (expr->unary_op == ir::UnaryOp::Not) return truth(of.is_false(), of.is_true());
  return {-of.high, -of.low, of.nan};
}

Bounds conditional(const Expr* expr, const Known& known) {
  const Bounds condition = bounds_of(expr->operands[0], known);
  if (condition.is_true()) return bounds_of(expr->operands[1], known);
  if (condition.is_false()) return bounds_of(expr->operands[2], known);
  return hull(bounds_of(expr->operands[1], known), bounds_of(expr->operands[2], known));
}

// `inf` stays `inf`; what stands for `-inf` among integers may become the number that it is.
Bounds converted(Bounds bounds) {
  bounds.high = std::max(bounds.high, -exact);
  return bounds;
}

bool is_bounded(Scalar scalar) {
  return scalar == Scalar::Bool || scalar == Scalar::Int || scalar == Scalar::Long || scalar == Scalar::Bits ||
         checked::is_real(scalar);
}

}  // namespace

Bounds hull(const Bounds& a, const Bounds& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high), a.nan || b.nan};
}

Bounds bounds_of(const Expr* expr, const Known& known) {
  if (!is_bounded(expr->scalar)) return {};
  if (const auto told = known(expr)) return *told;
  switch (expr->kind) {
    case ExprKind::Integer: return widened(single(static_cast<double>(expr->integer)));
    case ExprKind::Real: return is_kept(expr->real) ? single(expr->real) : Bounds{};
    case ExprKind::Infinity: return single(infinity);
    case ExprKind::Unary: return unary(expr, known);
    case ExprKind::Binary: return binary(expr, known);
    case ExprKind::Conditional: return conditional(expr, known);
    case ExprKind::Convert: return converted(bounds_of(expr->operands[0], known));
    case ExprKind::Call: return call(expr, known);
    default: return {.nan = checked::is_real(expr->scalar)};
  }
}

}  // namespace maxwarp::analysis
