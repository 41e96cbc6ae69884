// Gates and activation sinks: who of a stage's items acts, and where activated nodes go.
#include "compiler/mapping/build.h"
#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {

using ir::Body;
using ir::Stmt;
using ir::StmtKind;

void gate_items(LoopPlan &plan) {
  for (mapped::Stage *stage : stages_of(plan.round)) {
    if (!stage->gate) continue;
    Stmt *gate = plan.arena.stmt(StmtKind::If);
    gate->condition = is_active(plan, stage->gate, stage->item);
    gate->body = stage->body;
    stage->body = {gate};
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

Body mark(LoopPlan &plan, const mapped::Stage &stage, const Stmt *activate) {
  Stmt *mark = plan.arena.stmt(StmtKind::Mark, activate->location);
  mark->value = activate->value;
  mark->storage = plan.next;
  mark->target = stage.round;
  Stmt *raise = plan.arena.stmt(StmtKind::Raise, activate->location);
  raise->storage = plan.more;
  return {mark, raise};
}

Body sink(LoopPlan &plan, const mapped::Stage &stage, const Body &body) {
  Body result;
  for (Stmt *stmt : body) {
    if (stmt->kind == StmtKind::Activate) {
      const Body lowered = plan.more ? mark(plan, stage, stmt) : push_once(plan, stage, stmt);
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
