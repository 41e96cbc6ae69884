// Warns of conditions that do not depend on anything and of statements after a `break`.
// Stands beside the race check, because it reads the same finished program.
#pragma once

#include <optional>

#include "compiler/support/diagnostics.h"
#include "dsl/check/program.h"

namespace maxwarp {

/// Legal without a warning: `while true`. Warned of: `if 2 < 1`, `where outdegree(v) >= 0`, `break; x = 1`.
void check_constant_conditions(const checked::Program& program, Diagnostics& diagnostics);

/// What the condition comes to in every run, if that is known: `3 > 0` holds.
std::optional<bool> constant_condition(const checked::Expr& condition);

}  // namespace maxwarp
