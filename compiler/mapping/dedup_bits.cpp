// dedup=bits: where a node settles when it is activated (S, A), it is activated once in the loop, and a bit of its own
// keeps it from the list, in this round and in all others. The bit tells what the property would tell, too, so a push
// asks and sets one bit where it read and wrote the property and a mark at random: 32 nodes a word, which the
// second-level cache holds for graphs of some hundred million nodes.
#include "compiler/mapping/build.h"
#include "compiler/mapping/settled.h"

namespace maxwarp::mapping {
namespace {

using analysis::Settling;
using ir::Body;
using ir::Expr;
using ir::Stmt;
using ir::StmtKind;

// The marks of the rounds become bits.
void become_bits(LoopPlan& plan, const ir::Symbol* marks) {
  for (mapped::Storage& storage : plan.program.storages)
    if (storage.symbol == marks) storage.kind = mapped::StorageKind::Bits;
  for (mapped::Control* control : plan.start)
    if (begins_unmarked(*control, marks)) {
      *control->stage = *clear_bits(plan, marks, " at first")->stage;
      plan.program.stages.pop_back();
    }
}

// `p[x] == c`, of whichever node.
bool asks(const Expr* e, const Settling& settling) {
  const bool alike = e->kind == settling.open->kind &&
                     (e->kind == ir::ExprKind::Binary ? e->binary_op == settling.open->binary_op
                                                      : e->unary_op == settling.open->unary_op);
  return alike && ir::mentions(e, settling.property);
}

const Expr* node_of(const Expr* open, const Settling& settling) {
  const Expr* node = nullptr;
  ir::walk(open, [&](const Expr* e) {
    if (e->kind == ir::ExprKind::Element && e->symbol == settling.property) node = e->operands[0];
  });
  return node;
}

void ask_bits(LoopPlan& plan, Body& body, const Settling& settling) {
  for (Stmt* stmt : body) {
    if (stmt->condition)
      stmt->condition = ir::rewrite(plan.arena, stmt->condition, [&](const Expr* e) -> const Expr* {
        return asks(e, settling) ? is_open(plan, plan.next.marks, node_of(e, settling)) : nullptr;
      });
    if (stmt->kind == StmtKind::Claim && stmt->storage == plan.next.marks) stmt->target = nullptr;
    ask_bits(plan, stmt->body, settling);
    ask_bits(plan, stmt->other, settling);
  }
}

// The first nodes need not be settled, but none of them is listed twice: the bits tell that, and are cleared again.
void rewrite(LoopPlan& plan) {
  const Settling settling = analysis::settling(*plan.rounds);
  const ir::Symbol* bits = plan.next.marks;
  become_bits(plan, bits);
  for (mapped::Stage* stage : activating_stages(plan)) ask_bits(plan, stage->body, settling);
  plan.start.push_back(clear_bits(plan, bits, ", which have told the first nodes apart"));
  mark_settled(plan, settling, {bits});
  plan.explanation.push_back("dedup=bits: a node is activated once, when it gets its `" + settling.property->name +
                             "`, and a bit tells that it has been");
}

}  // namespace

const Technique dedup_bits{
    .key = "dedup",
    .form = "bits",
    .source = "beyond",
    .summary =
        "where a node is activated once in the loop, its bit keeps it from the list, and tells that it has settled",
    .provides = {Capability::UniqueEntries},
    .needs = {Capability::ListFrontier},
    .built_for = {Capability::NodeEntries, Capability::PlainItems},
    .refuse = refuse_unsettled,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
