// `--tune=SECONDS`: the best of the program's variants within a budget, by halving. What was measured stays in a
// ledger, so that the same command goes on where the last one ended.
#pragma once

#include "runtime/runner/measuring.h"

namespace maxwarp::runner {

/// Searches, and prints what was found; the exit status. The engine must not have been opened: that is for another
/// process.
int tune(const MeasuredRun& run, const std::string& graph_line, double read_ms);

}  // namespace maxwarp::runner
