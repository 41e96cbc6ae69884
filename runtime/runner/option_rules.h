// Which options of a program go together.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "runtime/runner/options.h"

namespace maxwarp::runner {

/// What is written must not replace what is read, nor what else is written. An empty result is success, here and below.
std::string check_files(const Algorithm& algorithm, const RunnerOptions& options);

/// What a self-test would not look at: it makes its graphs itself.
std::string wrong_for_selftest(const CLI::App& app);

/// What a search among variants would not look at, and what it cannot search among; completes its options.
std::string complete_tuning(const CLI::App& app, const Algorithm& algorithm, RunnerOptions& options);

}  // namespace maxwarp::runner
