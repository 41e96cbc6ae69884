// Conditions that are the same in every run, and statements that no run reaches: warnings, since the
// program means something, though hardly what was meant.
#include "dsl/check/race/constant.h"

#include "dsl/check/race/known.h"
#include "dsl/diagnostics.h"

namespace maxwarp {

namespace {

using checked::BinaryOp;
using checked::Expr;
using checked::ExprKind;
using checked::Stmt;
using checked::StmtKind;

/// A number, with `inf` above all others.
struct Number {
  bool infinite = false;
  double value = 0;
};

std::optional<Number> number(const Expr& expr) {
  if (expr.kind == ExprKind::Infinity) return Number{true, 0};
  if (expr.kind == ExprKind::Integer) return Number{false, static_cast<double>(expr.integer)};
  if (expr.kind == ExprKind::Real) return Number{false, expr.real};
  bool negated = expr.kind == ExprKind::Unary && expr.unary_op == checked::UnaryOp::Neg;
  if (!negated && expr.kind != ExprKind::Convert) return std::nullopt;
  auto inner = number(*expr.operands[0]);
  if (negated && inner) inner = inner->infinite ? std::nullopt : std::optional(Number{false, -inner->value});
  return inner;
}

bool compare(BinaryOp op, const Number& a, const Number& b) {
  int order = a.infinite || b.infinite ? int{a.infinite} - int{b.infinite} : (a.value > b.value) - (a.value < b.value);
  return race::holds(op, order).value_or(false);  // of comparisons it always knows
}

/// Counts of nodes and edges and the round are never negative, nor is the round 0.
std::optional<double> least(const Expr& expr) {
  if (expr.kind == ExprKind::Convert) return least(*expr.operands[0]);
  if (expr.kind != ExprKind::Call) return std::nullopt;
  switch (expr.builtin) {
    case checked::Builtin::Round: return 1;
    case checked::Builtin::Active:
    case checked::Builtin::Nodes:
    case checked::Builtin::Edges:
    case checked::Builtin::MaxOutdegree:
    case checked::Builtin::MaxIndegree:
    case checked::Builtin::Outdegree:
    case checked::Builtin::Indegree:
    case checked::Builtin::Degree: return 0;
    default: return std::nullopt;
  }
}

/// `outdegree(v) < 0`: a count below its least value, or not.
std::optional<bool> against_least(BinaryOp op, const Expr& count, const Number& other) {
  std::optional<double> from = least(count);
  if (!from || other.infinite) return std::nullopt;
  bool below = other.value < *from, at_most = other.value <= *from;
  if ((op == BinaryOp::Lt && at_most) || ((op == BinaryOp::Le || op == BinaryOp::Eq) && below)) return false;
  if ((op == BinaryOp::Ge && at_most) || ((op == BinaryOp::Gt || op == BinaryOp::Ne) && below)) return true;
  return std::nullopt;
}

std::optional<bool> known(const Expr& expr);

std::optional<bool> known_binary(const Expr& expr) {
  const Expr &left = *expr.operands[0], &right = *expr.operands[1];
  bool conjunction = expr.binary_op == BinaryOp::And;
  if (conjunction || expr.binary_op == BinaryOp::Or) {
    std::optional<bool> a = known(left), b = known(right);
    if (a == !conjunction || b == !conjunction) return !conjunction;
    return a && b ? std::optional(conjunction) : std::nullopt;
  }
  std::optional<Number> a = number(left), b = number(right);
  if (expr.binary_op < BinaryOp::Eq) return std::nullopt;
  if (a && b) return compare(expr.binary_op, *a, *b);
  return b ? against_least(expr.binary_op, left, *b) : std::nullopt;
}

std::optional<bool> known(const Expr& expr) {
  if (expr.scalar != checked::Scalar::Bool) return std::nullopt;
  if (expr.kind == ExprKind::Integer) return expr.integer != 0;
  if (expr.kind == ExprKind::Binary) return known_binary(expr);
  if (expr.kind != ExprKind::Unary) return std::nullopt;
  std::optional<bool> inner = known(*expr.operands[0]);
  return inner ? std::optional(!*inner) : std::nullopt;
}

class ConstantCheck {
 public:
  explicit ConstantCheck(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void requirements(const checked::Requirements& requirements) {
    for (const checked::Condition& one : requirements.conditions) condition(one.holds);
  }

  void block(const checked::Block& statements) {
    const Stmt* end = nullptr;
    for (const Stmt* stmt : statements) {
      if (end) {
        diagnostics_.report(diag::Unreachable, stmt->location).note(diag::LeftHere, end->location);
        return;
      }
      statement(*stmt);
      if (stmt->kind == StmtKind::Break) end = stmt;
    }
  }

 private:
  void statement(const Stmt& stmt) {
    condition(stmt.condition);
    condition(stmt.loop.where);
    condition(stmt.loop.after_where);
    condition(stmt.loop.until);
    block(stmt.body);
    block(stmt.other);
  }

  /// `while true` and `until false` say what is meant, a plain literal anywhere.
  void condition(const Expr* expr) {
    if (!expr || expr->kind == ExprKind::Integer) return;
    std::optional<bool> answer = known(*expr);
    if (answer) diagnostics_.report(*answer ? diag::AlwaysTrue : diag::NeverTrue, expr->location);
  }

  Diagnostics& diagnostics_;
};

}  // namespace

void check_constant_conditions(const checked::Program& program, Diagnostics& diagnostics) {
  for (const auto& algorithm : program.algorithms) {
    ConstantCheck(diagnostics).requirements(algorithm->requirements);
    ConstantCheck(diagnostics).block(algorithm->body);
  }
}

std::optional<bool> constant_condition(const checked::Expr& condition) { return known(condition); }

}  // namespace maxwarp
