// Questions, as operators ask them.
#include "compiler/analysis/question.h"

#include <limits>

namespace maxwarp::analysis {

using ir::BinaryOp;
using ir::Expr;
using ir::ExprKind;
using ir::Scalar;
using ir::Symbol;

static void conjuncts(const Expr* condition, std::vector<const Expr*>& into) {
  if (condition->kind != ExprKind::Binary || condition->binary_op != BinaryOp::And) return into.push_back(condition);
  for (const Expr* operand : condition->operands) conjuncts(operand, into);
}

std::vector<const Expr*> conjuncts_of(const Expr* condition) {
  std::vector<const Expr*> found;
  conjuncts(condition, found);
  return found;
}

std::optional<std::int64_t> constant_of(const Expr* e) {
  if (e->kind == ExprKind::Integer) return e->integer;
  if (e->kind == ExprKind::Infinity && e->scalar == Scalar::Int) return std::numeric_limits<std::int32_t>::max();
  if (e->kind == ExprKind::Infinity && e->scalar == Scalar::Long) return std::numeric_limits<std::int64_t>::max();
  if (e->kind == ExprKind::None) return -1;
  return std::nullopt;
}

std::optional<Question> question_of(const Expr* e, const Symbol* node) {
  if (ir::is_element_at(e, node)) return Question{e, 1};
  if (e->kind == ExprKind::Unary && e->scalar == Scalar::Bool && ir::is_element_at(e->operands[0], node))
    return Question{e->operands[0], 0};
  if (e->kind != ExprKind::Binary || e->binary_op != BinaryOp::Eq) return std::nullopt;
  for (const int side : {0, 1}) {
    const auto constant = constant_of(e->operands[1 - side]);
    if (ir::is_element_at(e->operands[side], node) && constant) return Question{e->operands[side], *constant};
  }
  return std::nullopt;
}

}  // namespace maxwarp::analysis
