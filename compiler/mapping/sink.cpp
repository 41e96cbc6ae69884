// Gates and activation sinks: who of a stage's items acts, and where activated nodes go.
#include <algorithm>

#include "compiler/mapping/build.h"
#include "compiler/mapping/lower.h"
#include "compiler/mapping/settled.h"

namespace maxwarp::mapping {

using ir::Body;
using ir::Stmt;
using ir::StmtKind;

namespace {

// The lanes that copy a chunk, or find the teams of items, ask whether items take part, each for one, where all lanes
// of a team would ask for one after the other.
void pack(LoopPlan& plan, mapped::Stage& stage) {
  if (!(stage.team.staged || !stage.team.parts.empty()) || !is_condition(stage.body)) return;
  stage.team.packed = true;
  Stmt* outer = stage.body.front();
  while (is_condition(outer->body)) {
    const Stmt* inner = outer->body.front();
    outer->condition = plan.arena.binary(ir::BinaryOp::And, outer->condition, inner->condition, ir::Scalar::Bool);
    outer->body = Body(inner->body);
  }
}

// The last group may have fewer nodes than the others.
const ir::Expr* is_node(LoopPlan& plan, const ir::Symbol* item) {
  return plan.arena.binary(ir::BinaryOp::Lt, plan.arena.reference(item),
                           plan.arena.call(ir::Builtin::Nodes, ir::Scalar::Int, {}), ir::Scalar::Bool);
}

}  // namespace

void gate_items(LoopPlan& plan) {
  for (mapped::Stage* stage : round_stages(plan)) {
    if (stage->gate) {
      Stmt* gate = plan.arena.stmt(StmtKind::If);
      gate->condition = is_active(plan, stage->gate, stage->item);
      if (stage->source.group > 1)
        gate->condition = plan.arena.binary(ir::BinaryOp::And, is_node(plan, stage->item), gate->condition,
                                            ir::Scalar::Bool);
      gate->body = stage->body;
      stage->body = {gate};
    }
    pack(plan, *stage);
  }
}

// They are read before the node is claimed, while the claim is under way.
Body bounds_of_row(LoopPlan& plan, Stmt* push) {
  const bool out = plan.next.pieces.value_or(plan.next.edges.value_or(ir::Direction::Out)) == ir::Direction::Out;
  Body reads;
  const auto read = [&](const char* name, ir::Builtin bound) {
    Stmt* stmt = plan.arena.stmt(StmtKind::Declare, push->location);
    stmt->symbol = plan.arena.local(name, ir::Scalar::Edge);
    stmt->value = plan.arena.call(bound, ir::Scalar::Edge, {push->value});
    reads.push_back(stmt);
    return plan.arena.reference(stmt->symbol);
  };
  const ir::Expr* first = read("first", out ? ir::Builtin::RowBegin : ir::Builtin::ColumnBegin);
  push->end = read("end", out ? ir::Builtin::RowEnd : ir::Builtin::ColumnEnd);
  (plan.next.pieces ? push->first : push->value) = first;
  return reads;
}

namespace {

// What a list holds of a node: itself, or its group.
const ir::Expr* entry(LoopPlan& plan, const ir::Expr* node) {
  if (plan.next.group == 1) return node;
  return plan.arena.binary(ir::BinaryOp::Div, node, plan.arena.integer(plan.next.group, ir::Scalar::Node),
                           ir::Scalar::Node);
}

// Items that activate themselves are neighbors in a warp.
bool is_itself(const mapped::Stage& stage, const Stmt* activate) {
  return activate->value->kind == ir::ExprKind::Reference && activate->value->symbol == stage.item;
}

Body push_once(LoopPlan& plan, const mapped::Stage& stage, const Stmt* activate) {
  Stmt* push = plan.arena.stmt(StmtKind::Push, activate->location);
  push->value = entry(plan, activate->value);
  push->storage = plan.next.list;
  if (!plan.program.on_cpu && !plan.next.edges && is_itself(stage, activate)) push->reserve = ir::Reserve::Warp;
  Body result = plan.next.pieces || plan.next.edges ? bounds_of_row(plan, push) : Body{};
  if (!plan.next.marks) {
    result.push_back(push);
    return result;
  }
  Stmt* claim = plan.arena.stmt(StmtKind::Claim, activate->location);
  claim->value = entry(plan, activate->value);
  claim->storage = plan.next.marks;
  claim->target = stage.round;
  claim->body = {push};
  if (plan.reached) result.push_back(mark(plan, activate, plan.reached, stage.round));
  result.push_back(claim);
  return result;
}

// Where no list does, a flag tells that a node is activated.
Body mark_activated(LoopPlan& plan, const mapped::Stage& stage, const Stmt* activate) {
  Body result;
  if (plan.next.marks) {
    Stmt* marked = mark(plan, activate, plan.next.marks, stage.round);
    if (!marked->target && stage.source.kind == mapped::SourceKind::Nodes && is_itself(stage, activate))
      marked->reserve = ir::Reserve::Warp;
    result.push_back(marked);
  }
  if (!plan.next.any) return result;
  Stmt* raise = plan.arena.stmt(StmtKind::Reduce, activate->location);
  raise->reduction = ir::Reduction::Or;
  raise->target = plan.arena.reference(plan.next.any);
  raise->value = plan.arena.integer(1);
  result.push_back(raise);
  return result;
}

// A node that would be put off is activated for the next round, which does that.
Stmt* unless_outlier(LoopPlan& plan, Stmt* add, const Body& to_all) {
  Stmt* large = plan.arena.stmt(StmtKind::If, add->location);
  large->condition = ir::rewrite(plan.arena, plan.outlier, [&](const ir::Expr* e) -> const ir::Expr* {
    return e->kind == ir::ExprKind::Reference && e->symbol == plan.region.item ? add->value : nullptr;
  });
  if (to_all.empty()) large->condition = plan.arena.negation(large->condition);
  large->body = to_all.empty() ? Body{add} : ir::clone(plan.arena, to_all);
  if (!to_all.empty()) large->other = {add};
  return large;
}

// A thread that runs what it activates needs others for it only where it has no place left. Where a lost update is to
// be made again, it is nevertheless among those that run in the next round.
Body add_local(LoopPlan& plan, const mapped::Stage& stage, const Stmt* activate, const ir::LocalList* local,
               Body to_all) {
  Stmt* add = plan.arena.stmt(StmtKind::AddLocal, activate->location);
  add->value = activate->value;
  add->local = local;
  Stmt* taken = plan.outlier ? unless_outlier(plan, add, stage.repaired ? Body{} : to_all) : add;
  if (!stage.repaired) add->body.swap(to_all);
  if (!stage.repaired) to_all.clear();
  to_all.push_back(taken);
  return to_all;
}

// Whether it is `if w is not settled { mark w }`. A settled node has its bit of the next round, too.
bool asks_in_vain(const LoopPlan& plan, Stmt* stmt) {
  if (!plan.settled || !is_condition({stmt}) || stmt->body.size() != 1) return false;
  const ir::Expr* asked = stmt->condition;
  const Stmt* mark = stmt->body.front();
  return mark->kind == StmtKind::Mark && mark->value->kind == ir::ExprKind::Reference &&
         asked->kind == ir::ExprKind::Unary && asked->operands[0]->kind == ir::ExprKind::Contains &&
         asked->operands[0]->symbol == plan.settled && asked->operands[0]->operands[0]->symbol == mark->value->symbol;
}

// A settled node has its bit of the next round, too. That bit is asked where who finds it set has nothing to add.
void ask_new_bit(const LoopPlan& plan, Stmt* stmt) {
  if (!plan.settled || !is_condition({stmt})) return;
  const Stmt* mark = stmt->body.back();
  if (mark->kind != StmtKind::Mark || mark->reserve == ir::Reserve::Warp) return;
  const bool nothing_else = std::ranges::all_of(stmt->body, [&](const Stmt* one) {
    return one == mark || one->kind == StmtKind::Declare || settles(one, mark->value->symbol);
  });
  if (!nothing_else) return;
  stmt->condition = ir::rewrite(plan.arena, stmt->condition, [&](const ir::Expr* e) -> const ir::Expr* {
    if (e->kind != ir::ExprKind::Contains || e->symbol != plan.settled) return nullptr;
    ir::Expr* asked = plan.arena.expr(e->kind, e->scalar, e->location);
    *asked = *e;
    asked->symbol = mark->storage;
    return asked;
  });
}

Body sink(LoopPlan& plan, const mapped::Stage& stage, Sink to, const Body& body, const ir::LocalList* local) {
  Body result;
  for (Stmt* stmt : body) {
    if (stmt->kind == StmtKind::Activate) {
      Body lowered = to == Sink::List ? push_once(plan, stage, stmt) : mark_activated(plan, stage, stmt);
      if (local) lowered = add_local(plan, stage, stmt, local, std::move(lowered));
      result.insert(result.end(), lowered.begin(), lowered.end());
      continue;
    }
    const ir::LocalList* inner = stmt->kind == StmtKind::Unroll ? stmt->local : local;
    stmt->body = sink(plan, stage, to, stmt->body, inner);
    stmt->other = sink(plan, stage, to, stmt->other, inner);
    const bool in_vain = asks_in_vain(plan, stmt);
    if (!in_vain) ask_new_bit(plan, stmt);
    result.push_back(in_vain ? stmt->body.front() : stmt);
  }
  return result;
}

}  // namespace

void sink_activations(LoopPlan& plan) {
  const auto all = [&](const std::vector<mapped::Stage*>& stages, Sink to) {
    for (mapped::Stage* stage : stages) stage->body = sink(plan, *stage, to, stage->body, nullptr);
  };
  all(stages_of(plan.start), plan.start_sink);
  for (const Way& way : plan.ways) all(stages_of(way), way.sink);
}

}  // namespace maxwarp::mapping
