// worklist=global|hierarchical: the levels of a worklist ([N] §III-B). hierarchical: the threads of a block push to a list in shared
// memory; at the end of the stage the block appends it to the global list, with one reservation of room. What finds no room in
// shared memory goes to the global list at once.
#include "compiler/mapping/build.h"

#include <algorithm>

namespace maxwarp::mapping {
namespace {

using ir::Stmt;
using ir::StmtKind;

// A block's static shared memory is 48 KiB; the list takes 4 KiB and a few bytes of it, a staged node 24.
std::optional<Refusal> refuse(const LoopPlan &plan) {
  const mapped::Team &team = plan.main->team;
  const long chunks = team.staged ? *number(plan.choice("block"), 32, 1024) / team.width * team.chunk * 24 : 0;
  if (chunks + 4 * 1024 + 64 <= 48 * 1024) return std::nullopt;
  return Refusal{"the block's list and its chunks do not fit into 48 KiB of shared memory; take a smaller `chunk` or `block`, a larger "
                 "W, or `stage=direct`", plan.region.location};
}

void rewrite(LoopPlan &plan) {
  for (mapped::Stage *stage : stages_of(plan.round)) {
    const ir::Symbol *pending = plan.arena.local("pending", ir::Scalar::Node, ir::SymbolKind::Variable);
    if (through_batch(stage->body, plan.next, pending)) stage->batches.push_back({plan.next, pending, true, true});
  }
  plan.explanation.push_back("worklist=hierarchical: a block collects what its threads push in shared memory and appends it to the "
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
    .needs = {{"activation", "data|hybrid|partition"}, {"push", "atomic"}, {"frontier", "queue"}},
    .refuse = refuse,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
