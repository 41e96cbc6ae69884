// A range that begins at a value of the run plus a positive number never comes to that value.
#include "compiler/mapping/apart.h"

namespace maxwarp::mapping {

using ir::BinaryOp;
using ir::Expr;
using ir::ExprKind;
using ir::Stmt;
using ir::StmtKind;

namespace {

/// The integer that is made a wider one, and keeps its value.
const Expr& number_of(const Expr& expr) {
  const bool widens = expr.kind == ExprKind::Convert && expr.scalar == ir::Scalar::Long &&
                      expr.operands[0]->scalar == ir::Scalar::Int;
  return widens ? number_of(*expr.operands[0]) : expr;
}

const ir::Symbol* named(const Expr& expr) {
  const Expr& inner = number_of(expr);
  return inner.kind == ExprKind::Reference ? inner.symbol : nullptr;
}

}  // namespace

Apart::Apart(const ir::Body& stage) {
  ir::walk(stage, [&](const Stmt* stmt) {
    if (stmt->kind == StmtKind::RangeLoop) begins_[stmt->symbol] = stmt->first;
    for (const ir::Symbol* symbol : {stmt->symbol, stmt->changed, stmt->old}) changed_.insert(symbol);
    if (stmt->target) changed_.insert(stmt->target->symbol);
  });
}

bool Apart::are_apart(const Expr* written, const Expr* other) const {
  if (written->kind != ExprKind::Element || other->kind != ExprKind::Element) return false;
  for (std::size_t i = 0; i < written->operands.size() && i < other->operands.size(); ++i)
    if (lies_above(other->operands[i], written->operands[i])) return true;
  return false;
}

bool Apart::lies_above(const Expr* index, const Expr* place) const {
  const auto found = begins_.find(named(*index));
  const ir::Symbol* fixed = named(*place);
  if (found == begins_.end() || !fixed || fixed->type.space != ir::Space::Global || changed_.contains(fixed))
    return false;
  const Expr& begin = number_of(*found->second);
  return begin.kind == ExprKind::Binary && begin.binary_op == BinaryOp::Add && named(*begin.operands[0]) == fixed &&
         begin.operands[1]->kind == ExprKind::Integer && begin.operands[1]->integer > 0;
}

}  // namespace maxwarp::mapping
