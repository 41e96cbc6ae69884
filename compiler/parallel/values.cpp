// Values that operators and the host are lowered with: of nothing, of a reduction, and of what the host knows.
#include "compiler/parallel/lower_operator.h"

namespace maxwarp::parallel {

using ir::Arena;
using ir::Builtin;
using ir::Expr;
using ir::ExprKind;
using ir::Reduction;
using ir::Scalar;
using ir::Symbol;

const Expr* zero(Arena& arena, Scalar scalar) {
  if (is_pair(scalar)) return arena.pair(zero(arena, first_of(scalar)), zero(arena, second_of(scalar)));
  switch (scalar) {
    case Scalar::Node:
    case Scalar::Edge: return arena.expr(ExprKind::None, scalar);
    case Scalar::Float:
    case Scalar::Double: return arena.expr(ExprKind::Real, scalar);
    default: return arena.integer(0, scalar);
  }
}

const Expr* combine(Arena& arena, Reduction reduction, const Expr* target, const Expr* value) {
  using checked::BinaryOp;
  switch (reduction) {
    case Reduction::Min: return arena.call(Builtin::Lowered, target->scalar, {target, value});
    case Reduction::Max: return arena.call(Builtin::Raised, target->scalar, {target, value});
    case Reduction::Add: return arena.binary(BinaryOp::Add, target, value, target->scalar);
    case Reduction::Mul: return arena.binary(BinaryOp::Mul, target, value, target->scalar);
    case Reduction::Or: return arena.binary(BinaryOp::Or, target, value, target->scalar);
    case Reduction::And: return arena.binary(BinaryOp::And, target, value, target->scalar);
    case Reduction::MinFirst:
    case Reduction::MaxFirst:
    case Reduction::Exchange:
    case Reduction::Any: return value;
  }
  return nullptr;
}

const Expr* replace_builtin(Arena& arena, const Expr* expr, Builtin builtin, const Symbol* variable) {
  if (!variable) return expr;
  return rewrite(arena, expr, [&](const Expr* e) -> const Expr* {
    return e->kind == ExprKind::Call && e->builtin == builtin ? arena.reference(variable) : nullptr;
  });
}

bool is_idempotent(const checked::Block& statements) {
  for (const checked::Stmt* stmt : statements) {
    const bool counts = stmt->reduction == Reduction::Add || stmt->reduction == Reduction::Mul;
    if (stmt->kind == checked::StmtKind::Reduce && (counts || stmt->old)) return false;
    if (!is_idempotent(stmt->body) || !is_idempotent(stmt->other)) return false;
  }
  return true;
}

}  // namespace maxwarp::parallel
