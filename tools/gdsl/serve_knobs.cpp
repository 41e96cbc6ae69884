// A value that is legal only together with one of another axis is refused by itself; the reason names the other.
#include "tools/gdsl/serve_knobs.h"

#include <algorithm>

#include "runtime/graph/parse.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

/// Empty: it is legal, or changes nothing.
std::string why_not(std::string_view verdict) {
  const std::size_t colon = verdict.find(": ");
  const std::string_view kind = verdict.substr(0, colon);
  const std::string reason(colon == std::string_view::npos ? "" : verdict.substr(colon + 2));
  if (kind == "legal" || kind == "ignored") return "";
  return kind == "needs" ? fmt::format("it needs `{}` besides", reason) : reason;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> knobs_of(const MappingTable& table) {
  std::vector<std::pair<std::string, std::string>> knobs;
  for (const MappingAxis& axis : table) {
    knobs.emplace_back(axis.key, axis.standard);
    for (const auto& trials : axis.trials)
      for (const std::string& value : trials)
        if (std::ranges::find(knobs, std::pair(axis.key, value)) == knobs.end()) knobs.emplace_back(axis.key, value);
  }
  return knobs;
}

std::string with_knob(const std::string& mapping, const std::string& key, const std::string& value) {
  std::string text = key + "=" + value;
  for (const std::string_view setting : split(mapping, ','))
    if (!setting.empty() && setting.substr(0, setting.find('=')) != key) text += "," + std::string(setting);
  return text;
}

nlohmann::ordered_json json_verdicts(const MappingTable& table, const std::string& answers) {
  const auto lines = split(answers, '\n');
  nlohmann::ordered_json knobs = nlohmann::ordered_json::array();
  std::size_t next = 0;
  for (const auto& [key, value] : knobs_of(table))
    knobs.push_back({key, value, next < lines.size() ? why_not(lines[next++]) : "gdslc gave no answer"});
  return {{"knobs", knobs}};
}

}  // namespace maxwarp::workbench
