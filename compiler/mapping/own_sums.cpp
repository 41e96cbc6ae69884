// Sums (and minima …) that an inner loop makes at its own item are made in a variable and reach memory once, after the
// loop: `credit[v] += x` for every edge of v would be an atomic operation an edge where a team shares the loop.
#include <set>

#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

using ir::Body;
using ir::Expr;
using ir::ExprKind;
using ir::Reduction;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

/// By what they are added to: an addition of the loop.
using Sums = std::map<const Symbol*, const Stmt*, ir::ById>;

class OwnSums {
 public:
  OwnSums(ir::Arena& arena, const mapped::Stage& stage, const Symbol* item)
      : arena_(arena), earlier_(stage.earlier), item_(item) {}

  void run(Body& body) {
    Body result;
    for (Stmt* stmt : body) {
      if (stmt->kind == StmtKind::If) {
        run(stmt->body);
        run(stmt->other);
      }
      const bool range = stmt->kind == StmtKind::RangeLoop;
      if (!range && stmt->kind != StmtKind::NeighborLoop) {
        result.push_back(stmt);
        continue;
      }
      const Sums sums = range ? sums_of_range(stmt) : sums_of(stmt->body);
      Body behind = keep(stmt, sums, result);
      result.push_back(stmt);
      if (range && !behind.empty()) behind = {if_any(stmt, std::move(behind))};
      result.insert(result.end(), behind.begin(), behind.end());
    }
    body = std::move(result);
  }

 private:
  bool own(const Expr* e) const { return ir::is_element_at(e, item_); }

  // The properties that the loop touches in no other way than by one reduction at the item, or where others are done.
  Sums sums_of(const Body& loop) const {
    Sums sums;
    ir::walk(loop, [&](const Stmt* stmt) {
      if (is_sum(stmt)) sums.emplace(stmt->target->symbol, stmt);
    });
    ir::walk(loop, [&](const Stmt* stmt) {
      for (const Expr* expr : ir::expressions_of(stmt))
        ir::walk(expr, [&](const Expr* e) {
          const auto found = e->symbol ? sums.find(e->symbol) : sums.end();
          if (found == sums.end()) return;
          const bool adds = e == stmt->target && is_sum(stmt) && stmt->reduction == found->second->reduction;
          if (!adds && !(earlier_.contains(e->location.begin) && !own(e))) sums.erase(found);
        });
    });
    return sums;
  }

  // An index may lie outside of an array that the loop does not get to: only what every iteration adds to is added to
  // after the loop, and only if there was one.
  Sums sums_of_range(const Stmt* loop) const {
    if (loop->value || ir::break_of(loop->body)) return {};
    Sums sums = sums_of(loop->body);
    std::set<const Symbol*> always;
    for (const Stmt* stmt : loop->body)
      if (is_sum(stmt)) always.insert(stmt->target->symbol);
    std::erase_if(sums, [&](const auto& sum) { return !always.contains(sum.first); });
    return sums;
  }

  Stmt* if_any(const Stmt* loop, Body body) {
    Stmt* some = arena_.stmt(StmtKind::If, loop->location);
    some->condition = arena_.binary(ir::BinaryOp::Lt, loop->first, loop->end, ir::Scalar::Bool);
    some->body = std::move(body);
    return some;
  }

  bool is_sum(const Stmt* stmt) const {
    // An exchange, or a value with a payload, is no sum that parts can be added up to.
    return stmt->kind == StmtKind::Reduce && stmt->reduction < Reduction::Any &&
           !checked::is_pair(stmt->target->scalar) && own(stmt->target) && !stmt->changed && !stmt->old;
  }

  // Makes the loop add to variables, which are declared in `before`; returns what adds these to the properties.
  Body keep(Stmt* loop, const Sums& sums, Body& before) {
    std::map<const Symbol*, Stmt*> adds;
    Body behind;
    for (const auto& [property, of] : sums) {
      Stmt* declaration = arena_.stmt(StmtKind::DeclarePart, loop->location);
      declaration->symbol = arena_.local(property->name + "_" + item_->name, property->type.scalar,
                                         ir::SymbolKind::Variable);
      declaration->reduction = of->reduction;
      declaration->sum = of->sum;
      before.push_back(declaration);
      Stmt* add = adds[property] = arena_.stmt(StmtKind::Reduce, loop->location);
      add->reduction = of->reduction;
      add->sum = of->sum;
      add->value = arena_.reference(declaration->symbol);
      behind.push_back(add);
    }
    if (adds.empty()) return behind;
    loop->body = ir::clone(arena_, loop->body, [&](const Expr* e) -> const Expr* {
      const auto found = own(e) ? adds.find(e->symbol) : adds.end();
      if (found == adds.end()) return nullptr;
      found->second->target = e;
      return arena_.reference(found->second->value->symbol);
    });
    return behind;
  }

  ir::Arena& arena_;
  const checked::Places& earlier_;
  const Symbol* item_;
};

}  // namespace

void sum_at(ir::Arena& arena, const mapped::Stage& stage, const Symbol* node, Body& body) {
  OwnSums(arena, stage, node).run(body);
}

void collect_own_sums(mapped::Program& program, mapped::Stage& stage) {
  using mapped::SourceKind;
  const SourceKind kind = stage.source.kind;
  // Single edges: those of the item go to several threads.
  const bool shared = kind == SourceKind::Edges || (kind == SourceKind::EdgeBalanced && !stage.source.by_thread);
  if (stage.item && !shared) sum_at(*program.arena, stage, stage.item, stage.body);
}

}  // namespace maxwarp::mapping
