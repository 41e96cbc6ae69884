// What a variant did in more detail than a table shows: its cost by line of the program, and its rounds.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "runtime/runner/ledger.h"

namespace maxwarp::workbench {

using runner::Counted;

/// The part of a line of the program, in all kernels.
struct LineCost {
  int line = 0;  // 0: of what stems from no line of the program
  Counted counted = {};
};

/// Stages that run one after the other until one of them runs again.
struct RoundStep {
  std::string way;              // the names of the stages: rounds that push have others than rounds that pull
  std::optional<double> nodes;  // that are worked on; empty: not known
  double edges = 0;             // that are walked
  double ms = 0;                // of the stages; of no use on the SIMT engine
  double cost = 0;              // as `Counted`; 0: not counted
};

/// What the SIMT engine wrote (MAXWARP_SIMT_STATS=1). Nothing where the text has no such object.
std::optional<Counted> counted_of(const std::string& log);

/// The same by line of the program, which is known by the name of its file; sorted by line. Empty where nothing is.
std::vector<LineCost> line_costs_of(const std::string& log, const std::string& program);

/// The `metrics` of a run in a report (docs/json.md), round by round. What is no number there counts as 0.
std::vector<RoundStep> round_steps_of(const nlohmann::ordered_json& stages);

}  // namespace maxwarp::workbench
