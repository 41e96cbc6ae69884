// Gates and activation sinks: who of a stage's items acts, and where activated nodes go.
#include "compiler/mapping/build.h"
#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {

using ir::Body;
using ir::Stmt;
using ir::StmtKind;

namespace {

// The lanes that copy a chunk ask whether its items take part, each for one, where all would ask for one after the other.
void pack(LoopPlan &plan, mapped::Stage &stage) {
  if (!stage.team.staged || !is_condition(stage.body)) return;
  stage.team.packed = true;
  Stmt *outer = stage.body.front();
  while (is_condition(outer->body)) {
    const Stmt *inner = outer->body.front();
    outer->condition = plan.arena.binary(ir::BinaryOp::And, outer->condition, inner->condition, ir::Scalar::Bool);
    outer->body = Body(inner->body);
  }
}

}  // namespace

void gate_items(LoopPlan &plan) {
  for (mapped::Stage *stage : stages_of(plan.round)) {
    if (stage->gate) {
      Stmt *gate = plan.arena.stmt(StmtKind::If);
      gate->condition = is_active(plan, stage->gate, stage->item);
      gate->body = stage->body;
      stage->body = {gate};
    }
    pack(plan, *stage);
  }
}

namespace {

Body push_once(LoopPlan &plan, const mapped::Stage &stage, const Stmt *activate) {
  Stmt *push = plan.arena.stmt(StmtKind::Push, activate->location);
  push->value = activate->value;
  push->storage = plan.next;
  if (!plan.marks) return {push};
  Stmt *claim = plan.arena.stmt(StmtKind::Claim, activate->location);
  claim->value = activate->value;
  claim->storage = plan.marks;
  claim->target = stage.round;
  claim->body = {push};
  return {claim};
}

// Where no list does, a flag tells that a node is marked.
Body mark_activated(LoopPlan &plan, const mapped::Stage &stage, const Stmt *activate) {
  Stmt *marked = mark(plan, activate, plan.marks, stage.round);
  if (!plan.more) return {marked};
  Stmt *raise = plan.arena.stmt(StmtKind::Reduce, activate->location);
  raise->reduction = ir::Reduction::Or;
  raise->target = plan.arena.reference(plan.more);
  raise->value = plan.arena.integer(1);
  return {marked, raise};
}

Body sink(LoopPlan &plan, const mapped::Stage &stage, const Body &body) {
  Body result;
  for (Stmt *stmt : body) {
    if (stmt->kind == StmtKind::Activate) {
      const bool lists = plan.next && stage.lists_active;
      const Body lowered = lists ? push_once(plan, stage, stmt) : mark_activated(plan, stage, stmt);
      result.insert(result.end(), lowered.begin(), lowered.end());
      continue;
    }
    stmt->body = sink(plan, stage, stmt->body);
    stmt->other = sink(plan, stage, stmt->other);
    result.push_back(stmt);
  }
  return result;
}

}  // namespace

void sink_activations(LoopPlan &plan, mapped::Stage &stage) { stage.body = sink(plan, stage, stage.body); }

}  // namespace maxwarp::mapping
