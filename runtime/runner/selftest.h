// The test matrix in one process: every variant on all small directed graphs and on small random and
// structured ones, each result compared with the reference.
#pragma once

#include <memory>

#include "runtime/runner/expected_results.h"
#include "runtime/runner/options.h"
#include "runtime/runner/oracle.h"
#include "runtime/runner/session.h"

namespace maxwarp::runner {

/// Whether a self-test can have these arguments: scalars, no nodes; the rest is made up. Error: another was given, or
/// its text is malformed.
MaybeFailure check_selftest_arguments(const Algorithm& algorithm, const ArgumentTexts& texts);

/// What becomes of the results: they are compared, or written down for another self-test.
struct SelftestChecks {
  std::unique_ptr<Oracle> oracle;
  std::unique_ptr<ExpectedResultsWriter> writer;
};

/// Error: there is nothing to compare with.
Result<SelftestChecks> open_selftest_checks(const Algorithm& algorithm, const RunnerOptions& options);

/// Runs variants of the algorithm on all directed graphs of up to `options.selftest` nodes and on the small graphs;
/// prints a line a variant: `NAME: ok COUNT cases`, or the first case that fails, in a form that can be rebuilt by
/// hand. Returns whether all were right.
bool run_selftest(Engine& engine, const Algorithm& algorithm, const std::vector<const Variant*>& variants,
                  const RunnerOptions& options, const SelftestChecks& checks);

}  // namespace maxwarp::runner
