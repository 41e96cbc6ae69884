// Logs and reports may come from other machines, and be cut off: what is not there counts as nothing.
#include "tools/gdsl/profile.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

namespace maxwarp::workbench {
namespace {

using Json = nlohmann::ordered_json;

double number(const Json& object, const char* name) {
  if (!object.is_object()) return 0;
  const auto found = object.find(name);
  return found != object.end() && found->is_number() ? std::max(0.0, found->get<double>()) : 0;
}

/// The elements of a field; none where it is no array.
Json list_of(const Json& object, const char* name) {
  if (!object.is_object()) return Json::array();
  const auto found = object.find(name);
  return found != object.end() && found->is_array() ? *found : Json::array();
}

/// The kernels of a log. Empty: it has no statistics.
std::optional<Json> statistics_of(const std::string& log) {
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("{\"simt_statistics\"", 0) != 0) continue;
    const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object() || !json["simt_statistics"].is_array()) return std::nullopt;
    return json["simt_statistics"];
  }
  return std::nullopt;
}

void add_counts(const Json& figures, Counted& counted) {
  counted.issued += number(figures, "issued");
  counted.active_lanes += number(figures, "active_lanes");
  counted.sectors += number(figures, "sectors");
  counted.atomics += number(figures, "atomics");
}

/// `bfs.gdsl:6` of `dir/bfs.gdsl` is 6; 0: of another file.
int line_number(const std::string& place, const std::string& program) {
  const std::string name = std::filesystem::path(program).filename().string() + ":";
  if (place.rfind(name, 0) != 0) return 0;
  int line = 0;
  const auto [end, error] = std::from_chars(place.data() + name.size(), place.data() + place.size(), line);
  return error == std::errc() && end == place.data() + place.size() && line > 0 ? line : 0;
}

void add_stage(const Json& stage, const std::string& name, RoundStep& step) {
  step.way += (step.way.empty() ? "" : " + ") + name;
  if (stage.is_object() && stage.contains("nodes"))
    step.nodes = std::max(step.nodes.value_or(0), number(stage, "nodes"));
  step.edges += number(stage, "edges");
  step.ms += number(stage, "ms");
  if (number(stage, "issued") > 0)
    step.cost += Counted{number(stage, "issued"), 0, number(stage, "sectors"), number(stage, "atomics")}.cost();
}

}  // namespace

std::optional<Counted> counted_of(const std::string& log) {
  const auto kernels = statistics_of(log);
  if (!kernels) return std::nullopt;
  Counted counted;
  for (const Json& kernel : *kernels) {
    add_counts(kernel, counted);
    counted.launches += number(kernel, "launches");
    counted.barriers += number(kernel, "grid_barriers");
  }
  return counted;
}

std::vector<LineCost> line_costs_of(const std::string& log, const std::string& program) {
  const auto kernels = statistics_of(log);
  if (!kernels) return {};
  std::map<int, Counted> lines;
  for (const Json& kernel : *kernels)
    for (const Json& phase : list_of(kernel, "phases"))
      for (const Json& line : list_of(phase, "lines"))
        if (const auto place = line.find("line"); line.is_object() && place != line.end() && place->is_string())
          add_counts(line, lines[line_number(place->get<std::string>(), program)]);
  std::vector<LineCost> costs;
  for (const auto& [line, counted] : lines) costs.push_back({line, counted});
  return costs;
}

std::vector<RoundStep> round_steps_of(const Json& stages) {
  std::vector<RoundStep> steps;
  std::set<std::string> names;  // of the last step
  double round = -1;
  if (!stages.is_array()) return steps;
  for (const Json& stage : stages) {
    const auto found = stage.is_object() ? stage.find("stage") : stage.end();
    const std::string name = stage.is_object() && found != stage.end() && found->is_string() ? found->get<std::string>()
                                                                                             : "?";
    if (steps.empty() || number(stage, "round") != round || names.contains(name)) {
      steps.emplace_back();
      names.clear();
    }
    round = number(stage, "round");
    names.insert(name);
    add_stage(stage, name, steps.back());
  }
  return steps;
}

}  // namespace maxwarp::workbench
