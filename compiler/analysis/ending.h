// Whether it shows when a loop of rounds ends (`until`).
#pragma once

#include "compiler/analysis/facts.h"

namespace maxwarp::analysis {

/// Holds where `rounds` of `program` has no `until`, or may end in any round after the first one in which it holds, and
/// may get farther in a round than its own: it asks for a flag that the operator only raises, and nothing else that the
/// operator changes is looked at when the loop has ended.
Fact ends_anywhere(const parallel::Program& program, const parallel::Control& rounds);

}  // namespace maxwarp::analysis
