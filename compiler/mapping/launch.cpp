// launch=variable|fixed: whether the number of threads follows the amount of work ([N] §III-F). The host knows how many nodes
// are on a worklist when it launches a kernel for them.
#include "compiler/mapping/build.h"

#include <algorithm>

namespace maxwarp::mapping {
namespace {

bool follows(const mapped::Stage *stage) { return stage->source.kind == mapped::SourceKind::Worklist && stage->source.count; }

std::optional<Refusal> refuse_fixed(const LoopPlan &plan) {
  if (std::ranges::any_of(stages_of(plan.round), follows)) return std::nullopt;
  return Refusal{"no kernel of it has a number of threads that follows a worklist", plan.region.location};
}

void rewrite_fixed(LoopPlan &plan) {
  for (mapped::Stage *stage : stages_of(plan.round))
    if (follows(stage)) stage->source.count = nullptr;
  plan.explanation.push_back("launch=fixed: every round has as many threads as the device holds");
}

}  // namespace

const Technique launch_variable{
    .key = "launch",
    .form = "variable",
    .source = "[N] §III-F",
    .summary = "as many blocks as the active nodes of a round want",
    .machines = gpu_only,
};

const Technique launch_fixed{
    .key = "launch",
    .form = "fixed",
    .source = "[N] §III-A",
    .summary = "as many blocks as the device holds, in every round",
    .machines = gpu_only,
    .needs = {{"activation", "data|hybrid|partition"}},
    .refuse = refuse_fixed,
    .rewrite = rewrite_fixed,
};

}  // namespace maxwarp::mapping
