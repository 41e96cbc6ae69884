// granularity=warp:static: virtual warps whose width follows from the degrees of the graph, before the run ([C] §5.4,
// "static analysis"). The view of the graph has it: the width that is expected to leave the fewest lanes without an
// edge if all nodes act, where the longest of a warp's 32 / W nodes is the largest of so many draws without replacement
// from the histogram of the degrees (maxwarp/degree_width.h).
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Builtin;
using ir::Scalar;

const ir::Expr* width_of(LoopPlan& plan, Builtin builtin) { return plan.arena.call(builtin, Scalar::Int, {}); }

/// The loops over neighbors of the item, by the edges that they walk.
struct Walks {
  bool out = false, in = false;
};
Walks walks_of(const LoopPlan& plan) {
  Walks walks;
  ir::walk(plan.stage()->body, [&](const ir::Stmt* stmt) {
    if (stmt->kind == ir::StmtKind::NeighborLoop && stmt->of == plan.stage()->item)
      (stmt->direction == ir::Direction::Out ? walks.out : walks.in) = true;
  });
  return walks;
}

std::optional<Refusal> refuse(const LoopPlan& plan) {
  const Walks walks = walks_of(plan);
  if (walks.out || walks.in) return std::nullopt;
  return not_yet("without a neighbor loop over the row of its item, no degrees tell the work", plan.region.location);
}

void rewrite(LoopPlan& plan) {
  const Walks walks = walks_of(plan);
  const ir::Expr* width = width_of(plan, walks.out ? Builtin::EfficientOutwidth : Builtin::EfficientInwidth);
  if (walks.out && walks.in)
    width = plan.arena.call(Builtin::Max, Scalar::Int, {width, width_of(plan, Builtin::EfficientInwidth)});
  mapped::Control* choice = plan.program.control(mapped::ControlKind::Let, plan.region.location);
  choice->symbol = plan.arena.local("width", Scalar::Int, ir::SymbolKind::Variable);
  choice->value = width;
  plan.way().before_round.push_back(choice);
  plan.stage()->team = {.kind = mapped::TeamKind::Tile, .width = 32, .chosen = choice->symbol};
  plan.explanation.push_back(
      "granularity=warp:static: virtual warps of 1, 2, 4, 8, 16 or 32 lanes, as wide as is expected to leave the "
      "fewest lanes without an edge, from the histogram of the degrees");
}

}  // namespace

const Technique granularity_warp_static{
    .key = "granularity",
    .form = "warp:static",
    .source = "[C] §5.4",
    .summary = "virtual warps, as wide as the histogram of the degrees suggests",
    .machines = gpu_only,
    .trials = {"warp:static"},
    .probes = {"warp:static"},
    .provides = {Capability::NodeWorklist, Capability::TileTeams, Capability::WideTeams, Capability::ManyTeams,
                 Capability::SmallTeams, Capability::OneOwner, Capability::BatchOwner, Capability::NodeLists},
    .built_for = {Capability::HostControl},
    .refuse = refuse,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
