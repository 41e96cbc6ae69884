// Results of runs, read back from the JSON reports of a pack and laid side by side.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "llvm/Support/Error.h"

namespace maxwarp::workbench {

/// One variant on one graph with one set of arguments.
struct ResultRow {
  std::string program, graph, engine, device, variant, mapping;
  std::string arguments;  // `source=1 limit=20`
  std::int64_t rounds = 0;
  double median_ms = 0, min_ms = 0, max_ms = 0;
  std::int64_t repetitions = 0;
  std::optional<bool> verified;  // empty: not asked for

  /// The width of all times, as a part of the median.
  double spread() const { return median_ms > 0 ? (max_ms - min_ms) / median_ms : 0; }
};

/// What a pack holds.
struct ResultTable {
  std::vector<ResultRow> rows;       // by program, graph and arguments; within these the fastest first
  std::vector<std::string> missing;  // recorded runs without a report: they failed, or were not run
};

/// Reads `folder`/results/*.json. Error: there are none, or one is no report; names the file.
llvm::Expected<ResultTable> read_results(const std::string& folder);

/// The table for people, for spreadsheets, and as JSON (docs/json.md).
std::string text_table(const ResultTable& table);
std::string csv_table(const ResultTable& table);
std::string json_table(const ResultTable& table, const std::string& folder);

}  // namespace maxwarp::workbench
