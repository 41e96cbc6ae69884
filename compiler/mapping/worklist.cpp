// worklist=global|hierarchical: the levels of a worklist ([N] §III-B). hierarchical: the threads of a block push to a
// list in shared memory: node by node, the lanes of a warp together (push=warp), or a batch at a time (push=chunked; by
// a prefix sum over the block: push=block). At the end of the stage the block appends it to the global list, with one
// reservation of room. What finds no room in shared memory goes to the global list at once. Where threads count what
// they push (push=scan), the block divides its list evenly among its threads at the end, and these count their parts;
// so there are no atomic operations on the global list.
#include <maxwarp/sizes.h>

#include <algorithm>

#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Stmt;
using ir::StmtKind;

// Gives the block of a stage a list for what it pushes. Whether there is something.
bool collect(LoopPlan& plan, mapped::Stage& stage) {
  const ir::Symbol* list = plan.next.list;
  mapped::Batch block{list,
                      plan.arena.local("pending", ir::Scalar::Node, ir::SymbolKind::Variable),
                      sizes::block_list_places,
                      mapped::Appended::ByBlock,
                      nullptr,
                      true};
  const auto own = std::ranges::find(stage.batches, list, &mapped::Batch::list);
  const bool batched = own != stage.batches.end(), counted = batched && own->slots;
  if (batched && !counted) {  // what teams have collected goes to the list of the block
    own->into = block.batch;
    stage.batches.push_back(block);
    return true;
  }
  if (!through_batch(stage.body, list, block.batch, true)) return false;
  if (counted) block.into = own->batch;
  stage.batches.insert(stage.batches.begin(), block);  // it is divided before threads tell what they have
  return true;
}

void rewrite(LoopPlan& plan) {
  bool some = false, counted = false;
  for (mapped::Stage* stage : round_stages(plan)) {
    if (!collect(plan, *stage)) continue;
    some = true;
    counted = counted || (stage->batches.front().shared && stage->batches.front().into);
  }
  if (!some) return;
  plan.explanation.push_back(
      std::string("worklist=hierarchical: a block collects what its threads push in shared memory and ") +
      (counted ? "divides it among them at the end, before they are counted"
               : "appends it to the worklist at the end"));
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
    .needs = {Capability::ListFrontier, Capability::OwnPushes},
    .built_for = {Capability::NodeWorklist},
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
