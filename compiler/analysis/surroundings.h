// What stands around a loop, for facts that the program around it decides.
#pragma once

#include <set>

#include "compiler/parallel/ir.h"

namespace maxwarp::analysis {

/// Adds what the control, or one in it, may change.
void changed_by(const parallel::Control& control, std::set<const ir::Symbol*>& changed);

/// The sequence that the loop stands in, or null.
const parallel::Sequence* sequence_around(const parallel::Sequence& sequence, const parallel::Control* loop);

}  // namespace maxwarp::analysis
