// Whether the settings of a mapping are for this program and machine at all.
#include "compiler/mapping/choose.h"

namespace maxwarp::mapping {
namespace {

bool exists_on(const Technique& technique, Machine machine) {
  return (technique.machines & static_cast<unsigned>(machine)) != 0;
}

std::string labels_of(const std::vector<const parallel::Control*>& loops) {
  std::string labels;
  for (const parallel::Control* loop : loops)
    if (!loop->region.label.empty()) labels += (labels.empty() ? "`" : ", `") + loop->region.label + "`";
  return labels.empty() ? "none" : labels;
}

}  // namespace

bool check_settings(const std::vector<const parallel::Control*>& loops, const MappingText& mapping, Machine machine,
                    Findings& findings) {
  bool good = true;
  for (const Setting& setting : mapping.settings) {
    const Axis& axis = *setting.axis;
    const std::string &key = axis.key, &value = setting.choice.text;
    bool labelled = setting.label.empty(), applies = false;
    for (const parallel::Control* loop : loops) {
      if (!setting.label.empty() && loop->region.label != setting.label) continue;
      labelled = true;
      applies = applies || axis.on(*loop);
    }
    const Location nowhere;
    if (!setting.label.empty() && axis.of_program) {
      findings.say(Verdict::Kind::Wrong, {}, MappingOfProgram, nowhere, key, value, setting.label);
      good = false;
    } else if (!labelled)
      findings.say(Verdict::Kind::Wrong, {}, MappingUnknownLabel, nowhere, setting.label, labels_of(loops));
    else if (!applies && !setting.label.empty())
      findings.say(Verdict::Kind::Wrong, {}, MappingNotOnLoop, nowhere, key, value, axis.applies, setting.label);
    else if (!applies && value == axis.standard) {
      findings.say(Verdict::Kind::Ignored, {}, MappingDefaultNowhere, nowhere, key, value, axis.applies);
      applies = true;  // mappings that name every option are for any program
    } else if (!applies)
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

std::string describe(const MappingText& mapping) {
  std::string text;
  for (const Setting& setting : mapping.settings) text += (text.empty() ? "" : ",") + written(setting);
  return text.empty() ? "default" : text;
}

}  // namespace maxwarp::mapping
