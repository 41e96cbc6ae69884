// Integers of both signs that an inner loop adds to a variable of the iteration are added up exactly, and saturate once
// after the loop: in which order the edges of a node come, and to which lanes, does not show.
#include <array>
#include <set>

#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

using ir::Body;
using ir::Expr;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

using Sums = std::map<const Symbol*, const Stmt*, ir::ById>;

bool is_mixed(const Stmt* stmt) {
  return stmt->kind == StmtKind::Reduce && stmt->reduction == ir::Reduction::Add && ir::is_local(stmt->target) &&
         ir::has_wide_parts(*stmt) && stmt->sum.trend == checked::Trend::Mixed && !stmt->changed && !stmt->old;
}

// The variables from outside of the loop that nothing in it touches but such additions.
Sums sums_of(const Body& loop) {
  Sums sums;
  std::set<const Symbol*> inside;
  ir::walk(loop, [&](const Stmt* stmt) {
    if (stmt->kind == StmtKind::Declare) inside.insert(stmt->symbol);
    if (is_mixed(stmt)) sums.emplace(stmt->target->symbol, stmt);
  });
  ir::walk(loop, [&](const Stmt* stmt) {
    for (const Expr* expr : ir::expressions_of(stmt))
      ir::walk(expr, [&](const Expr* e) {
        if (e->symbol && (!is_mixed(stmt) || e != stmt->target)) sums.erase(e->symbol);
      });
    if (stmt->kind == StmtKind::Assign) sums.erase(stmt->symbol);
  });
  std::erase_if(sums, [&](const auto& sum) { return inside.contains(sum.first); });
  return sums;
}

// Of a loop over adjacent nodes, whose out-neighbors `loop` walks: the loop over the in-neighbors, which `next` holds.
// Both are one loop of the program, and stand where it does. Null where the loop is another one.
Stmt* other_half(const Stmt* loop, const Stmt* next) {
  const bool follows = next->kind == StmtKind::If && next->body.size() == 1 && ir::is_inner_loop(next->body[0]);
  const bool here = next->location.begin == loop->location.begin;
  return follows && here && next->body[0]->location.begin == loop->location.begin ? next->body[0] : nullptr;
}

class LocalSums {
 public:
  explicit LocalSums(ir::Arena& arena) : arena_(arena) {}

  void run(Body& body) {
    Body result;
    for (std::size_t i = 0; i < body.size(); ++i) {
      Body whole{body[i]}, behind;
      if (whole[0]->kind == StmtKind::DeclarePart) parts_.insert(whole[0]->symbol);
      if (ir::is_inner_loop(whole[0])) {
        Stmt* other = i + 1 < body.size() ? other_half(whole[0], body[i + 1]) : nullptr;
        for (const auto& [symbol, sum] : sums_of(whole[0]->body))
          if (!parts_.contains(symbol)) collect({whole[0], other}, symbol, *sum, result, behind);
        if (other) whole.push_back(body[++i]);
      }
      for (Stmt* stmt : whole) {
        run(stmt->body);
        run(stmt->other);
      }
      result.insert(result.end(), whole.begin(), whole.end());
      result.insert(result.end(), behind.begin(), behind.end());
    }
    body = std::move(result);
  }

 private:
  // `loops`: one, or the two halves of one.
  void collect(std::array<Stmt*, 2> loops, const Symbol* symbol, const Stmt& of, Body& before, Body& behind) {
    const Symbol* part = arena_.local(symbol->name + "_sum", symbol->type.scalar, ir::SymbolKind::Variable);
    Stmt* declaration = arena_.stmt(StmtKind::DeclarePart, of.location);
    declaration->symbol = part;
    declaration->reduction = of.reduction;
    before.push_back(declaration);
    parts_.insert(part);
    const auto to_part = [&](const Expr* e) {
      return e->kind == ir::ExprKind::Reference && e->symbol == symbol ? arena_.reference(part) : nullptr;
    };
    for (Stmt* loop : loops)
      if (loop) loop->body = ir::clone(arena_, loop->body, to_part);
    Stmt* add = arena_.stmt(StmtKind::Reduce, of.location);
    add->target = arena_.reference(symbol);
    add->reduction = of.reduction;
    add->value = arena_.reference(part);
    behind.push_back(add);
  }

  ir::Arena& arena_;
  std::set<const Symbol*> parts_;  // are exact
};

}  // namespace

void collect_local_sums(mapped::Program& program, mapped::Stage& stage) { LocalSums(*program.arena).run(stage.body); }

}  // namespace maxwarp::mapping
