// donate=none|auto|T: threads or virtual warps with more work than others of their block donate items ([N] §III-E,
// Fig. 3). Before one begins it adds up the edges of its items; if those are more than T above the average of its
// block, it puts the items beyond the average into a box in shared memory, from which the block takes what is left when
// it is done with its own. Always legal: the iterations of a parallel loop run in any order, and on any thread.
#include <map>

#include "compiler/mapping/build.h"
#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

using ir::StmtKind;

constexpr long usual_threshold = 32;

std::optional<Refusal> refuse(const LoopPlan& plan) {
  if (plan.region.domain == parallel::Domain::Range)
    return meaningless("the items of the loop are indices, which have no edges that tell their work",
                       plan.region.location);
  if (!ir::contains(plan.region.body, StmtKind::NeighborLoop))
    return meaningless("the loop has no neighbor loop, so no item has more edges to walk than others",
                       plan.region.location);
  return std::nullopt;
}

// The edges of a piece of a split node: its loops walk from and to where locals say.
const ir::Expr* work_of_piece(LoopPlan& plan, const mapped::Stage& stage) {
  std::map<const ir::Symbol*, const ir::Expr*> values;
  const ir::Expr* work = nullptr;
  ir::walk(stage.body, [&](const ir::Stmt* stmt) {
    if (stmt->kind == StmtKind::Declare) values[stmt->symbol] = stmt->value;
    if (stmt->kind != StmtKind::NeighborLoop || !stmt->first || stmt->first->kind != ir::ExprKind::Reference) return;
    const auto first = values.find(stmt->first->symbol), end = values.find(stmt->end->symbol);
    if (first == values.end() || end == values.end()) return;
    const ir::Expr* edges = plan.arena.binary(ir::BinaryOp::Sub, end->second, first->second, ir::Scalar::Long);
    work = work ? plan.arena.binary(ir::BinaryOp::Add, work, edges, ir::Scalar::Long) : edges;
  });
  return work;
}

// The last group of a list may have fewer nodes than the others.
const ir::Expr* work_in_groups(LoopPlan& plan, const mapped::Stage& stage, const ir::Expr* work) {
  if (stage.source.group == 1) return work;
  ir::Expr* weighed = plan.arena.expr(ir::ExprKind::Conditional, ir::Scalar::Int);
  const ir::Expr* nodes = plan.arena.call(ir::Builtin::Nodes, ir::Scalar::Int, {});
  weighed->operands = {plan.arena.binary(ir::BinaryOp::Lt, plan.arena.reference(stage.item), nodes, ir::Scalar::Bool),
                       work, plan.arena.integer(0)};
  return weighed;
}

// A team that has one item has nothing to donate: the launch fills the device, and teams take turns.
void rewrite(LoopPlan& plan) {
  mapped::Stage& stage = *plan.stage();
  const ir::Expr* of_piece = stage.item == plan.region.item ? nullptr : work_of_piece(plan, stage);
  stage.donation = {.work = of_piece ? of_piece : work_in_groups(plan, stage, work_of(plan, stage.body, stage.item))};
  stage.donation->excess = plan.choice("donate").number_if_any().value_or(usual_threshold);
  plan.explanation.push_back(
      "donate=" + plan.choice("donate").text + ": " +
      (stage.team.kind == mapped::TeamKind::Lane ? "threads" : "virtual warps") + " with more than " +
      std::to_string(stage.donation->excess) +
      " edges above the average of their block donate nodes to threads or warps that finish early" +
      (stage.work_counter ? "; blocks take the items, within which they donate" : ""));
}

}  // namespace

void weigh_acting_items(mapped::Stage& stage) {
  if (stage.donation && is_condition(stage.body)) stage.donation->acts = stage.body.front()->condition;
}

const Technique donate_none{
    .key = "donate",
    .form = "none",
    .source = "[N] §III-A",
    .summary = "each team processes its own items",
    .machines = gpu_only,
    .provides = {Capability::FixedItems},
};

const Technique donate_auto{
    .key = "donate",
    .form = "auto",
    .source = "[N] §III-E, Fig. 3",
    .summary = "as donate=32",
    .machines = gpu_only,
    .needs = {Capability::ManyTeams},
    .built_for = {Capability::SmallTeams},
    .refuse = refuse,
    .rewrite = rewrite,
};

const Technique donate_from{
    .key = "donate",
    .form = "THRESHOLD",
    .source = "[N] §III-E, Fig. 3",
    .summary = "threads or virtual warps with more than THRESHOLD edges above their block's average donate nodes to it",
    .machines = gpu_only,
    .trials = {"128"},
    .probes = {"0"},
    .needs = {Capability::ManyTeams},
    .built_for = {Capability::SmallTeams},
    .parse = parse_number<0, 1L << 31>,
    .expected = "a number of edges from 0 to 2147483648",
    .refuse = refuse,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
