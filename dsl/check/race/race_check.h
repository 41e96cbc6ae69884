// Data races are compile errors: proves for each parallel loop that its result does not depend on the
// order of its iterations. Stands after the checker, because it reads resolved names and desugared updates.
#pragma once

#include "compiler/support/diagnostics.h"
#include "dsl/check/program.h"
#include "dsl/check/race/premise.h"

namespace maxwarp {

/// Reports every access in a parallel loop (foreach, iterate) whose outcome could depend on the schedule,
/// with a note at the other access. The rules stand beside their checks: conflicts.cpp (who may write what),
/// stale_reads.cpp (which reads may see a change, and where their values may go), tested.cpp (what may hang on the
/// outcome of an update), breaks.cpp. dsl/soundness.md proves them.
/// Fills in `Algorithm::separate` and `Algorithm::unproved`.
/// `granted`: a premise that is taken for granted, for tests of the proofs alone.
void check_races(checked::Program& program, Diagnostics& diagnostics,
                 std::optional<race::Premise> granted = std::nullopt);

}  // namespace maxwarp
