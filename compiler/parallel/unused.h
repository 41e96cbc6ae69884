// Values that nothing reads, as a call leaves them where the caller takes some of the results.
#pragma once

#include "compiler/parallel/ir.h"

namespace maxwarp::parallel {

/// Removes what is stored in variables that are no results and that nothing reads, then what is computed for them
/// alone: local variables, loops without a body, whole regions. Loops that may not end, and rounds, stay.
void remove_unused(Program& program);

}  // namespace maxwarp::parallel
