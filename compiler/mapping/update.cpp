// update=eager|lazy: when a property is stored that a node gets once, with the same value as all others of the round.
// Lazy (S, A, L): only the bit of an activated node is set, and stays; other bits tell who had its value when the round
// began. When the new bits become the list of the next round, the property is stored, in the order of the nodes. A
// round that activates many nodes of a large graph writes and reads 32 times less at random.
#include "compiler/analysis/settling.h"
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using analysis::Settling;
using ir::Body;
using ir::Expr;
using ir::Stmt;
using ir::StmtKind;

std::optional<Refusal> refuse(const LoopPlan& plan) {
  if (plan.rounds->ordered || plan.lasting || plan.stage()->repaired)
    return not_yet("who is activated does not only depend on what is settled", plan.region.location);
  return refuse_without(analysis::settling(*plan.rounds).fact);
}

// At a node: it has no value yet.
const Expr* is_open(LoopPlan& plan, const ir::Symbol* reached, const ir::Symbol* node) {
  return plan.arena.negation(is_active(plan, reached, node));
}

// The condition asks the bits, and nothing is stored. It is all that asks for the property.
void ask_bits(LoopPlan& plan, Body& body, const Settling& settling, const ir::Symbol* reached) {
  std::erase_if(body, [&](const Stmt* stmt) {
    return stmt->kind == StmtKind::Store && stmt->target->symbol == settling.property;
  });
  for (Stmt* stmt : body) {
    if (stmt->condition)
      stmt->condition = ir::rewrite(plan.arena, stmt->condition, [&](const Expr* e) -> const Expr* {
        const bool joins = e->kind == ir::ExprKind::Binary && e->binary_op == ir::BinaryOp::And;
        const bool asks = !joins && ir::mentions(e, settling.property);
        return asks ? is_open(plan, reached, settling.neighbor) : nullptr;
      });
    ask_bits(plan, stmt->body, settling, reached);
    ask_bits(plan, stmt->other, settling, reached);
  }
}

// The nodes that have a value when the loop begins: they are activated no more.
mapped::Control* reached_at_first(LoopPlan& plan, const Settling& settling, const ir::Symbol* reached) {
  mapped::Stage* stage = plan.program.stage(plan.region.name + "_reached",
                                            "who has its `" + settling.property->name + "` already");
  stage->location = plan.region.location;
  stage->source.kind = mapped::SourceKind::Nodes;
  stage->item = plan.arena.local("v", ir::Scalar::Node, ir::SymbolKind::LoopNode);
  const Expr* open = ir::rewrite(plan.arena, settling.open, [&](const Expr* e) -> const Expr* {
    const bool neighbor = e->kind == ir::ExprKind::Reference && e->symbol == settling.neighbor;
    return neighbor ? plan.arena.reference(stage->item) : nullptr;
  });
  Stmt* settled = plan.arena.stmt(StmtKind::If);
  settled->condition = plan.arena.negation(open);
  for (const ir::Symbol* bits : {reached, plan.next.marks}) {
    Stmt* set = plan.arena.stmt(StmtKind::Mark);
    set->value = plan.arena.reference(stage->item);
    set->storage = bits;
    set->reserve = ir::Reserve::Warp;
    settled->body.push_back(set);
  }
  stage->body = {settled};
  return run(plan, stage);
}

void rewrite(LoopPlan& plan) {
  const Settling settling = analysis::settling(*plan.rounds);
  const ir::Symbol* reached = make_storage(plan, "reached", mapped::StorageKind::Bits);
  plan.settled = reached;
  ask_bits(plan, plan.stage()->body, settling, reached);
  for (mapped::Stage* stage : stages_of(plan.way().after_round))
    for (Stmt* stmt : stage->body) {
      if (stmt->kind != StmtKind::CompactBits) continue;
      stage->purpose = "stores `" + settling.property->name + "` of the nodes whose bits are new, and lists them";
      stmt->symbols = {reached};
      stmt->target = plan.arena.reference(settling.property);
      stmt->value = settling.value;
    }
  plan.start.push_back(clear_bits(plan, reached, " at first"));
  plan.start.push_back(reached_at_first(plan, settling, reached));
  plan.explanation.push_back("update=lazy: `" + settling.property->name +
                             "` is stored when the round is over; until then bits tell who has its value");
}

}  // namespace

const Technique update_eager{
    .key = "update",
    .form = "eager",
    .source = "[H] Fig. 2",
    .summary = "what the program stores is stored at once",
    .provides = {Capability::FreshValues},
};

const Technique update_lazy{
    .key = "update",
    .form = "lazy",
    .source = "beyond",
    .summary =
        "what a node gets once is stored when the round is over, in the order of the nodes; bits tell who has "
        "it",
    .trials = {"lazy"},
    .probes = {"lazy"},
    .built_for = {Capability::RoundBits},
    .refuse = refuse,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
