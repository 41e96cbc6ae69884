// Which inner loops have iterations that do not depend on each other, and which of them go through the components of
// vectors.
#include "compiler/analysis/iterations.h"

#include <algorithm>
#include <set>

#include "compiler/analysis/operator.h"

namespace maxwarp::analysis {
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

bool at_item(const Symbol* item, const Expr* target) {
  return target->kind == ExprKind::Element && std::ranges::any_of(target->operands, [&](const Expr* index) {
           return index->kind == ExprKind::Reference && index->symbol == item;
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

// The variable from outside of the loop that the statement hands from one iteration to the next, or null.
const Symbol* carried(const Stmt* stmt, const Stmt* loop, const std::set<const Symbol*>& inside) {
  const bool reduce = stmt->kind == StmtKind::Reduce;
  if (stmt->kind == StmtKind::Assign) return inside.count(stmt->symbol) ? nullptr : stmt->symbol;
  if (!reduce && stmt->kind != StmtKind::Store) return nullptr;
  const Symbol* variable = stmt->target->symbol;
  if (!ir::is_local(stmt->target) || inside.count(variable)) return nullptr;
  return reduce && !stmt->changed && !stmt->old && !read_elsewhere(loop->body, stmt) ? nullptr : variable;
}

// The loops over components of a body; `neighbors`: a loop over neighbors is around it.
void collect(const Body& body, bool neighbors, std::vector<const Stmt*>& loops) {
  for (const Stmt* stmt : body) {
    if (stmt->kind == StmtKind::RangeLoop && has_components(stmt, neighbors)) {
      loops.push_back(stmt);
      continue;
    }
    const bool inside = neighbors || stmt->kind == StmtKind::NeighborLoop;
    collect(stmt->body, inside, loops);
    collect(stmt->other, inside, loops);
  }
}

// A loop that keeps the lanes of a team from being at one edge together, around a loop over components; or null.
const Stmt* parts_lanes(const Body& body) {
  const Stmt* found = nullptr;
  ir::walk(body, [&](const Stmt* stmt) {
    const bool loop = stmt->kind == StmtKind::NeighborLoop || stmt->kind == StmtKind::For ||
                      stmt->kind == StmtKind::While;
    if (found || !loop || !ir::contains(stmt->body, StmtKind::RangeLoop)) return;
    if (stmt->kind == StmtKind::While) found = stmt;
    if (const Stmt* leaves = ir::break_of(stmt->body)) found = leaves;
  });
  return found;
}

Fact without_components(const parallel::Region& region) {
  const Stmt *ordered = nullptr, *neighbors = nullptr;
  ir::walk(region.body, [&](const Stmt* stmt) {
    if (!neighbors && stmt->kind == StmtKind::NeighborLoop) neighbors = stmt;
    const bool around = stmt->kind == StmtKind::For && ir::contains(stmt->body, StmtKind::NeighborLoop);
    const bool inside = stmt->kind == StmtKind::NeighborLoop && ir::contains(stmt->body, StmtKind::For);
    if (!ordered && (around || inside)) ordered = stmt;
  });
  if (!ordered)
    return nothing("it has no loop over components, like `foreach i in 0..k` around or inside of the neighbor loop",
                   neighbors ? neighbors->location : region.location);
  return no("the iterations of `for` are in order; those of `foreach i in 0..k` are not", ordered->location);
}

}  // namespace

bool has_components(const Stmt* range, bool neighbors) {
  return neighbors || ir::contains(range->body, StmtKind::NeighborLoop);
}

Fact runs_apart(const Stmt* loop, const Symbol* item, const checked::Places& unproved) {
  if (const Stmt* leaves = loop->settles ? nullptr : ir::break_of(loop->body))
    return not_built("`break` depends on which iterations ran before", leaves->location);
  const std::set<const Symbol*> inside = declared_in(loop->body);
  Fact fact;
  ir::walk(loop->body, [&](const Stmt* stmt) {
    if (!fact) return;
    if (const Symbol* variable = carried(stmt, loop, inside))
      fact = not_built("the loop carries `" + variable->name + "` from one iteration to the next", stmt->location);
    const bool ordered = stmt->kind == StmtKind::Store && !stmt->uniform &&
                         !unproved.count(stmt->target->location.begin);
    if (ordered && at_item(item, stmt->target) && !at_iteration(stmt->target, loop))
      fact = not_built("all iterations store to one element, and the last one counts", stmt->location);
  });
  return fact;
}

Fact components(const parallel::Region& region) {
  std::vector<const Stmt*> loops;
  collect(region.body, false, loops);
  if (loops.empty()) return without_components(region);
  for (const Stmt* loop : loops)
    if (Fact fact = runs_apart(loop, region.item, region.unproved); !fact) return fact;
  if (const Stmt* parts = parts_lanes(region.body))
    return not_built("the lanes of a team would not stay together in the loop around the components", parts->location);
  return {};
}

}  // namespace maxwarp::analysis
