// Moving out of neighbor loops what they would repeat, and dropping what nothing reads.
#pragma once

#include "compiler/parallel/statement.h"

namespace maxwarp::parallel {

/// A question that a neighbor loop would ask for every neighbor alike is asked once before it.
void hoist_questions(ir::Body& body);

/// A value that nothing reads is no part of the operator; evaluating it has no effect.
void drop_unused(ir::Body& body);

/// An element p[v] of the item, read in a neighbor loop that never writes p[v] by that name, is read once
/// before the loop. Where others change it meanwhile the read is monotone: an older value is allowed.
void hoist_own_reads(ir::Arena& arena, ir::Body& body, const ir::Symbol* item);

}  // namespace maxwarp::parallel
