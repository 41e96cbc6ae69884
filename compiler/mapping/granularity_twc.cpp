// granularity=twc: thread, warp or block a node, by the number of its edges, in one kernel (Merrill, Garland, Grimshaw
// 2012, §5.3, "CTA + warp + scan" without the scan). The threads of a block take a node each. Nodes of at least as many
// edges as a block has threads wait for the whole block, nodes of at least 32 for a warp, and a thread walks the edges
// of its node alone if there are fewer.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using mapped::TeamKind;

// What tells the size of an item is the number of its edges.
std::optional<Refusal> refuse(const LoopPlan& plan) {
  bool walks = false;
  ir::walk(plan.stage()->body, [&](const ir::Stmt* stmt) {
    walks = walks || (stmt->kind == ir::StmtKind::NeighborLoop && stmt->of == plan.stage()->item);
  });
  if (walks) return std::nullopt;
  return not_yet("without a neighbor loop over the row of its item, the amount of work is unknown",
                 plan.region.location);
}

void rewrite(LoopPlan& plan) {
  mapped::Stage& stage = *plan.stage();
  const long block = plan.choice("block").number();
  stage.team = {.kind = TeamKind::BySize, .work = work_of(plan, stage.body, stage.item)};
  if (block > 32) stage.team.parts.push_back({TeamKind::Block, 1, block});
  stage.team.parts.push_back({TeamKind::Tile, 32, 32});
  stage.team.parts.push_back({TeamKind::Lane});
  plan.explanation.push_back("granularity=twc: a node with at least 32 edges gets a warp, one with at least " +
                             std::to_string(block) + " a block, any other a thread");
}

}  // namespace

const Technique granularity_twc{
    .key = "granularity",
    .form = "twc",
    .source = "beyond (Merrill, Garland, Grimshaw 2012)",
    .summary = "a thread, a warp or a block per node, by the number of its edges, in one kernel",
    .machines = gpu_only,
    .provides = {Capability::NodeWorklist, Capability::ManyTeams, Capability::OneOwner, Capability::BatchOwner,
                 Capability::NodeLists},
    .refuse = refuse,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
