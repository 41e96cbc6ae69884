// update=eager|lazy: when a property is stored that a node gets once, with the same value as all others of the round.
// Lazy (S, A, L): only the bit of an activated node is set, and stays; other bits tell who had its value when the round
// began. When the new bits become the list of the next round, the property is stored, in the order of the nodes. A
// round that activates many nodes of a large graph writes and reads 32 times less at random.
#include "compiler/mapping/build.h"
#include "compiler/mapping/settled.h"

namespace maxwarp::mapping {
namespace {

using analysis::Settling;
using ir::Body;
using ir::Expr;
using ir::Stmt;
using ir::StmtKind;

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
        return asks ? is_open(plan, reached, plan.arena.reference(settling.neighbor)) : nullptr;
      });
    ask_bits(plan, stmt->body, settling, reached);
    ask_bits(plan, stmt->other, settling, reached);
  }
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
  plan.start.push_back(mark_settled(plan, settling, {reached, plan.next.marks}));
  plan.explanation.push_back("update=lazy: `" + settling.property->name +
                             "` is stored when the round is over; until then bits mark the nodes that have its value");
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
        "what a node gets once is stored when the round is over, in the order of the nodes; bits mark "
        "the nodes that have it",
    .trials = {"lazy"},
    .probes = {"lazy"},
    .built_for = {Capability::RoundBits},
    .refuse = refuse_unsettled,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
