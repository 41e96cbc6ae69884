// push=block|chunked: threads keep what they push until room can be reserved for much of it at once ([N] §III-C, D,
// [R] §IV-D). An operator runs once, since an activation may hang on what an atomic operation has found; so nodes are
// collected, not counted in a run of their own. A thread holds a few; a full batch is appended at once, so no degree is
// too large.
#include <maxwarp/sizes.h>

#include <algorithm>

#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Stmt;
using ir::StmtKind;

// Where the edges of a node are distributed, many threads push at one node: the batches are those of the stage.
bool has_node_alone(const mapped::Stage& stage) {
  return stage.source.kind != mapped::SourceKind::Edges && stage.source.kind != mapped::SourceKind::EdgeBalanced;
}

// Whether something is pushed.
bool collect(LoopPlan& plan, bool whole_stage) {
  bool some = false;
  for (mapped::Stage* stage : round_stages(plan)) {
    const ir::Symbol* batch = plan.arena.local("batch", ir::Scalar::Node, ir::SymbolKind::Variable);
    if (!through_batch(stage->body, plan.next.list, batch)) continue;
    some = true;
    const bool at_end = whole_stage || !has_node_alone(*stage);
    stage->batches.push_back({plan.next.list, batch, sizes::batch_places, at_end});
    if (at_end) continue;
    Stmt* append = plan.arena.stmt(StmtKind::Append);
    append->storage = plan.next.list;
    append->symbol = batch;
    stage->operation().push_back(append);
  }
  return some;
}

}  // namespace

const Technique push_block{
    .key = "push",
    .form = "block",
    .source = "[N] §III-D",
    .summary = "a prefix sum over the nodes that a block has collected; one atomic addition per block",
    .machines = gpu_only,
    .needs = {Capability::ListFrontier},
    .rewrite =
        [](LoopPlan& plan) {
          if (!collect(plan, true)) return;
          plan.explanation.push_back(
              "push=block: threads collect what they push; at the end a prefix sum over the block and one "
              "atomic addition reserve room for all of it");
        },
};

const Technique push_chunked{
    .key = "push",
    .form = "chunked",
    .source = "[N] §III-C, [R] §IV-D",
    .summary = "one atomic addition for all nodes that one item pushes",
    .machines = gpu_only,
    .needs = {Capability::ListFrontier, Capability::OneOwner},
    .rewrite =
        [](LoopPlan& plan) {
          if (!collect(plan, false)) return;
          plan.explanation.push_back(
              "push=chunked: the nodes that an item pushes are collected; one atomic addition reserves room for them");
        },
};

}  // namespace maxwarp::mapping
