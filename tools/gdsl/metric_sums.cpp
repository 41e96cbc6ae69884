// Sums of what stages report. Reports come from other machines, too: nothing is believed to be there.
#include "tools/gdsl/metric_sums.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/gdsl/results.h"

namespace maxwarp::workbench {
namespace {

using Json = nlohmann::ordered_json;

double number(const Json& object, const char* name) {
  if (!object.is_object()) return 0;
  const auto found = object.find(name);
  return found != object.end() && found->is_number() ? std::max(0.0, found->get<double>()) : 0;
}

}  // namespace

MetricSums MetricSums::of(const Json& stages) {
  MetricSums sums;
  if (!stages.is_array()) return sums;
  for (const Json& stage : stages) {
    sums.edges += number(stage, "edges");
    sums.duplicates += number(stage, "duplicates");
    sums.milliseconds += number(stage, "ms");
    const Json slots = stage.is_object() && stage.contains("ascending") ? stage["ascending"] : Json();
    sums.used += number(slots, "edges");
    sums.intra += number(slots, "intra");
    sums.inter += number(slots, "inter");
  }
  return sums;
}

void MetricSums::add(const MetricSums& other) {
  edges += other.edges, duplicates += other.duplicates, milliseconds += other.milliseconds;
  used += other.used, intra += other.intra, inter += other.inter;
}

std::vector<std::pair<const char*, double>> MetricSums::figures() const {
  std::vector<std::pair<const char*, double>> all = {{"edges", edges}, {"duplicates", duplicates}};
  if (const double slots = used + intra + inter; slots > 0) {
    all.emplace_back("u_a", intra / slots);
    all.emplace_back("u_r", inter / slots);
    all.emplace_back("efficiency", used / slots);
  }
  if (milliseconds > 0) all.emplace_back("meps", edges / milliseconds / 1000);
  return all;
}

std::vector<std::string> metric_columns() { return {"edges", "duplicates", "U_A%", "U_R%", "ME%", "MEPS"}; }

std::vector<std::string> metric_cells(const std::optional<MetricSums>& sums, bool times) {
  std::vector<std::string> cells(std::size(metric_names), "-");
  if (!sums) return cells;
  for (const auto& [name, value] : sums->figures()) {
    const std::string column = name;
    const auto at = std::ranges::find(metric_names, column) - std::begin(metric_names);
    const bool count = column == "edges" || column == "duplicates", rate = column == "meps";
    if (!rate || times)
      cells[static_cast<std::size_t>(at)] = count ? grouped(value) : fmt::format("{:.1f}", rate ? value : 100 * value);
  }
  return cells;
}

}  // namespace maxwarp::workbench
