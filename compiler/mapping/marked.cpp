// Stages over the nodes that carry a mark or have a bit.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {

using ir::Expr;
using ir::Scalar;
using ir::Stmt;
using ir::Symbol;
using mapped::Control;
using mapped::SourceKind;
using mapped::Stage;
using mapped::StorageKind;

Stage* for_marked(LoopPlan& plan, const std::string& name, const char* purpose, const Expr* round, Stmt* action) {
  Stage* stage = plan.program.stage(plan.region.name + name, purpose);
  stage->location = plan.region.location;
  stage->source.kind = SourceKind::Nodes;
  stage->item = plan.arena.local("v", Scalar::Node, ir::SymbolKind::LoopNode);
  const Expr* node = plan.arena.reference(stage->item);
  Stmt* marked = plan.arena.stmt(ir::StmtKind::If);
  const bool bits = plan.program.storage(plan.next.marks)->kind == StorageKind::Bits;
  marked->condition = bits ? is_active(plan, plan.next.marks, stage->item)
                           : plan.arena.binary(ir::BinaryOp::Eq, plan.arena.element(plan.next.marks, node), round,
                                               Scalar::Bool);
  if (action->kind == ir::StmtKind::Push) action->value = node;
  marked->body = {action};
  stage->body = {marked};
  return stage;
}

const Expr* list_room(LoopPlan& plan, double share) {
  return plan.arena.call(ir::Builtin::ListRoom, Scalar::Int, {plan.arena.real(share)});
}

const Expr* compare_listed(LoopPlan& plan, ir::BinaryOp op) {
  return plan.arena.binary(op, plan.arena.reference(plan.count), list_room(plan, *plan.most_listed), Scalar::Bool);
}

mapped::Sequence count_marked(LoopPlan& plan, const Expr* round, const Symbol* cell) {
  Stmt* add = plan.arena.stmt(ir::StmtKind::Reduce);
  add->reduction = ir::Reduction::Add;
  add->target = plan.arena.reference(cell);
  add->value = plan.arena.integer(1);
  add->sum.within = true;  // no more than there are nodes
  return {clear(plan, cell),
          run(plan, for_marked(plan, "_count", "how many nodes are active in the next round", round, add))};
}

Control* list_marked(LoopPlan& plan, const std::string& name, const char* purpose, const Expr* round,
                     const Symbol* list, ir::Reserve reserve) {
  Stmt* push = plan.arena.stmt(ir::StmtKind::Push);
  push->storage = list;
  push->reserve = reserve;
  Stage* stage = for_marked(plan, name, purpose, round, push);
  if (plan.next.edges) {
    push->reserve = ir::Reserve::Atomic;
    ir::Body& marked = stage->body.front()->body;
    marked = bounds_of_row(plan, push);
    marked.push_back(push);
  }
  return run(plan, stage);
}

Control* push_marked(LoopPlan& plan, const Expr* round) {
  return list_marked(plan, "_refill", "the marked nodes, for a worklist that has overflowed", round, plan.next.list,
                     ir::Reserve::Warp);
}

}  // namespace maxwarp::mapping
