// Reductions that settle a neighbor once, as a condition and a store.
#pragma once

#include "compiler/parallel/ir.h"

namespace maxwarp::parallel {

/// `if x[w] |= true { … }` becomes `if not x[w] { x[w] = true; … }`. `if x[w] min= round { … }` becomes `if x[w] == inf
/// { x[w] = round; … }` where, as the loop begins, elements are `inf` or not above 1. Both only if that is the whole
/// operator, and what follows is the same for all who find the element open: stores of values of the whole round,
/// and activations. So loops that say the same in different words get the same mappings, and no atomic operation.
void settle_reductions(Program& program);

}  // namespace maxwarp::parallel
