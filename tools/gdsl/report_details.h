// What a page has of a mapping besides its figure: rounds, costs by line, prices; in the short forms of its data.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/gdsl/report.h"

namespace maxwarp::workbench {

/// The rounds of all mappings, aligned: of many rounds, several that follow one another are taken together, the same
/// ones in every mapping. Rows of numbers are stored once: most mappings have the same frontiers.
class RoundTable {
 public:
  explicit RoundTable(const Report& report);

  /// `{"nodes": 0, "edges": 1, "value": 2, "way": 3}`, numbers of rows; null where the mapping has no rounds. Values
  /// are ms, or costs.
  nlohmann::ordered_json add(const std::vector<RoundStep>& steps);

  /// `{"width": rounds taken together, "ways": names, "series": rows}`.
  nlohmann::ordered_json json() const;

 private:
  using Numbers = std::vector<std::optional<double>>;
  std::size_t number_of(const Numbers& numbers);
  std::size_t way_of(const std::string& way);

  bool by_cost_;
  std::size_t width_ = 1;
  nlohmann::ordered_json series_ = nlohmann::ordered_json::array();
  std::vector<std::string> ways_;
  std::map<std::string, std::size_t> places_;
};

/// `[line, issued, active lanes, sectors, atomics]` for each line.
nlohmann::ordered_json json_line_costs(const std::vector<LineCost>& lines);

/// Prices in ns; null where there are none.
nlohmann::ordered_json json_prices(const std::optional<Prices>& prices);

}  // namespace maxwarp::workbench
