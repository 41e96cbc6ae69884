// granularity=block: one block per node ([N] §VI; the team of outliers=defer for every node). Serial code runs in all
// threads, its effects in one; neighbors are strided over the block.
#include "compiler/mapping/technique.h"

namespace maxwarp::mapping {
namespace {

void rewrite(LoopPlan& plan) {
  plan.stage()->team.kind = mapped::TeamKind::Block;
  plan.explanation.push_back("granularity=block: one block per node; its threads stride over the neighbors");
}

}  // namespace

const Technique granularity_block{
    .key = "granularity",
    .form = "block",
    .source = "[N] §VI",
    .summary = "one block per node",
    .machines = gpu_only,
    .provides = {Capability::NodeWorklist, Capability::WideTeams, Capability::OneOwner, Capability::BatchOwner,
                 Capability::NodeLists},
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
