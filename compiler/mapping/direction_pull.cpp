// direction=pull: every node looks along its in-edges for active nodes (Beamer, Asanović, Patterson 2012,
// bottom-up step). The neighbor loop is turned around; nodes own what they change, so atomics go away.
#include <algorithm>

#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Body;
using ir::Direction;
using ir::Expr;
using ir::Stmt;
using ir::StmtKind;

std::optional<Refusal> refuse(const LoopPlan& plan) { return refuse_without(plan.facts.pullable); }

// `reads`: what the operator gives names to before its loop, at the item.
bool reads_only_target(const Expr* condition, const Stmt* loop, const ir::Symbol* item, const Body& reads) {
  bool only = true;
  ir::walk(condition, [&](const Expr* e) {
    const bool of_item = e->symbol == item || e->symbol == loop->edge ||
                         std::ranges::find(reads, e->symbol, &Stmt::symbol) != reads.end();
    only = only && !(e->symbol && of_item);
  });
  return only;
}

Stmt* guard(LoopPlan& plan, const Expr* condition, Body body) {
  Stmt* stmt = plan.arena.stmt(StmtKind::If, condition->location);
  stmt->condition = condition;
  stmt->body = std::move(body);
  return stmt;
}

// { reads of v; foreach neighbor w of v { if C(w) { effects } } } becomes, at w,
// { if C(w) { foreach inneighbor v of w { if v is active { reads of v; effects; break } } } }.
void rewrite(LoopPlan& plan) {
  Body operator_body = plan.stage()->body;
  Body reads(operator_body.begin(), operator_body.end() - 1);
  Stmt* loop = operator_body.back();
  const ir::Symbol* item = plan.stage()->item;

  Body inner = loop->body;
  const Expr* outer_condition = nullptr;
  if (inner.size() == 1 && inner[0]->kind == StmtKind::If && inner[0]->other.empty() &&
      reads_only_target(inner[0]->condition, loop, item, reads) && plan.facts.first_settles) {
    outer_condition = inner[0]->condition;
    inner = inner[0]->body;
    inner.push_back(plan.arena.stmt(StmtKind::Break, loop->location));
  }
  reads.insert(reads.end(), inner.begin(), inner.end());

  Stmt* turned = plan.arena.stmt(StmtKind::NeighborLoop, loop->location);
  turned->direction = loop->direction == Direction::Out ? Direction::In : Direction::Out;
  turned->symbol = item;
  turned->of = loop->symbol;
  turned->edge = loop->edge;
  turned->settles = outer_condition != nullptr;
  turned->body = {guard(plan, is_active(plan, plan.active.marks, item), std::move(reads))};

  plan.stage()->gate = nullptr;  // asked for each in-neighbor instead
  plan.stage()->item = loop->symbol;
  plan.stage()->body = {outer_condition ? guard(plan, outer_condition, {turned}) : turned};
  plan.stage()->name += "_pull";
  plan.stage()->purpose = "every node reads from its active neighbors";
  plan.explanation.push_back("direction=pull: the neighbor loop is turned around; a node changes only itself" +
                             std::string(outer_condition ? ", and stops at its first active neighbor" : ""));
}

}  // namespace

const Technique direction_pull{
    .key = "direction",
    .form = "pull",
    .source = "beyond (Beamer 2012)",
    .summary = "nodes read from their active neighbors, against the edges; no atomics",
    .built_for = {Capability::AllNodes},
    .refuse = refuse,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
