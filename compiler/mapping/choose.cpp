// Whether the settings of a mapping are for this program and machine at all.
#include "compiler/mapping/choose.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace maxwarp::mapping {
namespace {

// What loops can be called, those with a label by it, in the order of the program.
std::string names_of(const std::vector<const parallel::Control*>& loops) {
  std::vector<std::string> names;
  for (const parallel::Control* loop : loops) {
    const std::string& name = loop->region.label.empty() ? loop->region.name : loop->region.label;
    if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names.empty() ? "none" : fmt::format("`{}`", fmt::join(names, "`, `"));
}

}  // namespace

bool is_called(const parallel::Control& loop, const std::string& name) {
  return !name.empty() && (loop.region.label == name || loop.region.name == name);
}

bool check_settings(const std::vector<const parallel::Control*>& loops, const MappingText& mapping, Machine machine,
                    Findings& findings) {
  bool good = true;
  for (const Setting& setting : mapping.settings) {
    const Axis& axis = *setting.axis;
    // Whether the axis is of a loop whose rounds another option has taken away.
    const auto applied = [&](const parallel::Control* loop) {
      parallel::Control before = *loop;
      before.kind = parallel::ControlKind::Rounds;
      return loop->kind == parallel::ControlKind::Union && axis.on(before);
    };
    const std::string &key = axis.key, &value = setting.choice.text;
    bool labelled = setting.label.empty(), applies = false;
    for (const parallel::Control* loop : loops) {
      if (!setting.label.empty() && !is_called(*loop, setting.label)) continue;
      labelled = true;
      applies = applies || axis.on(*loop);
    }
    const Location nowhere;
    if (!setting.label.empty() && axis.of_program) {
      findings.say(Verdict::Kind::Wrong, {}, MappingOfProgram, nowhere, key, value, setting.label);
      good = false;
    } else if (!labelled)
      findings.say(Verdict::Kind::Wrong, {}, MappingUnknownLabel, nowhere, setting.label, names_of(loops));
    else if (!applies && !setting.label.empty())
      findings.say(Verdict::Kind::Wrong, {}, MappingNotOnLoop, nowhere, key, value, axis.applies, setting.label);
    else if (!applies && (value == axis.standard || (axis.otherwise && value == axis.otherwise))) {
      findings.say(Verdict::Kind::Ignored, {}, MappingDefaultNowhere, nowhere, key, value, axis.applies);
      applies = true;  // mappings that name every option are for any program
    } else if (!applies && std::ranges::any_of(loops, applied))
      findings.say(Verdict::Kind::Wrong, {}, MappingNoRounds, nowhere, key, value, axis.applies);
    else if (!applies)
      findings.say(Verdict::Kind::Wrong, {}, MappingNoLoop, nowhere, key, value, axis.applies);
    else if (!exists_on(*setting.choice.technique, machine))
      findings.say(Verdict::Kind::Ignored, {}, MappingNotHere, nowhere, key, value);
    good = good && labelled && applies;
  }
  return good;
}

std::string written(const Setting& setting) {
  return (setting.label.empty() ? "" : setting.label + ".") + setting.axis->key + "=" + setting.choice.text;
}

std::string describe(const MappingText& mapping, Machine machine) {
  std::string text;
  for (const Setting& setting : mapping.settings)
    if (exists_on(*setting.choice.technique, machine)) text += (text.empty() ? "" : ",") + written(setting);
  return text.empty() ? default_mapping : text;
}

}  // namespace maxwarp::mapping
