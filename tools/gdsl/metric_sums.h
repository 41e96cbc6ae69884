// What `--metrics` tells of a variant, summed over stages, rounds and arguments.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace maxwarp::workbench {

struct MetricSums {
  double edges = 0, duplicates = 0;
  double milliseconds = 0;  // of the stages that walk the edges
  double used = 0, intra = 0,
         inter = 0;  // slots of lanes, of the stages whose groups of lanes share nodes ([C] eq. 1-3)

  /// From the `metrics` of a run in a report (docs/json.md). What is no number there counts as 0.
  static MetricSums of(const nlohmann::ordered_json& stages);
  void add(const MetricSums& other);

  /// Names and values: edges, duplicates, and where they are known shares of the slots and millions of edges a second.
  std::vector<std::pair<const char*, double>> figures() const;
};

/// The names of all figures, as columns have them.
inline constexpr const char* metric_names[] = {"edges", "duplicates", "u_a", "u_r", "efficiency", "meps"};

/// The columns of a table for people, and the cells of a row in them; without metrics `-`.
std::vector<std::string> metric_columns();
std::vector<std::string> metric_cells(const std::optional<MetricSums>& sums, bool times);

}  // namespace maxwarp::workbench
