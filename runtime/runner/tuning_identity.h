// What tells the measurements of a search apart: a ledger may have those of any number of searches.
#pragma once

#include <string>
#include <vector>

#include "runtime/runner/measuring.h"

namespace maxwarp::runner {

struct TuningIdentity {
  std::string graph;
  std::string all_sources, one_source;  // the arguments, of the first step and of the others
  std::vector<std::string> texts;       // by variant of the run
};

/// Of a run that a pack has recorded (`--recorded`) as `gdsl tune` knows it, from the pack's explore.json. Of others by
/// what the graph, the files of arguments and the executable hold. Error: such a file cannot be read.
Result<TuningIdentity> tuning_identity(const MeasuredRun& run);

}  // namespace maxwarp::runner
