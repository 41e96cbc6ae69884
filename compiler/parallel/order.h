// Loops in order: `foreach node v where g after neighbor w where c` as rounds. Every node counts for how many others it
// waits; those that wait for nobody run first, and who has run lowers the counts of those that wait for it (Kahn 1962).
#pragma once

#include "compiler/parallel/statement.h"

namespace maxwarp::parallel {

/// What the rounds are made of. All of it speaks of the loop's own variable v.
struct Order {
  ir::Body count;            // at every node: for how many nodes v waits, added up in `waiting`, which is zero
  const ir::Expr *ready;     // v is in the loop and waits for nobody
  ir::Body release;          // behind the loop's body: lowers the counts of those that wait for v; activates them at zero
  const ir::Expr *stranded;  // after the rounds: v never ran, because the order is cyclic
};

/// The parts of the loop `loop`, which has an `after`. `symmetric`: the graph is, so that no transpose is needed in order
/// to get from a node to those that wait for it. `round`: the number of the rounds around the loop, or null.
Order order_of(ir::Arena &arena, const checked::Loop &loop, const ir::Symbol *waiting, bool symmetric, const ir::Symbol *round);

}  // namespace maxwarp::parallel
