// Which loops over components a block goes through by columns: its warps have the same components and divide the
// neighbors, whose parts of each component are combined at the end. All threads have to meet there, so the loops over
// neighbors stand right in the loop over components, and nothing is done there but by the leader of a column.
#include <algorithm>
#include <set>

#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

using ir::Body;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

// A change of a property or cell whose outcome nothing asks for.
bool is_plain_effect(const Stmt* stmt) {
  const bool update = stmt->kind == StmtKind::Store || stmt->kind == StmtKind::Reduce;
  return update && !ir::is_local(stmt->target) && !stmt->changed && !stmt->old;
}

bool computes_or_stores(const Stmt* stmt) {
  bool plain = stmt->kind == StmtKind::If;
  for (const Body* body : {&stmt->body, &stmt->other})
    for (const Stmt* inner : *body)
      plain = plain && (inner->kind == StmtKind::Declare || is_plain_effect(inner) || computes_or_stores(inner));
  return plain;
}

// Threads that repeat an index may run it: it changes nothing but variables of the loop over components.
bool is_repeatable(const Stmt* loop, const std::set<const Symbol*>& inside) {
  bool repeatable = !ir::break_of(loop->body);
  ir::walk(loop->body, [&](const Stmt* stmt) {
    switch (stmt->kind) {
      case StmtKind::Declare:
      case StmtKind::Assign:
      case StmtKind::If:
      case StmtKind::NeighborLoop:
      case StmtKind::RangeLoop:
      case StmtKind::For: break;
      case StmtKind::Reduce:
        repeatable = repeatable && ir::is_local(stmt->target) && inside.contains(stmt->target->symbol);
        break;
      default: repeatable = false;
    }
  });
  return repeatable;
}

// Whether the leader need not do it: it reads nothing that the stage changes.
bool reads_only_constants(const mapped::Stage& stage, const Stmt* stmt) {
  std::set<const Symbol*> changed;
  ir::walk(stage.body, [&](const Stmt* one) {
    if (one->target && !ir::is_local(one->target)) changed.insert(one->target->symbol);
  });
  bool constant = true;
  ir::walk_expressions({const_cast<Stmt*>(stmt)},
                       [&](const ir::Expr* e) { constant = constant && !changed.contains(e->symbol); });
  return constant;
}

}  // namespace

bool goes_by_columns(const mapped::Stage& stage, const Stmt* loop) {
  if (stage.team.kind != mapped::TeamKind::Block || loop->stride != ir::Stride::Columns || loop->value) return false;
  std::set<const Symbol*> inside;
  ir::walk(loop->body, [&](const Stmt* stmt) {
    if (stmt->kind == StmtKind::Declare || stmt->kind == StmtKind::DeclarePart) inside.insert(stmt->symbol);
  });
  return std::ranges::all_of(loop->body, [&](const Stmt* stmt) {
    if (is_plain_effect(stmt) || computes_or_stores(stmt)) return true;
    if (!reads_only_constants(stage, stmt)) return false;
    if (stmt->kind == StmtKind::NeighborLoop) return any_lane_runs(stage, stmt) && is_repeatable(stmt, inside);
    const bool reduces = stmt->kind == StmtKind::Reduce && !stmt->changed && !stmt->old;
    return stmt->kind == StmtKind::Declare || stmt->kind == StmtKind::DeclarePart ||
           (reduces && inside.contains(stmt->target->symbol));
  });
}

}  // namespace maxwarp::mapping
