// Which inner loops have iterations that do not depend on each other.
#include <algorithm>
#include <set>

#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

using ir::Body;
using ir::Expr;
using ir::ExprKind;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

// x[v, j] and y[e] in a loop over j, or one that calls its edges e: another iteration has another element.
bool at_iteration(const Expr* target, const Stmt* loop) {
  return std::any_of(target->operands.begin(), target->operands.end(), [&](const Expr* index) {
    if (index->kind == ExprKind::Convert) index = index->operands[0];  // widening
    const bool own = loop->kind == StmtKind::RangeLoop ? index->symbol == loop->symbol
                                                       : loop->edge && index->symbol == loop->edge;
    return index->kind == ExprKind::Reference && own;
  });
}

bool at_item(const mapped::Stage& stage, const Expr* target) {
  return target->kind == ExprKind::Element && std::ranges::any_of(target->operands, [&](const Expr* index) {
           return index->kind == ExprKind::Reference && index->symbol == stage.item;
         });
}

// The running value of a reduction is no value of any one lane.
bool read_elsewhere(const Body& body, const Stmt* reduce) {
  bool read = false;
  ir::walk(body, [&](const Stmt* stmt) {
    for (const Expr* expr : ir::expressions_of(stmt))
      ir::walk(expr, [&](const Expr* e) { read = read || (e->symbol == reduce->target->symbol && e != stmt->target); });
  });
  return read;
}

std::set<const Symbol*> declared_in(const Body& body) {
  std::set<const Symbol*> inside;
  ir::walk(body, [&](const Stmt* stmt) {
    if (stmt->kind == StmtKind::Declare || stmt->kind == StmtKind::DeclarePart) inside.insert(stmt->symbol);
  });
  return inside;
}

}  // namespace

bool any_lane_runs(const mapped::Stage& stage, const Stmt* loop) {
  const std::set<const Symbol*> inside = declared_in(loop->body);
  bool independent = loop->settles || !ir::break_of(loop->body);
  ir::walk(loop->body, [&](const Stmt* stmt) {
    if (stmt->kind == StmtKind::Assign && !inside.count(stmt->symbol)) independent = false;
    if (stmt->kind == StmtKind::Reduce && ir::is_local(stmt->target) && !inside.count(stmt->target->symbol))
      independent = independent && !stmt->changed && !stmt->old && !read_elsewhere(loop->body, stmt);
    if (stmt->kind == StmtKind::Store && ir::is_local(stmt->target) && !inside.count(stmt->target->symbol))
      independent = false;
    const bool ordered = stmt->kind == StmtKind::Store && !stmt->uniform && stage.is_proved(stmt->target);
    if (ordered && at_item(stage, stmt->target) && !at_iteration(stmt->target, loop)) independent = false;
  });
  return independent;
}

}  // namespace maxwarp::mapping
