// A page has a limit, and a road network has thousands of rounds.
#include "tools/gdsl/report_details.h"

#include <algorithm>
#include <cmath>

#include "llvm/ADT/STLExtras.h"
#include "runtime/system/json_text.h"

namespace maxwarp::workbench {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_columns = 120;

/// Four digits tell as much as a bar does.
Json rounded(double number) {
  const double value = std::strtod(fmt::format("{:.4g}", number).c_str(), nullptr);
  if (value == std::floor(value) && value < 1e15) return static_cast<std::int64_t>(value);
  return value;
}

}  // namespace

RoundTable::RoundTable(const Report& report) : by_cost_(report.by_cost) {
  std::size_t most = 0;
  for (const ReportRow& row : report.rows) most = std::max(most, row.steps.size());
  width_ = std::max<std::size_t>(1, (most + most_columns - 1) / most_columns);
}

std::size_t RoundTable::number_of(const Numbers& numbers) {
  Json row = Json::array();
  for (const auto& number : numbers) row.push_back(number ? rounded(*number) : Json(nullptr));
  const auto [place, is_new] = places_.emplace(row.dump(), series_.size());
  if (is_new) series_.push_back(std::move(row));
  return place->second;
}

std::size_t RoundTable::way_of(const std::string& way) {
  const auto found = llvm::find(ways_, way);
  if (found == ways_.end()) return ways_.push_back(way), ways_.size() - 1;
  return static_cast<std::size_t>(found - ways_.begin());
}

// Of rounds that are taken together, the way is that of the most expensive one.
Json RoundTable::add(const std::vector<RoundStep>& steps) {
  if (steps.empty()) return nullptr;
  Numbers nodes, edges, values, ways;
  for (std::size_t first = 0; first < steps.size(); first += width_) {
    const auto end = std::min(first + width_, steps.size());
    std::optional<double> all_nodes;
    double all_edges = 0, value = 0, largest = -1;
    std::size_t way = 0;
    for (std::size_t i = first; i < end; ++i) {
      const double own = by_cost_ ? steps[i].cost : steps[i].ms;
      if (steps[i].nodes) all_nodes = all_nodes.value_or(0) + *steps[i].nodes;
      all_edges += steps[i].edges;
      value += own;
      if (own <= largest) continue;
      largest = own;
      way = way_of(steps[i].way);
    }
    nodes.push_back(all_nodes), edges.emplace_back(all_edges), values.emplace_back(value), ways.emplace_back(way);
  }
  return {
      {"nodes", number_of(nodes)}, {"edges", number_of(edges)}, {"value", number_of(values)}, {"way", number_of(ways)}};
}

Json RoundTable::json() const { return {{"width", width_}, {"ways", ways_}, {"series", series_}}; }

Json json_line_costs(const std::vector<LineCost>& lines) {
  Json json = Json::array();
  for (const auto& [line, counted] : lines)
    json.push_back({line, rounded(counted.issued), rounded(counted.active_lanes), rounded(counted.sectors),
                    rounded(counted.atomics)});
  return json;
}

Json json_prices(const std::optional<Prices>& prices) {
  if (!prices) return nullptr;
  constexpr double sector_bytes = 32, instructions_of_a_sector = 8, ns_of_us = 1000;  // as in Counted::cost
  const double sector = sector_bytes / prices->stream_gb;
  return {{"device", prices->device},
          {"issued", sector / instructions_of_a_sector},
          {"sector", sector},
          {"random", 1 / prices->random_g},
          {"atomic", 1 / prices->atomic_g},
          {"launch", prices->launch_us * ns_of_us},
          {"barrier", prices->barrier_us * ns_of_us}};
}

}  // namespace maxwarp::workbench
