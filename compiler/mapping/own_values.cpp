// stage=shared, the values: what the operator reads at its own node is copied with the chunk ([H] Fig. 4, where the
// levels are), one node per lane, instead of being read by all lanes of a virtual warp for one node after the other.
// A property that the round changes may be copied if every change activates its node, which then offers everything
// again: a copy from before a change is stale, but its node runs once more.
#include <algorithm>
#include <map>

#include "compiler/mapping/build.h"
#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

using ir::Expr;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

/// What changes properties in the round.
class Changes {
 public:
  Changes(const LoopPlan& plan, const mapped::Stage& stage) : repeats_offers_(plan.facts.offers_again) {
    add(stage, stage.item);
    for (const mapped::Stage* other : round_stages(plan)) add(*other, other->item);
  }

  bool is_changed(const Symbol* property) const { return changed_.contains(property); }
  bool may_be_early(const Symbol* property) const {
    const auto found = changed_.find(property);
    return found == changed_.end() || (repeats_offers_ && found->second);
  }

 private:
  void add(const mapped::Stage& stage, const Symbol* item) {
    ir::walk(stage.body, [&](const Stmt* stmt) {
      if (!stmt->target || ir::is_local(stmt->target)) return;
      const bool offer = stmt->kind == StmtKind::Reduce && !ir::is_element_at(stmt->target, item);
      const auto [found, fresh] = changed_.emplace(stmt->target->symbol, offer);
      if (!fresh) found->second = found->second && offer;
    });
  }

  bool repeats_offers_;
  std::map<const Symbol*, bool> changed_;  // whether all changes are reductions at other nodes
};

// Constants that the operator begins with, or has inside: the copy takes their place.
void drop_declarations(ir::Body& body, const Symbol* item, std::map<const Symbol*, const Symbol*>& locals) {
  std::erase_if(body, [&](const Stmt* stmt) {
    const bool copy = stmt->kind == StmtKind::Declare && stmt->value && ir::is_element_at(stmt->value, item) &&
                      stmt->symbol->kind != ir::SymbolKind::Variable;
    const auto found = copy ? locals.find(stmt->value->symbol) : locals.end();
    if (found == locals.end() || found->second) return false;
    found->second = stmt->symbol;
    return true;
  });
}

}  // namespace

void copy_own_values(LoopPlan& plan, mapped::Stage& stage) {
  if (!stage.team.staged || stage.source.kind == mapped::SourceKind::Range) return;
  if (ir::contains(stage.body, StmtKind::Unroll)) return;  // the operator runs at other nodes, too
  const Changes changes(plan, stage);
  std::vector<const Symbol*> properties;
  std::map<const Symbol*, const Symbol*> locals;
  const auto is_copied = [&](const Expr* e) {
    return ir::is_element_at(e, stage.item) && !e->latest && !checked::is_pair(e->scalar) &&
           changes.may_be_early(e->symbol);
  };
  ir::walk_expressions(stage.operation(), [&](const Expr* e) {
    if (is_copied(e) && locals.emplace(e->symbol, nullptr).second) properties.push_back(e->symbol);
  });
  if (properties.empty()) return;
  drop_declarations(stage.operation(), stage.item, locals);
  for (const Symbol* property : properties) {
    const Symbol*& local = locals.at(property);
    if (!local) local = plan.arena.local(property->name + "_" + stage.item->name, property->type.scalar);
    Expr* read = plan.arena.expr(ir::ExprKind::Element, property->type.scalar);
    *read = *plan.arena.element(property, plan.arena.reference(stage.item));
    read->relaxed = changes.is_changed(property);
    stage.copied.push_back({read, local});
  }
  stage.operation() = ir::clone(plan.arena, stage.operation(), [&](const Expr* e) -> const Expr* {
    return is_copied(e) ? plan.arena.reference(locals.at(e->symbol)) : nullptr;
  });
}

}  // namespace maxwarp::mapping
