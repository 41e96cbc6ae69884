// Whether a property is known as a whole when a loop of rounds begins.
#pragma once

#include "compiler/analysis/settling.h"

namespace maxwarp::analysis {

/// Facts::filled of a loop that settles nodes.
Filled filled(const parallel::Program& program, const parallel::Control& rounds, const Settling& settling);

}  // namespace maxwarp::analysis
