// What a run reports: a few lines on the terminal, and the same as JSON (the schema is docs/json.md).
// Collected while running and printed at the end, so that both say the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/runner/metrics.h"
#include "runtime/runner/orders.h"
#include "runtime/runner/output.h"
#include "runtime/runner/stage_times.h"

namespace maxwarp::runner {

/// One variant on one set of arguments.
struct RunRecord {
  const Variant* variant = nullptr;
  std::vector<ScalarValue> arguments;              // one a parameter; only those of Global parameters mean anything
  std::vector<std::vector<std::int64_t>> extents;  // one a parameter; of arrays
  RunResult result;                                // without its arrays, unless they are to be written
  std::vector<std::string> summaries;              // one a result: its value, or its array in a few words
  std::vector<std::int64_t> members;               // one a result; of sets, how many nodes are in it
  std::optional<bool> verified;                    // empty: not asked for, or nothing could be compared
  std::string oracle;                              // what it was compared with: `the reference`; empty: not asked for
  std::vector<std::string> not_compared;           // results that the program leaves open
  std::optional<bool> agrees;          // with the mapping whose results `--agree` names; empty: not asked for
  std::optional<OrdersRecord> orders;  // of --orders; empty: not asked for
  std::optional<std::vector<StageMetrics>> metrics;  // of --metrics; empty: not asked for, or it tells
  std::optional<StageTimes> times;                   //   times instead
  std::string difference;                            // the first one that was found; empty: none
};

/// Everything that is reported.
struct Report {
  std::string graph_name;           // as given; empty: the program runs without one
  std::string graph_line = "none";  // what was read, and which policy applied
  std::string engine, device;
  double read_ms = 0, copy_ms = 0;
  std::size_t memory_bytes = 0;  // of the engine, that the runs were forecast to take
  std::vector<RunRecord> runs;
};

/// Writes down in a few words what the arrays of a finished run hold.
void summarize(RunRecord& run, const Algorithm& algorithm, const Graph& graph);

/// The report in a few lines.
std::string text_report(const Report& report, const Algorithm& algorithm, const Graph& graph);

/// The report as JSON, indented.
std::string json_report(const Report& report, const Algorithm& algorithm, const Graph& graph);

}  // namespace maxwarp::runner
