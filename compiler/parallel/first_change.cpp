// if x[w] min= u { … }, as if x[w] > u { x[w] = u; … }.
#include "compiler/parallel/first_change.h"

#include <algorithm>

namespace maxwarp::parallel {

using ir::BinaryOp;
using ir::Body;
using ir::Expr;
using ir::ExprKind;
using ir::Reduction;
using ir::Scalar;
using ir::Stmt;
using ir::StmtKind;

namespace {

// Not of real numbers: NaN is neither smaller nor larger.
bool settles(const Stmt* reduce) {
  const Scalar scalar = reduce->target->scalar;
  const bool literal = reduce->value->kind == ExprKind::Integer;
  switch (reduce->reduction) {
    case Reduction::Min:
    case Reduction::Max: return scalar == Scalar::Int || scalar == Scalar::Long;
    case Reduction::Or: return scalar == Scalar::Bool && literal && reduce->value->integer != 0;
    case Reduction::And: return scalar == Scalar::Bool && literal && reduce->value->integer == 0;
    default: return false;
  }
}

bool only_stores(const Body& body) {
  return std::ranges::all_of(body, [](const Stmt* stmt) {
    return stmt->kind == StmtKind::Store || stmt->kind == StmtKind::Activate || stmt->kind == StmtKind::Declare;
  });
}

}  // namespace

bool is_uniform(const Expr* value, const ir::Symbol* round) {
  bool uniform = true;
  ir::walk(value, [&](const Expr* e) {
    const bool parameter = e->kind == ExprKind::Reference &&
                           (e->symbol == round || (e->symbol->kind == ir::SymbolKind::Parameter &&
                                                   e->symbol->type.space == ir::Space::Global));
    const bool literal = e->kind == ExprKind::Integer || e->kind == ExprKind::Infinity;
    uniform = uniform && (parameter || literal || e->kind == ExprKind::Convert || e->kind == ExprKind::Unary ||
                          e->kind == ExprKind::Binary);
  });
  return uniform;
}

bool changes_once(const Stmt* reduce, const ir::Symbol* round) {
  return settles(reduce) && is_uniform(reduce->value, round);
}

const Stmt* first_change(const Stmt* loop, const ir::Symbol* round) {
  if (loop->body.size() != 2) return nullptr;
  const Stmt *reduce = loop->body[0], *follows = loop->body[1];
  if (reduce->kind != StmtKind::Reduce || !reduce->changed || reduce->old || follows->kind != StmtKind::If)
    return nullptr;
  const bool asks = follows->condition->kind == ExprKind::Reference && follows->condition->symbol == reduce->changed;
  const Expr* target = reduce->target;
  if (!asks || !ir::is_element_at(target, loop->symbol) || !follows->other.empty() || !changes_once(reduce, round) ||
      !only_stores(follows->body))
    return nullptr;
  return reduce;
}

Body guarded(ir::Arena& arena, const ir::Stmt* loop) {
  const Stmt* reduce = loop->body[0];
  const auto compare = [&](BinaryOp op) { return arena.binary(op, reduce->target, reduce->value, Scalar::Bool); };
  Stmt *condition = arena.stmt(StmtKind::If, reduce->location), *store = arena.stmt(StmtKind::Store, reduce->location);
  switch (reduce->reduction) {
    case Reduction::Min: condition->condition = compare(BinaryOp::Gt); break;
    case Reduction::Max: condition->condition = compare(BinaryOp::Lt); break;
    case Reduction::Or: condition->condition = arena.negation(reduce->target); break;
    default: condition->condition = reduce->target; break;
  }
  store->target = reduce->target;
  store->value = reduce->value;
  condition->body = {store};
  const Body& follows = loop->body[1]->body;
  condition->body.insert(condition->body.end(), follows.begin(), follows.end());
  return {condition};
}

}  // namespace maxwarp::parallel
