// Resolution of a mapping for one loop. Contradictions are errors that name both sides.
#include "compiler/mapping/choose.h"

#include <algorithm>
#include <sstream>

#include "compiler/mapping/diagnostics.h"

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

// `needed`: the value of an option, or a technique without its argument; several are parted by `|`.
bool satisfies(const std::string& key, const Choice& choice, const std::string& needed) {
  std::istringstream alternatives(needed);
  for (std::string one; std::getline(alternatives, one, '|');)
    if (choice.text == one || (one.find(':') == std::string::npos && choice.technique == find_technique(key, one)))
      return true;
  return false;
}

class Choosing {
 public:
  Choosing(const parallel::Control& loop, Machine machine, Diagnostics& diagnostics)
      : loop_(loop), machine_(machine), diagnostics_(diagnostics) {}

  std::optional<Choices> run(const MappingText& mapping) {
    take(mapping, false);
    take(mapping, true);
    const Choices explicit_choices = given_;
    for (const auto& [key, choice] : explicit_choices)
      if (!demand(choice, 0)) return std::nullopt;
    Choices choices = given_;
    for (const Axis& axis : axes()) choices.emplace(axis.key, known_choice(axis, standard(axis, choices)));
    return choices;
  }

 private:
  // Unlabelled settings first; those for this loop's label overwrite them.
  void take(const MappingText& mapping, bool labelled) {
    for (const Setting& setting : mapping.settings) {
      if (labelled != !setting.label.empty()) continue;
      if (labelled && setting.label != loop_.region.label) continue;
      if (!setting.axis->on(loop_) || !exists_on(*setting.choice.technique, machine_)) continue;
      given_.insert_or_assign(setting.axis->key, setting.choice);
    }
  }

  // A default asks for nothing; where what it needs was not chosen, another takes its place.
  const char* standard(const Axis& axis, const Choices& choices) const {
    if (!axis.otherwise) return axis.standard;
    const Technique& technique = *find_technique(axis.key, axis.standard);
    const bool good = exists_on(technique, machine_) && std::ranges::all_of(technique.needs, [&](const auto& need) {
                        return satisfies(need.first, choices.at(need.first), need.second);  // an axis before this one
                      });
    return good ? axis.standard : axis.otherwise;
  }

  // What a chosen technique needs is chosen too where it is free; otherwise it must agree.
  bool demand(const Choice& choice, int depth) {
    const Technique& technique = *choice.technique;
    for (const auto& [key, needed] : technique.needs) {
      if (!find_axis(key)->on(loop_)) continue;
      const auto chosen = given_.find(key);
      if (chosen != given_.end()) {
        if (satisfies(key, chosen->second, needed)) continue;
        diagnostics_.report(MappingConflict, loop_.location, technique.key, choice.text, key, needed, key,
                            chosen->second.text);
        return false;
      }
      const std::string usual = std::string(needed).substr(0, std::string_view(needed).find('|'));
      const Technique* other = find_technique(key, usual);
      if (other->parse && !other->parse("")) {
        diagnostics_.report(MappingNeeds, loop_.location, technique.key, choice.text, key, other->form);
        return false;
      }
      const Choice& implied = given_.insert_or_assign(key, known_choice(*find_axis(key), usual)).first->second;
      if (depth < 8 && !demand(implied, depth + 1)) return false;
    }
    return true;
  }

  const parallel::Control& loop_;
  Machine machine_;
  Diagnostics& diagnostics_;
  Choices given_;
};

}  // namespace

bool check_settings(const std::vector<const parallel::Control*>& loops, const MappingText& mapping, Machine machine,
                    Diagnostics& diagnostics) {
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
      diagnostics.report(MappingOfProgram, nowhere, key, value, setting.label);
      good = false;
    } else if (!labelled)
      diagnostics.report(MappingUnknownLabel, nowhere, setting.label, labels_of(loops));
    else if (!applies && !setting.label.empty())
      diagnostics.report(MappingNotOnLoop, nowhere, key, value, axis.applies, setting.label);
    else if (!applies)
      diagnostics.report(MappingNoLoop, nowhere, key, value, axis.applies);
    else if (!exists_on(*setting.choice.technique, machine))
      diagnostics.report(MappingNotHere, nowhere, key, value);
    good = good && labelled && applies;
  }
  return good;
}

std::optional<Choices> choose(const parallel::Control& loop, const MappingText& mapping, Machine machine,
                              Diagnostics& diagnostics) {
  return Choosing(loop, machine, diagnostics).run(mapping);
}

std::string describe(const MappingText& mapping) {
  std::string text;
  for (const Setting& setting : mapping.settings)
    text += (text.empty() ? "" : ",") + (setting.label.empty() ? "" : setting.label + ".") + setting.axis->key + "=" +
            setting.choice.text;
  return text.empty() ? "default" : text;
}

}  // namespace maxwarp::mapping
