// Constructors shared by techniques: storages, control nodes, first activation, cutting an operator.
#include "compiler/mapping/build.h"

#include <algorithm>
#include <iterator>

namespace maxwarp::mapping {

using ir::Body;
using ir::Direction;
using ir::Expr;
using ir::Scalar;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;
using mapped::Control;
using mapped::ControlKind;
using mapped::SourceKind;
using mapped::Stage;
using mapped::StorageKind;

const Symbol* make_storage(LoopPlan& plan, const std::string& name, StorageKind kind, Scalar scalar) {
  ir::Type type;
  type.scalar = scalar;
  type.space = kind == StorageKind::Marks || kind == StorageKind::Links ? ir::Space::Node : ir::Space::Global;
  const Symbol* symbol = plan.arena.symbol(name, type);
  plan.program.add({kind, mapped::StorageOwner::Workspace, symbol});
  return symbol;
}

void append(mapped::Sequence& to, const mapped::Sequence& controls) {
  to.insert(to.end(), controls.begin(), controls.end());
}

void each_stage(const mapped::Sequence& sequence, const std::function<void(Stage&)>& visit) {
  for (const Control* control : sequence) {
    if (control->stage) visit(*control->stage);
    each_stage(control->body, visit);
    each_stage(control->other, visit);
  }
}

std::vector<Stage*> stages_of(const std::vector<Control*>& sequence) {
  std::vector<Stage*> stages;
  each_stage(sequence, [&](Stage& stage) { stages.push_back(&stage); });
  return stages;
}

std::vector<Stage*> stages_of(const Way& way) {
  std::vector<Stage*> stages;
  for (const mapped::Sequence* part : {&way.before_round, &way.operation, &way.after_round})
    std::ranges::copy(stages_of(*part), std::back_inserter(stages));
  return stages;
}

std::vector<Stage*> round_stages(const LoopPlan& plan) {
  std::vector<Stage*> stages = stages_of(plan.choose);
  for (const Way& way : plan.ways) std::ranges::copy(stages_of(way), std::back_inserter(stages));
  std::ranges::copy(stages_of(plan.after_ways), std::back_inserter(stages));
  return stages;
}

const ir::Symbol* workspace_cell(mapped::Program& program, const std::string& name) {
  ir::Type type;
  type.scalar = ir::Scalar::Long;
  const ir::Symbol* cell = program.arena->symbol(name, type);
  program.add({mapped::StorageKind::Cell, mapped::StorageOwner::Workspace, cell});
  return cell;
}

std::string rounds_name(const mapped::Program& program) {
  const auto earlier = std::ranges::count_if(program.controls, [](const Control& control) {
    return !control.name.empty() && (control.kind == ControlKind::Resident || control.kind == ControlKind::LaunchGraph);
  });
  return earlier == 0 ? "rounds" : "rounds_" + std::to_string(earlier + 1);
}

std::optional<Refusal> refuse_without(const analysis::Fact& fact) {
  if (fact) return std::nullopt;
  if (fact.empty) return meaningless(fact.why, fact.place);
  return fact.limit ? not_yet(fact.why, fact.place) : wrong(fact.why, fact.place);
}

bool is_condition(const Body& body) {
  return body.size() == 1 && body.front()->kind == StmtKind::If && body.front()->other.empty();
}

bool picks_items(const Stage& stage) { return stage.gate || is_condition(stage.body); }

Control* run(LoopPlan& plan, Stage* stage) {
  Control* control = plan.program.control(ControlKind::Run, plan.region.location);
  control->stage = stage;
  return control;
}

Control* run_step(LoopPlan& plan, const char* suffix, const char* purpose, Stmt* stmt, int block) {
  Stage* stage = plan.program.stage(plan.region.name + suffix, purpose);
  stage->location = plan.region.location;
  stage->source.kind = block == 0 ? mapped::SourceKind::Grid : mapped::SourceKind::Once;
  if (block != 0) {
    stage->team.kind = mapped::TeamKind::Block;
    stage->block = block;
  }
  stage->body = {stmt};
  return run(plan, stage);
}

Control* clear(LoopPlan& plan, const Symbol* storage) {
  Control* control = plan.program.control(ControlKind::Clear, plan.region.location);
  control->symbol = storage;
  return control;
}

Control* swap(LoopPlan& plan, const Symbol* a, const Symbol* b) {
  Control* control = plan.program.control(ControlKind::Swap, plan.region.location);
  control->symbol = a;
  control->list = b;
  return control;
}

Control* read_back(LoopPlan& plan, const Symbol* host, const Symbol* storage) {
  Control* control = plan.program.control(ControlKind::ReadBack, plan.region.location);
  control->symbol = host;
  control->list = storage;
  return control;
}

void mark_next(LoopPlan& plan, const std::string& name) {
  plan.next.marks = make_storage(plan, name, StorageKind::Marks);
  plan.start.insert(plan.start.begin(), never_marked(plan, plan.next.marks));
}

bool begins_unmarked(const Control& control, const Symbol* marks) {
  return control.stage && control.stage->role == mapped::StageRole::InitialValues &&
         control.stage->body.front()->target->symbol == marks;
}

void drop_next_marks(LoopPlan& plan) {
  std::erase_if(plan.start, [&](const Control* control) {
    const bool marks = begins_unmarked(*control, plan.next.marks);
    if (marks) plan.program.drop(control->stage);
    return marks;
  });
  plan.program.drop(plan.next.marks);
  plan.next.marks = nullptr;
}

Control* never_marked(LoopPlan& plan, const Symbol* marks) {
  Stage* stage = plan.program.stage("clear_" + marks->name, "initial values of");
  stage->role = mapped::StageRole::InitialValues;
  stage->source.kind = SourceKind::Nodes;
  stage->item = plan.arena.local("v", Scalar::Node, ir::SymbolKind::LoopNode);
  Stmt* store = plan.arena.stmt(StmtKind::Store);
  store->target = plan.arena.element(marks, plan.arena.reference(stage->item));
  store->value = plan.arena.integer(-1);
  stage->body = {store};
  return run(plan, stage);
}

Control* first_activation(LoopPlan& plan) {
  const parallel::Control& rounds = *plan.rounds;
  Stage* stage = plan.program.stage(plan.region.name + "_start", "activates the nodes of the first round");
  stage->location = rounds.location;
  stage->round = plan.arena.integer(0);
  const auto activate = [&](const Expr* node) {
    Stmt* stmt = plan.arena.stmt(StmtKind::Activate, rounds.location);
    stmt->value = node;
    stage->body.push_back(stmt);
  };
  for (const Expr* node : rounds.from) activate(node);
  if (rounds.from_all || rounds.from_set) {
    stage->source.kind = rounds.from_all ? SourceKind::Nodes : SourceKind::Set;
    stage->source.list = rounds.from_set;
    stage->item = rounds.from_node ? rounds.from_node : plan.arena.local("v", Scalar::Node, ir::SymbolKind::LoopNode);
    activate(plan.arena.reference(stage->item));
    if (rounds.from_where) {
      Stmt* chosen = plan.arena.stmt(StmtKind::If, rounds.location);
      chosen->condition = rounds.from_where;
      chosen->body = std::move(stage->body);
      stage->body = {chosen};
    }
  }
  return run(plan, stage);
}

const Symbol* make_count(LoopPlan& plan) {
  if (plan.rounds->active) return plan.rounds->active;  // `until` reads what the control of the loop reads
  return plan.arena.local("count", Scalar::Int, ir::SymbolKind::Variable);
}

void repeat_while_raised(LoopPlan& plan, const Symbol* flag) {
  plan.count = plan.arena.local("count", Scalar::Int, ir::SymbolKind::Variable);
  Control* first = plan.program.control(ControlKind::Let, plan.region.location);
  first->symbol = plan.count;
  first->value = plan.arena.integer(1);
  plan.start.push_back(first);
  plan.way().before_round.push_back(clear(plan, flag));
  plan.way().advance.counted = flag;
}

void begin_marked(LoopPlan& plan) {
  const bool counts = plan.rounds->active;
  const Symbol* size = make_storage(plan, counts ? "active_nodes" : "more", StorageKind::Cell);
  if (!counts) {
    plan.next.any = size;
    plan.start.push_back(clear(plan, size));
    plan.way().before_round.push_back(clear(plan, size));
  }
  plan.start.push_back(first_activation(plan));
  if (counts) {
    append(plan.start, count_marked(plan, plan.arena.integer(0), size));
    append(plan.way().after_round, count_marked(plan, plan.arena.reference(plan.rounds->round), size));
  }
  plan.start_advance.counted = plan.way().advance.counted = size;
}

Stmt* mark(LoopPlan& plan, const Stmt* activation, const Symbol* marks, const Expr* round) {
  Stmt* mark = plan.arena.stmt(StmtKind::Mark, activation->location);
  mark->value = activation->value;
  mark->storage = marks;
  mark->target = plan.program.storage(marks)->kind == StorageKind::Bits ? nullptr : round;
  return mark;
}

namespace {

const Symbol* exchanged(const mapped::Sequence& controls, const Symbol* list) {
  for (const Control* control : controls) {
    if (control->kind == ControlKind::Swap && control->symbol == list) return control->list;
    if (control->kind == ControlKind::Swap && control->list == list) return control->symbol;
    for (const mapped::Sequence* inner : {&control->body, &control->other})
      if (const Symbol* found = exchanged(*inner, list)) return found;
  }
  return nullptr;
}

}  // namespace

const Symbol* exchanged_in_round(const LoopPlan& plan) {
  for (const Way& way : plan.ways)
    for (const Symbol* list : {plan.active.list, plan.next.list})
      if (const Symbol* found = exchanged(way.operation, list)) return found;
  return nullptr;
}

const Control* growing_list(const mapped::Sequence& controls) {
  for (const Control* control : controls) {
    if (control->kind == ControlKind::GrowAndRebuild) return control;
    for (const mapped::Sequence* inner : {&control->body, &control->other})
      if (const Control* found = growing_list(*inner)) return found;
  }
  return nullptr;
}

std::optional<Refusal> refuse_chosen_widths(const mapped::Sequence& controls) {
  std::optional<Refusal> refusal;
  each_stage(controls, [&](const Stage& stage) {
    if (stage.team.chosen && !refusal)
      refusal = not_yet("the host chooses the width of the virtual warps of `" + stage.name + "`", stage.location);
  });
  return refusal;
}

std::vector<Stage*> activating_stages(const LoopPlan& plan) {
  std::vector<Stage*> all = stages_of(plan.start);
  std::ranges::copy(round_stages(plan), std::back_inserter(all));
  return all;
}

namespace {

bool feeds(const LoopPlan& plan, const Stmt* stmt) {
  return stmt->kind == StmtKind::Push && stmt->storage == plan.next.list;
}

Body with_activations(LoopPlan& plan, const Body& body, const Activation& instead) {
  Body result;
  for (Stmt* stmt : body) {
    const bool claim = stmt->kind == StmtKind::Claim && stmt->storage == plan.next.marks;
    if (claim || feeds(plan, stmt)) {
      const bool marked = !result.empty() && result.back()->kind == StmtKind::Mark &&
                          result.back()->storage == plan.next.marks;
      if (marked) result.pop_back();
      const Body made = instead(claim ? stmt->body.front() : stmt, stmt);
      result.insert(result.end(), made.begin(), made.end());
      continue;
    }
    stmt->body = with_activations(plan, stmt->body, instead);
    stmt->other = with_activations(plan, stmt->other, instead);
    result.push_back(stmt);
  }
  return result;
}

}  // namespace

void replace_activations(LoopPlan& plan, Stage& stage, const Activation& instead) {
  stage.body = with_activations(plan, stage.body, instead);
}

bool through_batch(Body& body, const Symbol* list, const Symbol* batch, bool shared) {
  bool any = false;
  for (Stmt* stmt : body) {
    if (stmt->kind == StmtKind::Push && stmt->storage == list) {
      const bool together = shared && stmt->reserve == ir::Reserve::Warp;
      stmt->reserve = together ? ir::Reserve::BatchTogether : ir::Reserve::Batch;
      stmt->symbol = batch;
      stmt->first = stmt->end = nullptr;  // rows are cut when the batch is written
      any = true;
    }
    for (Body* inner : {&stmt->body, &stmt->other}) any = through_batch(*inner, list, batch, shared) || any;
  }
  return any;
}

const Expr* is_active(LoopPlan& plan, const Symbol* marks, const Symbol* node) {
  if (plan.program.storage(marks)->kind == StorageKind::Bits) {
    Expr* set = plan.arena.expr(ir::ExprKind::Contains, Scalar::Bool);
    set->symbol = marks;
    set->operands = {plan.arena.reference(node)};
    return set;
  }
  const Expr* mark = plan.arena.element(marks, plan.arena.reference(node));
  if (plan.lasting) return plan.arena.binary(ir::BinaryOp::Ne, mark, plan.arena.integer(-1), Scalar::Bool);
  const Expr* last = plan.arena.binary(ir::BinaryOp::Sub, plan.arena.reference(plan.rounds->round),
                                       plan.arena.integer(1), Scalar::Int);
  return plan.arena.binary(ir::BinaryOp::Eq, mark, last, Scalar::Bool);
}

const Expr* said_of(LoopPlan& plan, const Expr* expr, const Symbol* from, const Symbol* to) {
  return ir::rewrite(plan.arena, expr, [&](const Expr* e) -> const Expr* {
    return e->kind == ir::ExprKind::Reference && e->symbol == from ? plan.arena.reference(to) : nullptr;
  });
}

const Expr* work_of(LoopPlan& plan, const Body& body, const Symbol* node) {
  bool out = false, in = false;
  ir::walk(body, [&](const Stmt* stmt) {
    if (stmt->kind != StmtKind::NeighborLoop || stmt->of != node) return;
    (stmt->direction == Direction::Out ? out : in) = true;
  });
  const Expr* reference = plan.arena.reference(node);
  const Expr* outdegree = plan.arena.call(ir::Builtin::Outdegree, Scalar::Int, {reference});
  const Expr* indegree = plan.arena.call(ir::Builtin::Indegree, Scalar::Int, {reference});
  if (out && in) return plan.arena.binary(ir::BinaryOp::Add, outdegree, indegree, Scalar::Int);
  return in ? indegree : outdegree;
}

std::pair<Body, Stmt*> copy_with(ir::Arena& arena, const Body& body, const Stmt* stmt) {
  int place = 0, at = -1;
  ir::walk(body, [&](const Stmt* other) { at = other == stmt ? place : at, ++place; });
  Body same = ir::clone(arena, body);
  Stmt* found = nullptr;
  place = 0;
  ir::walk(same, [&](const Stmt* other) { found = place++ == at ? const_cast<Stmt*>(other) : found; });
  return {same, found};
}

Stage* sibling(LoopPlan& plan, const Stage& like, const std::string& name, Body body) {
  Stage* stage = plan.program.stage(name, like.purpose);
  *stage = like;
  stage->name = name;
  stage->body = std::move(body);
  return stage;
}

}  // namespace maxwarp::mapping
