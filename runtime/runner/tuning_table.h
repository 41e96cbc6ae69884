// What a search among variants has found: ranked, and as a table.
#pragma once

#include <string>
#include <vector>

#include "maxwarp/algorithm.h"
#include "runtime/runner/ledger.h"

namespace maxwarp::runner {

/// Of the runs of a variant: their median in ms with the fastest and the slowest, or the cost.
struct TrialFigure {
  double value = 0;
  double min = 0, max = 0;
  std::size_t runs = 0;
};

/// What is known of a variant.
struct Trial {
  const Variant* variant = nullptr;
  int step = -1;             // the last in which it was measured; -1: in none
  double ratio = 0;          // there: to the best
  TrialFigure times = {};    // there
  std::string failure = {};  // why it cannot be chosen

  bool is_right() const { return step >= 0 && failure.empty(); }
  void take(const Known& known, bool by_cost);
};

/// The best first: those of later steps before those of earlier ones; failed ones last.
bool comes_before(const Trial& one, const Trial& other);

/// Fills in the ratios of variants that were measured in the same step.
void rate(const std::vector<Trial*>& trials);

struct TuningReport {
  std::string graph_line, engine, device, arguments;
  bool by_cost = false;
  std::vector<Trial> trials;  // ranked
  double read_ms = 0;
  double budget = 0, seconds = 0;
  std::string ledger = {};
  std::size_t lines = 0, new_lines = 0;  // of the ledger
};

/// For people; the last line is the winner's, if there is one.
std::string tuning_table(const TuningReport& report);
std::string winner_line(const TuningReport& report);

/// `12.3 s`.
std::string seconds_text(double seconds);

}  // namespace maxwarp::runner
