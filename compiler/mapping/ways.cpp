// The controls of a round from the ways of a loop: their anchors in order, joined by the conditions of the ways.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

// The next list is empty before anything is appended to it.
mapped::Sequence emptied(LoopPlan& plan, Sink sink) {
  if (sink != Sink::List || !plan.next.list) return {};
  return {clear(plan, plan.next.list)};
}

mapped::Sequence advance(LoopPlan& plan, const Advance& advance) {
  mapped::Sequence controls;
  if (!advance.complete.empty()) controls.push_back(read_back(plan, plan.count, plan.next.list));
  append(controls, advance.complete);
  for (const auto& [active, next] : advance.swaps) controls.push_back(swap(plan, active, next));
  if (advance.counted) controls.push_back(read_back(plan, plan.count, advance.counted));
  return controls;
}

mapped::Sequence round_of(LoopPlan& plan, const Way& way, const mapped::Sequence& sums) {
  mapped::Sequence controls;
  for (const mapped::Sequence* part : {&way.before_round, &way.operation, &way.after_round, &sums})
    append(controls, *part);
  append(controls, advance(plan, way.advance));
  return controls;
}

}  // namespace

mapped::Sequence start_of(LoopPlan& plan) {
  mapped::Sequence controls = emptied(plan, plan.start_sink);
  append(controls, plan.start);
  append(controls, advance(plan, plan.start_advance));
  return controls;
}

mapped::Sequence round_of(LoopPlan& plan, const mapped::Sequence& sums) {
  mapped::Sequence controls = round_of(plan, plan.ways.front(), sums);
  for (std::size_t i = 1; i < plan.ways.size(); ++i) {
    mapped::Control* choice = plan.program.control(mapped::ControlKind::If, plan.region.location);
    choice->condition = plan.ways[i].when;
    choice->body = round_of(plan, plan.ways[i], sums);
    choice->other = std::move(controls);
    controls = {choice};
  }
  mapped::Sequence round = emptied(plan, plan.ways.front().sink);
  append(round, plan.choose);
  append(round, controls);
  append(round, round_of(plan, plan.after_ways, {}));
  return round;
}

}  // namespace maxwarp::mapping
