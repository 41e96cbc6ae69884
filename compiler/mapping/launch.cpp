// launch=variable|spread|fixed: whether the number of threads follows the amount of work ([N] §III-F). The host knows
// how many nodes are on a worklist when it launches a kernel for them. `variable` takes as many blocks as that wants;
// `spread` makes the blocks of few nodes smaller besides, so that 1000 nodes keep 32 multiprocessors busy instead of 8;
// of teams that donate it takes no more than the device holds, as only those that have several items donate some.
// What a block has in shared memory is laid out for the largest, and every technique works with any number of whole
// warps.
#include <algorithm>

#include "compiler/mapping/build.h"
#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

using mapped::SourceKind;

bool is_listed(const mapped::Stage* stage) { return stage->source.kind == SourceKind::Worklist && stage->source.count; }

// A step over the running sums of a list has as many threads as the list has entries.
bool follows(const mapped::Stage* stage) {
  if (stage->source.kind == SourceKind::Grid) return stage->source.count;
  return is_listed(stage) && !fills_device(*stage);
}

bool launches(const LoopPlan& plan, bool (*what)(const mapped::Stage*)) {
  return std::ranges::any_of(round_stages(plan), what);
}

/// Whether the host launches a kernel for which `what` holds.
std::optional<Refusal> refuse_unless(const LoopPlan& plan, bool (*what)(const mapped::Stage*)) {
  if (launches(plan, what)) return std::nullopt;
  return meaningless("no kernel of it has a number of threads that follows a worklist", plan.region.location);
}

std::optional<Refusal> refuse_variable(const LoopPlan& plan) {
  const bool donates = launches(plan, [](const mapped::Stage* stage) { return stage->donation.has_value(); });
  if (donates && !launches(plan, follows))
    return meaningless(
        "a thread that has one node has nothing to donate, so its kernels fill the device; take `spread`",
        plan.region.location);
  return refuse_unless(plan, follows);
}

// Where every kernel for a worklist fills the device anyway, `fixed` says so.
std::optional<Refusal> refuse_fixed(const LoopPlan& plan) {
  return refuse_unless(plan, [](const mapped::Stage* stage) {
    const SourceKind kind = stage->source.kind;
    return kind == SourceKind::Worklist || kind == SourceKind::EdgeBalanced || follows(stage);
  });
}

// Donating teams loop over items that are fixed.
bool donates_fixed_items(const mapped::Stage* stage) {
  return stage->donation && !stage->work_counter && !stage->processors;
}

bool spreads(const mapped::Stage* stage) {
  return is_listed(stage) && (donates_fixed_items(stage) || !fills_device(*stage));
}

std::optional<Refusal> refuse_spread(const LoopPlan& plan) { return refuse_unless(plan, spreads); }

// A multiprocessor has no more than 64 warps.
void spread(mapped::Stage& stage) {
  constexpr int most_warps = 64;
  stage.launch.kind = mapped::LaunchKind::GridForSmall;
  if (stage.donation && !stage.launch.warps) stage.launch.warps = most_warps;
}

void rewrite_spread(LoopPlan& plan) {
  for (mapped::Stage* stage : round_stages(plan))
    if (spreads(stage)) spread(*stage);
  plan.explanation.push_back("launch=spread: blocks of fewer threads where there are fewer than multiprocessors");
}

void rewrite_fixed(LoopPlan& plan) {
  for (mapped::Stage* stage : round_stages(plan))
    if (follows(stage)) stage->launch.kind = mapped::LaunchKind::Fill;
  plan.explanation.push_back("launch=fixed: every round has as many threads as the device holds");
}

}  // namespace

const Technique launch_variable{
    .key = "launch",
    .form = "variable",
    .source = "[N] §III-F",
    .summary = "as many blocks as the active nodes of the round need",
    .machines = gpu_only,
    .needs = {Capability::DataDriven},
    .built_for = {Capability::HostControl},
    .refuse = refuse_variable,
};

const Technique launch_spread{
    .key = "launch",
    .form = "spread",
    .source = "[N] §III-F",
    .summary =
        "as many threads as the active nodes of a round need, in blocks of at most `block`, smaller where they would "
        "leave multiprocessors idle",
    .machines = gpu_only,
    .needs = {Capability::DataDriven},
    .built_for = {Capability::HostControl},
    .refuse = refuse_spread,
    .rewrite = rewrite_spread,
};

const Technique launch_fixed{
    .key = "launch",
    .form = "fixed",
    .source = "[N] §III-A",
    .summary = "as many blocks as the device holds, in every round",
    .machines = gpu_only,
    .needs = {Capability::DataDriven},
    .refuse = refuse_fixed,
    .rewrite = rewrite_fixed,
};

}  // namespace maxwarp::mapping
