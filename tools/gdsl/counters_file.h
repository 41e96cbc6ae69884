// What Nsight Compute counted in the kernels of a run: the files of `run --counters` of a pack.
#pragma once

#include <string>

#include "llvm/Support/Error.h"
#include "tools/gdsl/profile.h"

namespace maxwarp::workbench {

/// Beside the report `N-NAME.json`.
constexpr const char* counters_ending = ".counters.csv";
constexpr const char* counters_name = "Nsight Compute";

/// The sums over all kernels in `file` (`ncu --csv --page raw`), divided by the `runs` that they belong to. Atomics are
/// their sectors of 32 bytes, not their lanes; barriers of the grid are not counted. Error: it has no such table.
llvm::Expected<Counted> counters_of(const std::string& file, double runs);

}  // namespace maxwarp::workbench
