// A space is first a list of settings, then what gdslc accepts of it. Mappings that mean the same (a default
// written out, a value that another one brings along) count once.
#include "tools/gdsl/map_space.h"

#include <algorithm>
#include <set>

#include "llvm/ADT/StringRef.h"
#include "runtime/graph/parse.h"
#include "runtime/system/words.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

constexpr std::size_t most_mappings = 10'000;

/// One axis with values to try.
struct Choice {
  std::string key;
  std::vector<std::string> values;
};

std::vector<std::string> all_trials(const MappingAxis& axis) {
  std::vector<std::string> values;
  for (const auto& trials : axis.trials) values.insert(values.end(), trials.begin(), trials.end());
  return values;
}

std::string trimmed(std::string_view text) { return llvm::StringRef(text).trim().str(); }

/// Takes mappings in, each once.
class Collector {
 public:
  Collector(const MappingTable& table, MappingJudge& judge) : table_(table), judge_(judge) { keep({}); }

  /// What the judge has made of it, or nothing.
  llvm::Expected<std::optional<Settings>> take(const Settings& settings) {
    auto accepted = judge_.accept(settings);
    if (!accepted) return accepted.takeError();
    if (tried_.insert(mapping_text(in_short(accepted->value_or(settings), table_))).second) ++space_.tried;
    if (*accepted) keep(in_short(**accepted, table_));
    return accepted;
  }

  MapSpace finish() { return std::move(space_); }

 private:
  void keep(const Settings& settings) {
    const std::string text = mapping_text(settings);
    if (tried_.insert(text).second) ++space_.tried;
    if (kept_.insert(text).second) space_.mappings.push_back(text);
  }

  const MappingTable& table_;
  MappingJudge& judge_;
  MapSpace space_;
  std::set<std::string> tried_, kept_;
};

/// All combinations of one value of each choice, the last choice changing fastest.
std::vector<Settings> product(const std::vector<Choice>& choices) {
  std::vector<Settings> all = {{}};
  for (const Choice& choice : choices) {
    std::vector<Settings> longer;
    for (const Settings& settings : all)
      for (const std::string& value : choice.values) {
        longer.push_back(settings);
        longer.back().emplace_back(choice.key, value);
      }
    all = std::move(longer);
  }
  return all;
}

llvm::Error take_all(const std::vector<Settings>& all, Collector& collector) {
  for (const Settings& settings : all) {
    auto taken = collector.take(settings);
    if (!taken) return taken.takeError();
  }
  return llvm::Error::success();
}

/// The decisive axes together, those with the fewest values other than the default first.
std::vector<Settings> decisive_product(const MappingTable& table) {
  std::vector<Choice> choices;
  for (const MappingAxis& axis : table) {
    if (!axis.decisive) continue;
    Choice choice{axis.key, {axis.standard}};
    for (const auto& trials : axis.trials)
      if (!trials.empty() && trials.front() != axis.standard) choice.values.push_back(trials.front());
    choices.push_back(std::move(choice));
  }
  std::vector<std::vector<Settings>> by_size(choices.size() + 1);
  for (const Settings& settings : product(choices)) {
    Settings shorter = in_short(settings, table);
    by_size[shorter.size()].push_back(std::move(shorter));
  }
  std::vector<Settings> all;
  for (const auto& some : by_size) all.insert(all.end(), some.begin(), some.end());
  return all;
}

/// Of `key=value,…`; nothing where a part has no value.
std::optional<Settings> settings_of(std::string_view mapping) {
  Settings settings;
  for (const std::string_view part : split(mapping, ',')) {
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos) return std::nullopt;
    settings.emplace_back(trimmed(part.substr(0, equals)), trimmed(part.substr(equals + 1)));
  }
  return settings;
}

