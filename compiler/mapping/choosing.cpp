// The choices of one loop. What the given techniques ask of free axes is chosen for them; what they ask of each other
// has to be there, or the refusal names both sides.
#include <algorithm>
#include <set>

#include "compiler/mapping/choose.h"

namespace maxwarp::mapping {
namespace {

using Kind = Verdict::Kind;

std::string written(const Choice& choice) { return std::string(choice.technique->key) + "=" + choice.text; }

/// A capability that a chosen technique asks for, by its meaning (Wrong without it) or as far as it is built (NotYet).
struct Demand {
  const Choice* by;
  Capability capability;
  Kind without;
  bool for_facts = false;  // results would be wrong without it: nothing else is in the way
};

class Choosing {
 public:
  Choosing(const parallel::Control& loop, Machine machine, Findings& findings)
      : loop_(loop), machine_(machine), findings_(findings) {}

  std::optional<Chosen> run(const MappingText& mapping) {
    take(mapping, false);
    take(mapping, true);
    for (const auto& [key, choice] : chosen_) given_.insert(key);
    for (std::size_t i = 0; i < axes().size() && imply(); ++i) continue;  // what is implied may ask for more
    leave_out_defaults();
    if (!agree()) return std::nullopt;
    Chosen chosen{complete(), {}};
    for (const auto& [key, choice] : chosen_) chosen.asked.insert(key);
    return chosen;
  }

 private:
  // Unlabelled settings first; those for this loop's label overwrite them.
  void take(const MappingText& mapping, bool labelled) {
    for (const Setting& setting : mapping.settings) {
      if (labelled != !setting.label.empty()) continue;
      if (labelled && !is_called(loop_, setting.label)) continue;
      if (!setting.axis->on(loop_) || !exists_on(*setting.choice.technique, machine_)) continue;
      chosen_.insert_or_assign(setting.axis->key, setting.choice);
    }
  }

  // What the axis is at on this machine where nothing else is asked of it.
  bool is_default(const Choice& choice) const {
    const Axis& axis = *find_axis(choice.technique->key);
    const bool standard = exists_on(*find_technique(axis.key, axis.standard), machine_);
    return choice.text == (standard || !axis.otherwise ? axis.standard : axis.otherwise);
  }

  // A default that is given by name asks for nothing, as one that is not: a file of mappings may name all options.
  // Where it means nothing beside the others it is left out; where another default takes its place, it is in conflict.
  void leave_out_defaults() {
    for (const Axis& axis : axes()) {
      const auto given = chosen_.find(axis.key);
      if (given == chosen_.end() || !given_.contains(axis.key) || !is_default(given->second)) continue;
      const Choice choice = given->second;
      chosen_.erase(given);
      const Choices all = complete();
      if (is_met(axis, choice, all) || standard(axis, all).technique) {
        chosen_.emplace(axis.key, choice);
        if (!is_met(axis, choice, all)) strict_.insert(axis.key);
        continue;
      }
      given_.erase(axis.key);
      findings_.say(Kind::Ignored, {}, MappingDefaultAlone, loop_.location, written(choice));
    }
  }

  bool asks_nothing(const Choice& choice) const {
    const std::string key = choice.technique->key;
    return given_.contains(key) && !strict_.contains(key) && is_default(choice);
  }

  static std::vector<Demand> demands_of(const Choice& choice) {
    std::vector<Demand> demands;
    for (const Capability capability : choice.technique->needs) demands.push_back({&choice, capability, Kind::Wrong});
    for (const Capability capability : choice.technique->sound_with)
      demands.push_back({&choice, capability, Kind::Wrong, true});
    for (const Capability capability : choice.technique->built_for)
      demands.push_back({&choice, capability, Kind::NotYet});
    return demands;
  }

  // An axis that the machine does not have asks for nothing.
  bool hangs_on(const Axis& axis, Capability capability) const {
    return std::ranges::any_of(techniques_of(axis.key), [&](const Technique* technique) {
      return exists_on(*technique, machine_) && provides(technique, capability);
    });
  }

