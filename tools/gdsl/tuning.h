// `gdsl tune`: the best mapping within a budget, found by successive halving: all mappings with few runs, the better
// half with more, until few are left, which are measured in turn.
#pragma once

#include <string>
#include <vector>

#include "runtime/runner/ledger.h"
#include "tools/gdsl/results.h"
#include "tools/gdsl/search.h"

namespace maxwarp::workbench {

using runner::Known;
using runner::Ledger;
using runner::Measurement;
using runner::MeasurementKey;
using runner::today;

struct TuningRequest : SearchRequest {
  std::vector<std::string> graphs;  // may be empty
  double seconds = 60;              // the budget; 0: no limit
  int repeat = 11;                  // runs of those that are left
  std::string ledger;               // file
};

/// What is known of a mapping.
struct Candidate {
  std::string mapping;               // in short form; empty: the default
  std::string text;                  // hash
  std::vector<std::string> same;     // mappings with the same text
  int step = -1;                     // the last in which it was measured on all graphs; -1: in none
  double ratio = 0;                  // there: geometric mean over the graphs of value / value of the best
  std::vector<Figure> figures = {};  // there, by graph
  std::string failure = {};          // why it cannot be chosen
};

/// What a search has found.
struct TuningResult {
  std::string program, engine, device, arguments, date;
  std::vector<std::string> graphs;
  bool by_cost = false;
  std::size_t tried = 0, legal = 0;
  std::vector<Candidate> candidates;    // the best first, failed ones last
  std::size_t measured = 0, known = 0;  // lines that the ledger got, and those that it had before
  bool out_of_time = false;
};

/// Searches. What is measured goes to the ledger at once, also when an interrupt comes, which leaves a line about the
/// best so far. Error: wrong options, program, graph or arguments; the default mapping fails, with which all results
/// are compared; the budget is too small for it; an interrupt.
llvm::Expected<TuningResult> tune(const TuningRequest& request);

/// The best first: those of later steps before those of earlier ones; failed ones last.
void rank_candidates(std::vector<Candidate>& candidates);

/// Fills in the ratios of candidates that were measured in the same step.
void rate_candidates(const std::vector<Candidate*>& candidates);

/// Of times, or of one cost.
Figure figure_of(const Known& known, bool by_cost);

/// Whether `--from` names a ledger, and no pack.
bool is_ledger(const std::string& path);

/// The results of packs (`gdsl tune --pack`), one for each graph, and of ledgers; what `ledger` lacks is appended to
/// it, if there is one. Error: one is none of these, or is of another program, build, engine or device.
llvm::Expected<TuningResult> tune_from(const std::vector<std::string>& paths, const std::string& ledger);

/// The result for people, and as a .map file with what was tried as comments.
std::string tuning_table(const TuningResult& result);
std::string tuned_map(const TuningResult& result);

}  // namespace maxwarp::workbench
