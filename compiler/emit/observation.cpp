// What the host tells an observer of a stage that it is about to start (`--instrument`).
#include <fmt/format.h>

#include "compiler/emit/host.h"
#include "compiler/emit/text.h"

namespace maxwarp::emit {

void HostPrinter::observe(const mapped::Control& control) {
  const mapped::Observed& observed = control.observed;
  const mapped::Stage& stage = *control.body.front()->stage;
  std::string members = ".name = " + quoted(program_names_.of(stage));
  if (control.value) members += ", .round = " + expressions_.print(control.value);
  members += observed.timed ? (stage.of_operator ? ", .of_operator = true" : "") : observed_work(observed, stage);
  const std::string list = observed.list ? ", " + storage_name(observed.list) : "";
  if (observation_.empty()) observation_ = names_.fresh("observed");
  line("{");
  line(fmt::format("const Observation {}(options.observer, {{{}}}{});", observation_, members, list));
  sequence(control.body);
  line("}");
}

// What it works on.
std::string HostPrinter::observed_work(const mapped::Observed& observed, const mapped::Stage& stage) {
  std::string members;
  const auto member = [&](const char* own, const std::string& value) {
    members += fmt::format(", .{} = {}", own, value);
  };
  const std::string width = stage.team.chosen ? name(stage.team.chosen) : "";
  const auto lanes = [&](int number) { return stage.team.chosen ? width : std::to_string(number); };
  if (observed.lanes) member("lanes", lanes(observed.lanes));
  if (observed.lanes && stage.team.chunk > 1)
    member("chunk", std::to_string(stage.team.chunk) + (stage.team.scaled ? " * " + width : ""));
  constexpr const char* places[] = {"Unknown", "Listed", "All", "Packed"};
  if (observed.places != mapped::Places::Unknown)
    member("places", fmt::format("Places::{}", places[static_cast<int>(observed.places)]));
  if (observed.out) member("out", "true");
  if (observed.in) member("in", "true");
  if (stage.source.done) member("done", name(stage.source.done));
  if (stage.source.most) member("most", expressions_.print(stage.source.most));
  if (!observed.told) member("told", "false");
  if (observed.steps) member("steps", storage_name(observed.steps));
  if (observed.steps && observed.step_lanes > 1) member("step_lanes", lanes(observed.step_lanes));
  if (observed.whole) member("whole", "true");
  if (stage.donation && stage.donation->counted) member("donates", "true");
  if (observed.changes) member("changes", "true");
  return members;
}

}  // namespace maxwarp::emit
