// Reductions that the first neighbor decides, as a condition and a store.
#pragma once

#include "compiler/parallel/statement.h"

namespace maxwarp::parallel {

/// Whether the value is the same in all iterations of a round: of literals, parameters and `round`.
bool is_uniform(const ir::Expr* value, const ir::Symbol* round);

/// Whether the reduction changes an element once a round at most, if nothing else does: all offer it the same.
bool changes_once(const ir::Stmt* reduce, const ir::Symbol* round);

/// The reduction that is all a neighbor loop does at first, `if x[w] min= u { … }` with one value `u` for the whole
/// round (of literals, parameters and `round`), if what follows the change only stores and activates; else null. All
/// neighbors that offer `u` to `w` offer the same, so the first of them decides. No race: nothing else changes `x`.
const ir::Stmt* first_change(const ir::Stmt* loop, const ir::Symbol* round);

/// The body of such a loop as `if x[w] > u { x[w] = u; … }`. Of several threads each might store: it is for one that
/// has `w` to itself.
ir::Body guarded(ir::Arena& arena, const ir::Stmt* loop);

}  // namespace maxwarp::parallel