llvm::Error take_default_space(const std::vector<std::string>& promising, const MappingTable& table,
                               Collector& collector) {
  std::vector<Settings> measured, alone;
  for (const std::string& mapping : promising)
    if (const auto settings = settings_of(mapping)) measured.push_back(*settings);
  if (llvm::Error failed = take_all(measured, collector)) return failed;
  for (const MappingAxis& axis : table)
    for (const std::string& value : all_trials(axis))
      if (value != axis.standard) alone.push_back({{axis.key, value}});
  if (llvm::Error failed = take_all(alone, collector)) return failed;
  return take_all(decisive_product(table), collector);
}

/// `granularity=thread|warp:8`.
llvm::Expected<Choice> parse_choice(const std::string& text, const MappingTable& table) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    return fail("--map-space: `{}` is not an axis with values; write e.g. `granularity=thread|warp:8` or `push=*`",
                text);
  Choice choice{trimmed(text.substr(0, equals)), {}};
  const MappingAxis* axis = find_axis(table, choice.key);
  if (!axis) {
    std::vector<std::string> keys;
    for (const MappingAxis& known : table) keys.push_back(known.key);
    const auto guess = nearest_word(choice.key, keys);
    return fail("--map-space: no axis `{}`{}; `gdslc --list-mappings` shows them", choice.key,
                guess ? " (did you mean `" + *guess + "`?)" : "");
  }
  for (const std::string_view part : split(std::string_view(text).substr(equals + 1), '|')) {
    const std::string value = trimmed(part);
    if (value.empty()) return fail("--map-space: `{}` has an empty value", text);
    const std::vector<std::string> values = value == "*" ? all_trials(*axis) : std::vector<std::string>{value};
    choice.values.insert(choice.values.end(), values.begin(), values.end());
  }
  return choice;
}

llvm::Expected<std::vector<Choice>> parse_choices(const std::string& space, const MappingTable& table) {
  std::vector<Choice> choices;
  double mappings = 1;
  for (const std::string_view part : split(space, ',')) {
    auto choice = parse_choice(std::string(part), table);
    if (!choice) return choice.takeError();
    for (const Choice& other : choices)
      if (other.key == choice->key) return fail("--map-space: `{}` is given twice", other.key);
    mappings *= static_cast<double>(choice->values.size());
    choices.push_back(std::move(*choice));
  }
  if (mappings > most_mappings)
    return fail("--map-space: {:.0f} mappings, more than {}; give fewer axes or values", mappings, most_mappings);
  return choices;
}

/// A value that is none at all is an error, also where it would only make illegal combinations.
llvm::Error check_values(const std::vector<Choice>& choices, MappingJudge& judge) {
  for (const Choice& choice : choices)
    for (const std::string& value : choice.values) {
      auto judged = judge.accept({{choice.key, value}});
      if (!judged) return judged.takeError();
    }
  return llvm::Error::success();
}

llvm::Error take_file(const std::string& path, Collector& collector) {
  auto text = read_text(path);
  if (!text) return text.takeError();
  int number = 0;
  for (const std::string_view whole : split(*text, '\n')) {
    ++number;
    const std::string line = trimmed(whole.substr(0, whole.find('#')));
    if (line.empty()) continue;
    const auto settings = settings_of(line);
    if (!settings) return fail("{}:{}: invalid mapping `{}`; write `key=value,…`", path, number, line);
    auto taken = collector.take(*settings);
    if (!taken) return fail("{}:{}: {}", path, number, llvm::toString(taken.takeError()));
  }
  return llvm::Error::success();
}

using Pair = std::pair<std::pair<std::string, std::string>, std::pair<std::string, std::string>>;

std::set<Pair> pairs_of(Settings settings) {
  std::sort(settings.begin(), settings.end());
  std::set<Pair> pairs;
  for (std::size_t i = 0; i < settings.size(); ++i)
    for (std::size_t k = i + 1; k < settings.size(); ++k) pairs.emplace(settings[i], settings[k]);
  return pairs;
}

/// Finds few mappings in which every legal pair of values occurs.
class PairCover {
 public:
  PairCover(const MappingTable& table, MappingJudge& judge, Collector& collector)
      : table_(table), judge_(judge), collector_(collector) {}