  // Of all chosen techniques, those that were given first.
  std::vector<Demand> demands_on(const Axis& axis) const {
    std::vector<Demand> demands;
    for (const bool given : {true, false})
      for (const auto& [key, choice] : chosen_) {
        if (key == axis.key || given_.contains(key) != given || asks_nothing(choice)) continue;
        for (const Demand& demand : demands_of(choice))
          if (hangs_on(axis, demand.capability)) demands.push_back(demand);
      }
    return demands;
  }

  // The values of an axis, the usual ones first; without arguments.
  std::vector<std::string> values(const Axis& axis) const {
    std::vector<std::string> values;
    for (const Technique* technique : techniques_of(axis.key))
      if (technique->usual_with && is_chosen(*technique->usual_with)) values.push_back(stem(*technique));
    values.push_back(axis.standard);
    if (axis.otherwise) values.push_back(axis.otherwise);
    for (const Technique* technique : techniques_of(axis.key)) values.push_back(stem(*technique));
    return values;
  }

  // Whether a chosen technique has it.
  bool is_chosen(Capability capability) const {
    return std::ranges::any_of(chosen_, [&](const auto& one) { return provides(one.second.technique, capability); });
  }

  // The usual value of an axis that has all of it, or nothing.
  std::optional<std::string> provider(const Axis& axis, const std::vector<Demand>& demands) const {
    for (const std::string& value : values(axis)) {
      const Technique* technique = find_technique(axis.key, value);
      if (!exists_on(*technique, machine_)) continue;
      const auto has = [&](const Demand& demand) { return provides(technique, demand.capability); };
      if (std::ranges::all_of(demands, has)) return value;
    }
    return std::nullopt;
  }

  // Chooses for the free axes what is asked of them. Whether that was news.
  bool imply() {
    bool news = false;
    needed_ = nullptr;
    for (const Axis& axis : axes()) {
      if (!axis.on(loop_) || given_.contains(axis.key)) continue;
      const auto demands = demands_on(axis);
      const auto value = demands.empty() ? std::nullopt : provider(axis, demands);
      const Technique* technique = value ? find_technique(axis.key, *value) : nullptr;
      if (technique && technique->parse && *value != axis.standard && !technique->parse("")) {
        needed_ = technique;
        needed_by_ = written(*demands.front().by);
        continue;
      }
      const auto old = chosen_.find(axis.key);
      if (old == chosen_.end() ? !value : value && old->second.text == *value) continue;
      if (old != chosen_.end()) chosen_.erase(old);
      if (value) chosen_.emplace(axis.key, known_choice(axis, *value));
      news = true;
    }
    return news;
  }

  // What is wrong comes before what is not there yet, and that before what has still to be chosen.
  bool agree() {
    for (const Kind kind : {Kind::Wrong, Kind::NotYet}) {
      for (const Axis& axis : axes()) {
        if (!axis.on(loop_) || (needed_ && std::string_view(needed_->key) == axis.key)) continue;
        auto demands = demands_on(axis);
        if (!findings_.checks_facts()) std::erase_if(demands, [](const Demand& demand) { return demand.for_facts; });
        const auto chosen = chosen_.find(axis.key);
        if (chosen == chosen_.end() && !demands.empty()) {
          if (clash(axis, demands, kind)) return false;
          continue;
        }
        for (const Demand& demand : demands)
          if (demand.without == kind && !provides(chosen->second.technique, demand.capability))
            return conflict(axis, demands, demand), false;
      }
    }
    if (!needed_) return true;
    findings_.say_needed(needed_, MappingNeeds, loop_.location, needed_by_, needed_->key, needed_->form);
    return false;
  }

  void conflict(const Axis& axis, const std::vector<Demand>& demands, const Demand& demand) {
    const std::string one = written(*demand.by), two = written(chosen_.find(axis.key)->second);
    std::vector<Capability> all;
    for (const Demand& other : demands) all.push_back(other.capability);
    std::string values = providers(axis, all);
    if (values.empty()) values = providers(axis, {demand.capability});
    const std::string_view what = phrase(demand.capability);
    if (demand.without == Kind::Wrong)
      findings_.say(Kind::Wrong, {}, MappingWrongPair, loop_.location, one, what, two, axis.key, values);
    else
      findings_.say(Kind::NotYet, {}, MappingNotYetPair, loop_.location, one, two, what, axis.key, values);
  }

