// The test matrix in one process: every variant on all small directed graphs and on small random and
// structured ones, each result compared with the reference.
#pragma once

#include "runtime/runner/options.h"

namespace maxwarp::runner {

/// Runs variants of the algorithm on all directed graphs of up to `options.selftest` nodes and on the small graphs;
/// prints a line a variant: `NAME: ok COUNT cases`, or the first case that fails, in a form that can be rebuilt by
/// hand. With `write_expected_results` they are written down for another self-test. The exit status.
int selftest(const Algorithm& algorithm, const RunnerOptions& options);

}  // namespace maxwarp::runner
