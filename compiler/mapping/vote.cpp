// Searches of a team: a loop that lanes share, and whose `break` ends it for the whole item, ends for all lanes after
// the step in which one of them has found something. Without that, the others would go on to the end of the row.
#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

using ir::Body;
using ir::Stmt;
using ir::StmtKind;

Stmt* set(ir::Arena& arena, StmtKind kind, const ir::Symbol* found, bool value, Location location) {
  Stmt* stmt = arena.stmt(kind, location);
  stmt->symbol = found;
  stmt->value = arena.integer(value, ir::Scalar::Bool);
  return stmt;
}

// All lanes come to the end of the step, where they vote. What follows a `break` in its iteration may run: the loop
// settles, so its result is the same.
void tell_instead(ir::Arena& arena, Body& body, const ir::Symbol* found) {
  for (Stmt*& stmt : body) {
    if (stmt->kind == StmtKind::Break) stmt = set(arena, StmtKind::Assign, found, true, stmt->location);
    if (ir::is_loop(stmt)) continue;
    tell_instead(arena, stmt->body, found);
    tell_instead(arena, stmt->other, found);
  }
}

void vote(ir::Arena& arena, Body& body) {
  Body result;
  for (Stmt* stmt : body) {
    const bool shared = stmt->kind == StmtKind::NeighborLoop && stmt->stride == ir::Stride::Team;
    if (shared && ir::break_of(stmt->body)) {
      stmt->found = arena.local("found", ir::Scalar::Bool, ir::SymbolKind::Variable);
      tell_instead(arena, stmt->body, stmt->found);
      result.push_back(set(arena, StmtKind::Declare, stmt->found, false, stmt->location));
    } else if (stmt->stride != ir::Stride::Columns) {  // there a team is a column, whose threads are in several warps
      vote(arena, stmt->body);
      vote(arena, stmt->other);
    }
    result.push_back(stmt);
  }
  body = std::move(result);
}

}  // namespace

void vote_in_searches(ir::Arena& arena, mapped::Stage& stage) { vote(arena, stage.body); }

}  // namespace maxwarp::mapping
