// Data races are compile errors: proves for each parallel loop that its result does not depend on the
// order of its iterations. Stands behind the checker, because it reads resolved names and desugared updates.
#pragma once

#include "compiler/support/diagnostics.h"
#include "dsl/check/program.h"

namespace maxwarp {

/// Reports every access in a parallel loop (foreach, iterate) whose outcome could depend on the schedule,
/// with a note at the other access. The rules stand beside their checks: conflicts.cpp (who may write what),
/// overtaken.cpp (which reads may see a change), tested.cpp (what may hang on the outcome of an update).
/// Fills in `Algorithm::separate` and `Algorithm::unproved`.
void check_races(checked::Program& program, Diagnostics& diagnostics);

}  // namespace maxwarp
