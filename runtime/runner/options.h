// The command line of a built program, made from the description of its algorithm: its arguments are
// options, its documentation is the text of --help.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "runtime/graph/options.h"
#include "runtime/runner/arguments.h"

namespace maxwarp::runner {

/// What a user asked for.
/// No option takes more seconds.
inline constexpr double most_seconds = 1e6;

struct RunnerOptions {
  GraphOptions graph;
  ArgumentTexts arguments;  // one a parameter
  std::string variant;      // empty: that which the program chooses for the graph, else the first; `all`
  int repeat = 1;
  int warm_up = -1;  // runs before the timed ones; -1: one where `--repeat` was given
  bool repeat_given = false;
  std::vector<std::string> outputs;          // NAME=FILE
  std::string json;                          // file, `-`, or empty
  std::string plot;                          // file for the rounds as SVG, `-`, or empty
  std::string order;                         // in which threads run, or empty
  int orders = 0;                            // run in so many orders and compare; 0: in one
  std::string agree;                         // file with the results of another mapping, or empty
  std::vector<std::string> variant_reports;  // NAME=FILE: the report of one variant, written once it has run
  std::string orders_folder;                 // keeps orders of nodes from run to run; empty: nothing does
  double variant_seconds = 0;                // that the runs of a variant may take; 0: no limit
  double tune_seconds = 0;                   // the budget of a search among the variants; 0: they are run
  std::string ledger;                        // of the search: what was measured
  std::int64_t recorded = 0;                 // the number of this run in the pack; 0: it is in none
  bool verify = false;
  std::string verify_program;          // of `--verify=PROGRAM`: `gdsl run` has its results written before
  std::string expected_results;        // file with what to compare with in place of the built-in reference, or empty
  std::string write_expected_results;  // this run only writes such a file, or empty
  bool has_reference = false;          // nothing is run: the exit status says whether there is a built-in reference
  std::string program;                 // what messages call the program
  bool allow_nan = false;
  bool explain = false;  // why this variant was chosen
  bool explain_memory = false;
  bool metrics = false;
  bool dry_run = false;
  bool quiet = false;
  std::int64_t max_rounds = 0;  // 0: nodes + 1
  int selftest = -1;            // largest number of nodes, or -1: no self-test
  std::int64_t selftest_edges = std::numeric_limits<std::int64_t>::max();  // graphs with more are left out of it
};

/// How the command line ended: go on, or leave with an exit status after `text` was printed.
struct ParsedOptions {
  RunnerOptions options;
  bool leave = false;
  int exit_status = 0;
  std::string text;  // help, or what is wrong
};

/// Whether some variant looks at the graph.
bool needs_graph(const Algorithm& algorithm);

/// Whether a command line takes `--NAME` for itself, so that a parameter of this name is reached by -P only.
bool is_tool_option(const std::string& name);

/// Reads the command line. Errors: unknown options and arguments, where the message names what there is; a
/// file that would replace another one of the run.
ParsedOptions parse_options(const Algorithm& algorithm, int argc, const char* const* argv);

}  // namespace maxwarp::runner
