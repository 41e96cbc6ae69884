// The rounds of runs as charts: `--plot=FILE.svg`.
#pragma once

#include <string>

#include "runtime/runner/report.h"

namespace maxwarp::runner {

/// SVG with two charts for each run that has metrics, of the first eight: edges and time (on the SIMT engine, cost) of
/// each round. Of many rounds, several that follow one another are one bar.
std::string rounds_plot(const Report& report, const Algorithm& algorithm);

}  // namespace maxwarp::runner
