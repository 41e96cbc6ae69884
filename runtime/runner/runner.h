// The main function of every built program, as a library: reads the command line, loads the graph, runs
// the variants, reports and verifies.
#pragma once

#include "maxwarp/algorithm.h"

namespace maxwarp::runner {

/// Runs `algorithm` as the command line says; the exit status: 0 done, 1 wrong usage, bad input or something that is
/// missing here, 2 the run failed or its result differs from the reference (docs/exit-codes.md).
int run_program(const Algorithm& algorithm, int argc, const char* const* argv);

}  // namespace maxwarp::runner
