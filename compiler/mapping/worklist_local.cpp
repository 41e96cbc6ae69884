// worklist=hierarchical:local: the level of a worklist in shared memory, consumed in the same launch ([N] §III-B). A
// block that has run its share of the worklist runs what it has activated meanwhile, a few levels of it; what has no
// place in its list, and what is left when the levels are done, goes to the global worklist. Legal where nodes may run
// ahead of the round (O; running_ahead.cpp). A barrier of the block parts the activations of a level from their runs.
// What a block runs itself is not marked: the marks say who is on the global list, and that is the same as ever, as
// no node leaves it. So a node that two blocks activate runs in both (R), and one that is on the global list runs
// again.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Body;
using ir::Stmt;
using ir::StmtKind;

constexpr int levels = 4, places = 512;

std::optional<Refusal> refuse(const LoopPlan& plan) {
  if (plan.stage()->team.kind == mapped::TeamKind::BySize)
    return not_yet("its kernel gives nodes to teams of several sizes", plan.region.location);
  return refuse_running_ahead(plan, "block");
}

// Where the block has no place for it, a node goes the way of all others.
Body add_first(LoopPlan& plan, const ir::LocalList* local, const Body& body) {
  Body result;
  for (Stmt* stmt : body) {
    stmt->body = stmt->kind == StmtKind::Claim ? stmt->body : add_first(plan, local, stmt->body);
    stmt->other = add_first(plan, local, stmt->other);
    if (stmt->kind != StmtKind::Claim) {
      result.push_back(stmt);
      continue;
    }
    Stmt* add = plan.arena.stmt(StmtKind::AddLocal, stmt->location);
    add->value = stmt->value;
    add->local = local;
    add->body = {stmt};
    result.push_back(add);
  }
  return result;
}

// Nodes that are left are pushed by neighboring lanes together.
Body leave(LoopPlan& plan, const ir::Symbol* node) {
  Stmt* push = plan.arena.stmt(StmtKind::Push);
  push->value = plan.arena.reference(node);
  push->storage = plan.next.list;
  push->reserve = ir::Reserve::Warp;
  Stmt* claim = plan.arena.stmt(StmtKind::Claim);
  claim->value = push->value;
  claim->storage = plan.next.marks;
  claim->target = plan.stage()->round;
  claim->body = {push};
  return {claim};
}

void rewrite(LoopPlan& plan) {
  mapped::Stage& stage = *plan.stage();
  ir::LocalList* local = plan.arena.local_list();
  local->symbol = plan.arena.local("local", ir::Scalar::Node, ir::SymbolKind::Variable);
  local->levels = levels;
  local->places = places;
  local->shared = local->of_block = true;
  local->fenced = needs_fence(plan);
  stage.local = local;
  stage.left_over = plan.arena.local("left", ir::Scalar::Node);
  stage.leave = leave(plan, stage.left_over);
  stage.body = add_first(plan, local, stage.body);
  stage.repeated = true;
  stage.separate.clear();  // two teams may run one node
  plan.explanation.push_back("worklist=hierarchical:local: a block runs what it activates itself, " +
                             std::to_string(levels) + " levels in all; what is left goes to the worklist (O)");
}

}  // namespace

const Technique worklist_local{
    .key = "worklist",
    .form = "hierarchical:local",
    .source = "[N] §III-B",
    .summary =
        "a block runs what it activates itself, a few levels in one launch; the rest goes to the list in device memory",
    .machines = gpu_only,
    .trials = {"hierarchical:local"},
    .probes = {"hierarchical:local"},
    .needs = {Capability::ListFrontier, Capability::PushDirection},
    .built_for = {Capability::NodeWorklist, Capability::NodeEntries, Capability::UniqueEntries, Capability::RoundMarks,
                  Capability::SinglePushes, Capability::OneOwner, Capability::NodeLists, Capability::PlainItems,
                  Capability::FixedItems},
    .refuse = refuse,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
