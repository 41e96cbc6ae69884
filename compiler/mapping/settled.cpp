// Bits of settled nodes, for `update=lazy` and `dedup=bits`.
#include "compiler/mapping/settled.h"

#include "compiler/mapping/build.h"

namespace maxwarp::mapping {

using ir::Expr;
using ir::Stmt;
using ir::StmtKind;

std::optional<Refusal> refuse_unsettled(const LoopPlan& plan) {
  if (plan.rounds->ordered || plan.lasting || plan.stage()->repaired)
    return not_yet("which nodes are activated depends on more than what is settled", plan.region.location);
  return refuse_without(analysis::settling(*plan.rounds).fact);
}

const Expr* is_open(LoopPlan& plan, const ir::Symbol* reached, const Expr* node) {
  Expr* set = plan.arena.expr(ir::ExprKind::Contains, ir::Scalar::Bool);
  set->symbol = reached;
  set->operands = {node};
  return plan.arena.negation(set);
}

bool settles(const Stmt* stmt, const ir::Symbol* node) {
  const bool stores = stmt->kind == StmtKind::Store ||
                      (stmt->kind == StmtKind::Reduce && stmt->reduction == ir::Reduction::Any && !stmt->changed);
  return stores && ir::is_element_at(stmt->target, node);
}

namespace {

// The bits of a node are set if it is settled.
Stmt* mark_if_settled(LoopPlan& plan, const analysis::Settling& settling, const std::vector<const ir::Symbol*>& bits,
                      const Expr* node, ir::Reserve reserve) {
  const Expr* open = ir::rewrite(plan.arena, settling.open, [&](const Expr* e) -> const Expr* {
    const bool neighbor = e->kind == ir::ExprKind::Reference && e->symbol == settling.neighbor;
    return neighbor ? node : nullptr;
  });
  Stmt* settled = plan.arena.stmt(StmtKind::If);
  settled->condition = plan.arena.negation(open);
  for (const ir::Symbol* one : bits) {
    Stmt* set = plan.arena.stmt(StmtKind::Mark);
    set->value = node;
    set->storage = one;
    set->reserve = reserve;
    settled->body.push_back(set);
  }
  return settled;
}

}  // namespace

void mark_settled(LoopPlan& plan, const analysis::Settling& settling, const std::vector<const ir::Symbol*>& bits) {
  const analysis::Filled& filled = plan.facts.filled;
  if (filled.fact && filled.apart.empty()) return;
  mapped::Stage* stage = plan.program.stage(plan.region.name + "_reached",
                                            "which nodes have their `" + settling.property->name + "` already");
  stage->location = plan.region.location;
  plan.start.push_back(run(plan, stage));
  if (filled.fact) {  // all other nodes are open
    for (const parallel::Control* set : filled.apart)
      stage->body.push_back(mark_if_settled(plan, settling, bits, set->target->operands[0], ir::Reserve::Atomic));
    return;
  }
  stage->source.kind = mapped::SourceKind::Nodes;
  stage->item = plan.arena.local("v", ir::Scalar::Node, ir::SymbolKind::LoopNode);
  stage->body = {mark_if_settled(plan, settling, bits, plan.arena.reference(stage->item), ir::Reserve::Warp)};
}

}  // namespace maxwarp::mapping
