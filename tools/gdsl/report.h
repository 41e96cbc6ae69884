// A report of an exploration, a pack or a ledger as one page: a file that needs no other, and no network.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/gdsl/installation.h"
#include "tools/gdsl/limit_figures.h"
#include "tools/gdsl/results.h"

namespace maxwarp::workbench {

/// A mapping, on all graphs.
struct ReportRow {
  std::string mapping;                               // in short form; empty: the default
  std::vector<std::optional<Figure>> figures = {};   // by graph; nothing: not measured there
  std::vector<std::optional<Counted>> counted = {};  // by graph
  std::vector<std::int64_t> rounds = {};             // by graph
  std::vector<std::string> same = {};                // mappings with the same text
  std::string text = {};                             // hash of the generated text
  std::string failure = {};                          // empty: it is right
  std::string source = {};                           // the generated text; empty: not known
  std::vector<int> origins = {};                     // of each of its lines: the line of the program; empty: not known
  std::vector<LineCost> lines = {};                  // as `counted`, of the first graph
  std::vector<RoundStep> steps = {};                 // of a run on the first graph, with its first arguments
};

struct Report {
  std::string program, program_text;  // its name; its text, empty where it is not known
  std::string engine, device, date;
  bool by_cost = false;
  std::vector<std::string> graphs;  // names, with arguments where these differ
  std::vector<ReportRow> rows;
  std::vector<Refusal> refused;
  std::vector<std::vector<std::string>> commands;  // by graph: the words of a run, without --map; may be empty
  std::size_t tried = 0, legal = 0;                // 0: not known
  std::optional<double> cpu_ms;                    // one CPU thread
  double edges = 0;                                // of the graph; 0: not known, or there are several
  std::string estimate;                            // the graph of the counts, where it is not that of the times
  std::string counter;                             // the profiler that counted, where it is not the SIMT engine
  std::optional<Prices> prices;                    // of what is counted
};

/// As rows name a mapping: the default has no words.
std::string short_mapping(const std::string& mapping);

/// Of an exploration, here or in a pack. Error: the table is of no exploration.
llvm::Expected<Report> report_of_table(const ResultTable& table, const std::string& from);

/// Which lines of a ledger make the report; empty: all, which then have to agree.
struct LedgerChoice {
  std::string program, engine, device;
};

/// Of a ledger. Error: it cannot be read, or its lines do not belong together; the message says how to choose.
llvm::Expected<Report> report_of_ledger(const std::string& ledger, const LedgerChoice& choice);

/// Files that add to a report.
struct ReportFiles {
  std::string counts;  // `--counts`; empty: none
  std::string rounds;  // `--rounds`; empty: none
  std::string limits;  // `--limits`; empty: the built-in figures
};

inline constexpr const char*
    counts_help = "for the page: counts of these mappings, a table of `gdsl explore --engine=simt --json=FILE`";
inline constexpr const char* exploration_help = "of a pack with several explorations: the name of one";
inline constexpr const char*
    rounds_help = "for the page: rounds of these mappings, a report of `gdsl run --metrics --variant=all --json=FILE`";
inline constexpr const char* limits_help =
    "for the page: what bounds the GPU, a table of `gdsl limits --csv=FILE` (default: built-in "
    "figures, of an H200 if that was measured, else of an H100)";

/// Fills in counts, rounds, prices and, where the program is at hand (`program`, else empty), the origins of the lines
/// of texts. Error: one of the files is wrong.
llvm::Error complete_report(const ReportFiles& files, const std::string& program, const Installation& installation,
                            Report& report);

/// The page, of less than 500 KB: where the texts do not fit, those of the slowest mappings are left out. Error: its
/// template is missing.
llvm::Expected<std::string> report_page(const Report& report, const Installation& installation);

}  // namespace maxwarp::workbench
