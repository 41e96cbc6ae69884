// What the statements of the checked program name, and what they change.
#include <algorithm>

#include "compiler/parallel/lower_operator.h"

namespace maxwarp::parallel {

using checked::Stmt;
using ir::Expr;
using ir::Symbol;

void walk_symbols(const Stmt* stmt, const std::function<void(const Symbol*)>& visit) {
  const auto look = [&](const Expr* e) {
    if (e->symbol) visit(e->symbol);
  };
  if (stmt->symbol) visit(stmt->symbol);
  const checked::Loop& loop = stmt->loop;
  for (const Expr* expr :
       {stmt->target, stmt->value, stmt->payload_target, stmt->payload, stmt->condition, loop.of, loop.where,
        loop.after_where, loop.by, loop.until, loop.from_where, loop.low, loop.high, loop.step})
    ir::walk(expr, look);
  for (const Expr* expr : loop.from) ir::walk(expr, look);
  for (const auto* block : {&stmt->body, &stmt->other})
    for (const Stmt* inner : *block) walk_symbols(inner, visit);
}

namespace {

bool changes(const Stmt& stmt, const Symbol& symbol) {
  for (const Expr* target : {stmt.target, stmt.payload_target})
    if (target && target->symbol == &symbol) return true;
  const auto inside = [&](const Stmt* inner) { return changes(*inner, symbol); };
  return std::ranges::any_of(stmt.body, inside) || std::ranges::any_of(stmt.other, inside);
}

}  // namespace

bool changes_part_of(const Stmt& loop, const Expr* expr) {
  bool found = false;
  ir::walk(expr, [&](const Expr* part) { found |= part->symbol && changes(loop, *part->symbol); });
  return found;
}

}  // namespace maxwarp::parallel
