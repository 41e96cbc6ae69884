// distribution=static|dynamic[:CHUNK], resident=WARPS, sms=N: which warp gets which items ([H] §3.2, Fig. 8b, 10).
// Dynamic: only as many warps as the device holds at once, each takes the next piece of the items when it is done with
// the last one. Always legal: the iterations of a parallel loop run in any order, and on any warp.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using mapped::SourceKind;
using mapped::TeamKind;

// A multiprocessor holds whole blocks.
std::optional<Refusal> refuse_warps(const LoopPlan& plan) {
  const long warps = plan.choice("resident").number(), block = plan.choice("block").number();
  if (warps * 32 % block == 0) return std::nullopt;
  return meaningless(std::to_string(warps) + " warps are no whole number of blocks of " + std::to_string(block) +
                         " threads; take another `block`, such as `block=32`",
                     plan.region.location);
}

bool has_items(const mapped::Control& control) {
  if (!control.stage) return false;
  const SourceKind kind = control.stage->source.kind;
  return kind != SourceKind::Once && kind != SourceKind::Grid && kind != SourceKind::EdgeBalanced &&
         kind != SourceKind::Edges;
}

// Every stage of the round has a counter of its own, set to zero before it.
std::vector<mapped::Control*> counted(LoopPlan& plan, const std::vector<mapped::Control*>& controls,
                                      std::optional<long> items) {
  std::vector<mapped::Control*> round;
  for (mapped::Control* control : controls) {
    control->body = counted(plan, control->body, items);
    control->other = counted(plan, control->other, items);
    if (has_items(*control)) {
      mapped::Stage& stage = *control->stage;
      stage.work_counter = make_storage(plan, stage.name + "_taken", mapped::StorageKind::Cell, ir::Scalar::Long);
      // A block that has all its threads on one node takes outliers one by one.
      stage.piece = &stage != plan.stage() && stage.team.kind == TeamKind::Block ? 1
                                                                                 : static_cast<int>(items.value_or(0));
      round.push_back(clear(plan, stage.work_counter));
    }
    round.push_back(control);
  }
  return round;
}

void rewrite_dynamic(LoopPlan& plan) {
  const auto items = plan.choice("distribution").number_if_any();
  Way& way = plan.way();
  for (mapped::Sequence* part : {&way.before_round, &way.operation, &way.after_round})
    *part = counted(plan, *part, items);
  plan.explanation.push_back("distribution=dynamic: resident warps take " +
                             (items ? std::to_string(*items) : std::string("some")) + " items at a time" +
                             (plan.stage()->team.kind == TeamKind::Tile ? " for each virtual warp" : "") +
                             ", when they are done with the last ones");
}

void rewrite_warps(LoopPlan& plan) {
  const auto warps = static_cast<int>(plan.choice("resident").number());
  for (mapped::Stage* stage : stages_of(plan.way()))
    if (stage->source.kind != SourceKind::Once) stage->launch = {.kind = mapped::LaunchKind::Fill, .warps = warps};
}

void rewrite_processors(LoopPlan& plan) {
  for (mapped::Stage* stage : stages_of(plan.way())) stage->processors = static_cast<int>(plan.choice("sms").number());
}

}  // namespace

const Technique distribution_static{
    .key = "distribution",
    .form = "static",
    .source = "[H]",
    .summary = "the items of each warp are fixed by its index (grid-stride loop)",
    .provides = {Capability::FixedItems},
};

const Technique distribution_dynamic{
    .key = "distribution",
    .form = "dynamic[:CHUNK]",
    .source = "[H] §3.2, Fig. 8b",
    .summary = "resident warps only; when it is free, each takes CHUNK items, or as many for each of its virtual warps",
    .machines = gpu_only,
    .trials = {"dynamic", "dynamic:64"},
    .probes = {"dynamic", "dynamic:5"},
    .provides = {Capability::TakenItems},
    // Edges that are shared evenly leave nothing that a free warp could take from a busy one.
    .needs = {Capability::OneOwner},
    .parse = parse_optional_number<1, 1 << 20>,
    .expected = "a number of items from 1 to 1048576, or nothing",
    .rewrite = rewrite_dynamic,
};

const Technique resident_all{
    .key = "resident",
    .form = "all",
    .source = "[H]",
    .summary = "as many warps per multiprocessor as it holds",
    .machines = gpu_only,
};

const Technique resident_warps{
    .key = "resident",
    .form = "WARPS",
    .source = "[H] Fig. 10",
    .summary = "at most that many warps per multiprocessor at a time; a resident kernel has registers for so many",
    .machines = gpu_only,
    .trials = {"32"},
    .probes = {"8"},
    .parse = parse_number<1, 64>,
    .expected = "a number of warps from 1 to 64",
    .refuse = refuse_warps,
    .rewrite = rewrite_warps,
};

const Technique processors_all{
    .key = "sms",
    .form = "all",
    .source = "[H]",
    .summary = "all multiprocessors work",
    .machines = gpu_only,
    .provides = {Capability::AnyProcessor},
};

const Technique processors_some{
    .key = "sms",
    .form = "N",
    .source = "[H] Fig. 10",
    .summary = "only N multiprocessors work",
    .machines = gpu_only,
    .probes = {"2"},
    // Blocks that do not work leave no items of theirs behind.
    .needs = {Capability::TakenItems},
    .parse = parse_number<1, 1024>,
    .expected = "a number of multiprocessors from 1 to 1024",
    .rewrite = rewrite_processors,
};

}  // namespace maxwarp::mapping
