// Results of runs, read from their JSON reports and laid side by side: those of a pack, or of an exploration.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "llvm/Support/Error.h"
#include "tools/gdsl/metric_sums.h"
#include "tools/gdsl/profile.h"
#include "tools/gdsl/refusal.h"

namespace maxwarp::workbench {

/// The version of reports and tables.
constexpr int known_schema = 1;

/// Of the runs of a mapping on one graph: their median in ms with the fastest and the slowest, or the cost.
struct Figure {
  double value = 0;
  double min = 0, max = 0;
  std::size_t runs = 0;
};

/// One variant on one graph with one set of arguments.
struct ResultRow {
  std::string program, graph, engine, device, variant, mapping;
  std::string arguments;  // `source=1 limit=20`
  std::int64_t rounds = 0;
  double median_ms = 0, min_ms = 0, max_ms = 0;
  std::int64_t repetitions = 0;
  std::size_t runs = 1;               // with one set of arguments each: the times are means over these
  std::vector<double> times_ms;       // of the repetitions, in their order
  std::optional<bool> verified;       // empty: not asked for
  std::optional<bool> agrees;         // with the first mapping; empty: not asked for
  std::string failure;                // why the variant has no result, or a wrong one; empty: it is right
  double cost = 0;                    // that of `counted`; 0: the SIMT engine was not asked
  Counted counted = {};               // by the SIMT engine, or by `counter` of the exploration
  std::vector<LineCost> line_costs;   // as `counted`; empty: not known
  double graph_edges = 0;             // 0: not known
  std::optional<MetricSums> metrics;  // of a run with --metrics
  std::vector<RoundStep> steps;       // of the first of these
  double over_thread = 0;             // how many times faster than thread-per-node; 0: not known
  double over_cpu = 0;                // how many times faster than one CPU thread; 0: not known
  std::vector<std::string> same;      // mappings of the space with the same text
  std::string text;                   // hash of the text; empty: not known
  std::string source;                 // the text; empty: not known

  /// The width of all times, as a part of the median.
  double spread() const { return median_ms > 0 ? (max_ms - min_ms) / median_ms : 0; }
};

/// What is known of an exploration besides its rows.
struct Exploration {
  std::string name;                                // of a pack: what tells it from others there
  std::size_t tried = 0, legal = 0, explored = 0;  // mappings of the space, those that are legal, those taken
  std::size_t same = 0;                            // legal ones with the text of one that was taken
  std::string graph_line;                          // what was read
  std::string engine;                              // `openmp: all cores of this machine`
  std::vector<Refusal> refused;                    // mappings that the program cannot have
  std::string program_text;                        // empty: not known
  std::string program_file;                        // of a pack: where that text is; empty: it has none
  std::vector<std::string> command;                // a run without its mapping; empty: not known
  bool by_cost = false;                            // ranked by what the SIMT engine counted: there are no times
  std::optional<double> cpu_ms;                    // one CPU thread
  std::string graph, arguments;                    // of a pack: what tells them from others (stored_graph.h)
  std::string counter;                             // the profiler whose counts stand beside the times; empty: none
  std::string cpu_failure;                         // why there is no such time; empty: it was not asked for
};

/// What a pack holds, or an exploration has found.
struct ResultTable {
  std::vector<ResultRow> rows;                  // by program, graph and arguments; within these the fastest first
  std::vector<std::string> missing;             // recorded runs without a report: they failed, or were not run
  std::optional<Exploration> exploration = {};  // rows by rank, one a variant
};

/// The row of a report of one variant: several sets of arguments are one row, with the means of their times.
/// Error: the file is not a report; names it.
llvm::Expected<ResultRow> read_row(const std::string& file);

/// Sorts the rows of an exploration, the best first and what failed last, and fills in how many times faster
/// each is.
void rank_rows(ResultTable& table);

/// Reads `folder`/results/*.json: a table for each exploration of the pack, or one for all other runs. Error: there are
/// none, or one is not a report; names the file.
llvm::Expected<std::vector<ResultTable>> read_results(const std::string& folder);

/// The table of the exploration with that name, or the only one where it is empty. Error: there is none, or there are
/// several; names them.
llvm::Expected<ResultTable> only_table(std::vector<ResultTable> tables, const std::string& folder,
                                       const std::string& name);

/// The table for people, with `bars` for those of an exploration; for spreadsheets, and as JSON (docs/json.md).
std::string text_table(const ResultTable& table, bool bars = false);
std::string csv_table(const ResultTable& table);
std::string json_table(const ResultTable& table, const std::string& from);
/// A row as in that table, on one line.
std::string json_line(const ResultRow& row);

/// In columns that are as wide as their widest word; numbers to the right.
std::string in_columns(std::vector<std::vector<std::string>> lines, const std::vector<bool>& to_the_right);

/// `1.23e+07` is hard to compare: digits in groups of three.
std::string grouped(double number);

/// The ranking of an exploration, for people; `bars`: with one for each mapping.
std::string ranking_text(const ResultTable& table, bool bars);

}  // namespace maxwarp::workbench
