// What an observer learns of the stages of a loop (`--instrument`). `--instrument=timed`: when each stage of a round
// begins and ends, whatever it works on.
#include "compiler/mapping/build.h"
#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

void time_stages(LoopPlan& plan, mapped::Sequence& controls) {
  for (mapped::Control*& control : controls) {
    time_stages(plan, control->body);
    time_stages(plan, control->other);
    if (control->kind != mapped::ControlKind::Run) continue;
    mapped::Control* observation = plan.program.control(mapped::ControlKind::Observe, control->location);
    if (plan.rounds) observation->value = plan.arena.reference(plan.rounds->round);
    observation->observed.timed = true;
    observation->body = {control};
    control = observation;
  }
}

void time_stages(LoopPlan& plan) {
  time_stages(plan, plan.choose);
  for (Way& way : plan.ways)
    for (mapped::Sequence* part : {&way.before_round, &way.operation, &way.after_round, &way.advance.complete})
      time_stages(plan, *part);
  for (mapped::Sequence* part : {&plan.after_ways.after_round, &plan.after_ways.advance.complete})
    time_stages(plan, *part);
}

}  // namespace

void observe_stages(LoopPlan& plan) {
  switch (plan.program.instrument) {
    case mapped::Instrument::None: return;
    case mapped::Instrument::Told:
    case mapped::Instrument::Counted: return tell_stages(plan);
    case mapped::Instrument::Timed: return time_stages(plan);
  }
}

}  // namespace maxwarp::mapping
