// push=atomic|warp: how room for new work is reserved in a worklist ([N] §II-B, III-D).
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

void reserve(ir::Body& body, ir::Reserve how) {
  for (ir::Stmt* stmt : body) {
    if (stmt->kind == ir::StmtKind::Push) stmt->reserve = how;
    reserve(stmt->body, how);
    reserve(stmt->other, how);
  }
}

}  // namespace

const Technique push_atomic{
    .key = "push",
    .form = "atomic",
    .source = "[N] §II-B",
    .summary = "one atomic addition per item",
    .provides = {Capability::SinglePushes, Capability::OwnPushes, Capability::RangePushes},
    .needs = {Capability::ListFrontier},
    .usual_with = Capability::SharedLists,
    .rewrite =
        [](LoopPlan& plan) {
          if (!plan.next.edges) return;
          for (mapped::Stage* stage : activating_stages(plan)) reserve(stage->body, ir::Reserve::Each);
          plan.explanation.push_back("push=atomic: each edge of a node that is pushed reserves its place");
        },
};

const Technique push_warp{
    .key = "push",
    .form = "warp",
    .source = "[N] §III-D, [R] §IV-D",
    .summary = "the lanes of a warp that push together share one atomic addition",
    .machines = gpu_only,
    .provides = {Capability::OwnPushes},
    .needs = {Capability::ListFrontier},
    .rewrite =
        [](LoopPlan& plan) {
          for (mapped::Stage* stage : round_stages(plan)) reserve(stage->body, ir::Reserve::Warp);
          plan.explanation.push_back("push=warp: lanes that push together reserve room with one atomic addition");
        },
};

}  // namespace maxwarp::mapping