  llvm::Error run() {
    if (llvm::Error failed = find_values()) return failed;
    if (llvm::Error failed = find_pairs()) return failed;
    while (!open_.empty()) {
      auto settings = judge_.accept({open_.begin()->first, open_.begin()->second});
      if (!settings) return settings.takeError();
      auto longer = complete(**settings);
      if (!longer) return longer.takeError();
      open_.erase(open_.begin());
      for (const Pair& pair : pairs_of(*longer)) open_.erase(pair);
      if (auto taken = collector_.take(*longer); !taken) return taken.takeError();
    }
    return llvm::Error::success();
  }

 private:
  llvm::Error find_values() {
    for (const MappingAxis& axis : table_) {
      Choice choice{axis.key, {}};
      for (const std::string& value : all_trials(axis)) {
        auto accepted = collector_.take({{axis.key, value}});
        if (!accepted) return accepted.takeError();
        if (*accepted) choice.values.push_back(value);
      }
      if (!choice.values.empty()) choices_.push_back(std::move(choice));
    }
    return llvm::Error::success();
  }

  llvm::Error find_pairs() {
    for (std::size_t i = 0; i < choices_.size(); ++i)
      for (std::size_t k = i + 1; k < choices_.size(); ++k)
        for (const Settings& pair : product({choices_[i], choices_[k]})) {
          auto accepted = judge_.accept(pair);
          if (!accepted) return accepted.takeError();
          if (*accepted) open_.merge(pairs_of(pair));
        }
    return llvm::Error::success();
  }

  /// Extends legal settings, axis by axis, by the value that brings the most open pairs and stays legal.
  llvm::Expected<Settings> complete(Settings settings) {
    for (const Choice& choice : choices_) {
      if (std::any_of(settings.begin(), settings.end(), [&](const auto& s) { return s.first == choice.key; })) continue;
      std::optional<Settings> best;
      std::size_t most = 0;
      for (const std::string& value : choice.values) {
        Settings longer = settings;
        longer.emplace_back(choice.key, value);
        std::size_t gain = 0;
        for (const Pair& pair : pairs_of(longer)) gain += open_.count(pair);
        if (best && gain <= most) continue;
        auto accepted = judge_.accept(longer);
        if (!accepted) return accepted.takeError();
        if (!*accepted) continue;
        best = *accepted;
        most = gain;
      }
      if (best) settings = *best;
    }
    return settings;
  }

  const MappingTable& table_;
  MappingJudge& judge_;
  Collector& collector_;
  std::vector<Choice> choices_;
  std::set<Pair> open_;
};

llvm::Error take_product(const std::string& space, const MappingTable& table, MappingJudge& judge,
                         Collector& collector) {
  auto choices = parse_choices(space, table);
  if (!choices) return choices.takeError();
  if (llvm::Error failed = check_values(*choices, judge)) return failed;
  return take_all(product(*choices), collector);
}

}  // namespace

llvm::Expected<MapSpace> enumerate(const std::string& space, const std::vector<std::string>& promising,
                                   const MappingTable& table, MappingJudge& judge) {
  // Asked first: a program that is wrong is not explored.
  auto standard = judge.accept({});
  if (!standard) return standard.takeError();
  if (!*standard) return fail("the program cannot have the default mapping: {}", judge.refusal());
  Collector collector(table, judge);
  llvm::Error failed = space.empty()          ? take_default_space(promising, table, collector)
                       : space == "pairs"     ? PairCover(table, judge, collector).run()
                       : space.front() == '@' ? take_file(space.substr(1), collector)
                                              : take_product(space, table, judge, collector);
  if (failed) return std::move(failed);
  MapSpace result = collector.finish();
  if (!space.empty() && result.mappings.size() == 1 && result.tried > 1)
    return fail("--map-space: the program may have none of its mappings; {}", judge.refusal());
  return result;
}

}  // namespace maxwarp::workbench