  // Two demands of which no value of the axis meets both; false where they are not of this kind.
  bool clash(const Axis& axis, const std::vector<Demand>& demands, Kind kind) {
    for (const Demand& one : demands)
      for (const Demand& other : demands) {
        if (provider(axis, {one, other})) continue;
        const bool wrong = one.without == Kind::Wrong && other.without == Kind::Wrong;
        if (wrong != (kind == Kind::Wrong)) continue;
        const std::string first = written(*one.by), second = written(*other.by);
        const std::string_view asks = phrase(one.capability), wants = phrase(other.capability);
        if (wrong)
          findings_.say(kind, {}, MappingWrongClash, loop_.location, first, asks, second, wants, axis.key);
        else
          findings_.say(kind, {}, MappingNotYetClash, loop_.location, first, second, asks, wants, axis.key);
        return true;
      }
    return false;
  }

  // Defaults ask for nothing: where what they need is not there, another takes their place, or the axis means nothing.
  Choices complete() const {
    Choices all = chosen_;
    for (const Axis& axis : axes()) all.emplace(axis.key, known_choice(axis, axis.standard));
    for (const Axis& axis : axes())
      if (axis.on(loop_) && !chosen_.contains(axis.key)) all.at(axis.key) = standard(axis, all);
    return all;
  }

  Choice standard(const Axis& axis, const Choices& all) const {
    for (const Technique* technique : techniques_of(axis.key)) {
      if (!technique->usual_with) continue;
      const Choice choice = known_choice(axis, technique->form);
      if (exists_on(*technique, machine_) && is_had(axis, *technique->usual_with, all) && is_met(axis, choice, all))
        return choice;
    }
    for (const char* value : {axis.standard, axis.otherwise}) {
      if (!value) continue;
      const Choice choice = known_choice(axis, value);
      const bool exists = exists_on(*choice.technique, machine_);
      if (!exists && !axis.otherwise) return choice;  // does nothing there
      if (exists && is_met(axis, choice, all)) return choice;
    }
    return {nullptr, {}, axis.standard};
  }

  bool is_met(const Axis& axis, const Choice& choice, const Choices& all) const {
    return std::ranges::all_of(demands_of(choice),
                               [&](const Demand& demand) { return is_had(axis, demand.capability, all); });
  }

  // The axes beside this one have it.
  bool is_had(const Axis& axis, Capability capability, const Choices& all) const {
    return std::ranges::all_of(axes(), [&](const Axis& other) {
      if (&other == &axis || !other.on(loop_) || !hangs_on(other, capability)) return true;
      return provides(all.at(other.key).technique, capability);
    });
  }

  const parallel::Control& loop_;
  Machine machine_;
  Findings& findings_;
  Choices chosen_;                     // given or implied
  std::set<std::string> given_;        // their keys
  std::set<std::string> strict_;       // those with a default that is in conflict with the others
  const Technique* needed_ = nullptr;  // what a free axis should have, but for its argument
  std::string needed_by_;
};

}  // namespace

std::optional<Chosen> choose(const parallel::Control& loop, const MappingText& mapping, Machine machine,
                             Findings& findings) {
  return Choosing(loop, machine, findings).run(mapping);
}

const Choice* settle(const LoopPlan& plan, Chosen& chosen, const char* key, Findings& findings) {
  Choice& choice = chosen.choices.find(key)->second;
  const auto refusal = [&] {
    auto found = choice.technique->refuse ? choice.technique->refuse(plan) : std::nullopt;
    return found && findings.counts(*found) ? found : std::nullopt;
  };
  auto found = refusal();
  if (found && chosen.asked.contains(key)) {
    findings.refuse(choice, *found, plan.region.location);
    return nullptr;
  }
  const Axis& axis = *find_axis(key);
  if (found && axis.otherwise) {
    choice = known_choice(axis, axis.otherwise);
    found = refusal();
  }
  if (found) choice = {nullptr, {}, axis.standard};
  return &choice;
}

}  // namespace maxwarp::mapping
