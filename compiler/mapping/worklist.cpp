// worklist=global|hierarchical: the levels of a worklist ([N] §III-B). hierarchical: the threads of a block push to a
// list in shared memory: node by node, the lanes of a warp together (push=warp), or a batch at a time (push=chunked; by
// a prefix sum over the block: push=block). At the end of the stage the block appends it to the global list, with one
// reservation of room. What finds no room in shared memory goes to the global list at once.
#include <maxwarp/sizes.h>

#include <algorithm>

#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Stmt;
using ir::StmtKind;

// What teams have collected goes to the list of the block. Whether there is something.
bool collects(mapped::Stage& stage, const ir::Symbol* list, const ir::Symbol* pending) {
  bool some = false;
  for (mapped::Batch& batch : stage.batches) {
    if (batch.list != list) continue;
    batch.into = pending;
    some = true;
  }
  return some;
}

void rewrite(LoopPlan& plan) {
  bool some = false;
  for (mapped::Stage* stage : round_stages(plan)) {
    const ir::Symbol* pending = plan.arena.local("pending", ir::Scalar::Node, ir::SymbolKind::Variable);
    if (!collects(*stage, plan.next.list, pending) && !through_batch(stage->body, plan.next.list, pending, true))
      continue;
    stage->batches.push_back(
        {plan.next.list, pending, sizes::block_list_places, mapped::Appended::ByBlock, nullptr, true});
    some = true;
  }
  if (!some) return;
  plan.explanation.push_back(
      "worklist=hierarchical: a block collects what its threads push in shared memory and appends it to the "
      "worklist at the end");
}

}  // namespace

const Technique worklist_global{
    .key = "worklist",
    .form = "global",
    .source = "[N] §III-A",
    .summary = "nodes are pushed to the list in device memory",
    .machines = gpu_only,
};

const Technique worklist_hierarchical{
    .key = "worklist",
    .form = "hierarchical",
    .source = "[N] §III-B",
    .summary = "a block collects nodes in shared memory and appends them at the end",
    .machines = gpu_only,
    .provides = {Capability::SharedLists},
    .needs = {Capability::ListFrontier},
    .built_for = {Capability::NodeWorklist, Capability::OwnPushes},
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
