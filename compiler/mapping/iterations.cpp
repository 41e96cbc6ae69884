// Which inner loops of a stage have iterations that do not depend on each other, and what --explain says of others.
#include "compiler/analysis/iterations.h"

#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {

bool any_lane_runs(const mapped::Stage& stage, const ir::Stmt* loop) {
  return analysis::runs_apart(loop, stage.item, stage.unproved).holds;
}

namespace {

// The neighbor loops that all lanes of a team leave to one, or go through together, outside of those that they divide.
// `around`: why what surrounds the statements keeps loops from being divided, or null.
void explain_undivided(LoopPlan& plan, const mapped::Stage& stage, const ir::Body& body, const char* around) {
  for (const ir::Stmt* stmt : body) {
    if (!around && ir::is_inner_loop(stmt) && any_lane_runs(stage, stmt)) continue;
    if (stmt->kind == ir::StmtKind::NeighborLoop) {
      plan.explanation.push_back("granularity=" + plan.choice("granularity").text + ": no lanes share the neighbors `" +
                                 stmt->symbol->name + "` of a node, which are visited one by one: " +
                                 (around ? around : analysis::runs_apart(stmt, stage.item, stage.unproved).why));
      continue;
    }
    const bool in_turns = stmt->kind == ir::StmtKind::While ||
                          (stmt->kind != ir::StmtKind::If && ir::break_of(stmt->body));
    for (const ir::Body* inner : {&stmt->body, &stmt->other})
      explain_undivided(plan, stage, *inner, in_turns ? "the loop around that ends when it says so" : around);
  }
}

}  // namespace

void explain_undivided(LoopPlan& plan, const mapped::Stage& stage) {
  if (stage.team.kind != mapped::TeamKind::Lane) explain_undivided(plan, stage, stage.body, nullptr);
}

}  // namespace maxwarp::mapping
