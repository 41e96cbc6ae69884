// `--orders=N`: whether the result of a run depends on the order in which its threads ran.
#pragma once

#include <string>
#include <vector>

#include "runtime/runner/difference.h"
#include "runtime/runner/options.h"

namespace maxwarp::runner {

/// What runs under several orders gave.
struct OrdersRecord {
  std::vector<std::string> orders;       // that were run, as --order takes them
  std::optional<Difference> difference;  // of the last of them from the first
  std::string place;  // where the two runs parted, in words; empty: none did, or the place is unknown

  /// Which two runs part, in what, and where.
  std::string text() const;
};

/// A run to be made under several orders.
struct OrderedRuns {
  const Algorithm& algorithm;
  const Graph& graph;  // as the results number it
  const Variant& variant;
  const ArgumentSet& set;
  std::int64_t max_rounds;
  int orders;
};

/// Runs them until one gives another result than the first. The result of the first. Error: a run failed; where it is
/// not the first, the message says under which order.
Result<RunResult> run_in_orders(Session& session, Schedules& schedules, const OrderedRuns& runs, OrdersRecord& record);

/// Has the engine run threads in the order that was asked for, if it can.
MaybeFailure choose_order(Engine& engine, const RunnerOptions& options);

}  // namespace maxwarp::runner
