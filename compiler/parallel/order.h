// Loops in order: `foreach node v where g after neighbor w where c`. As rounds: every node counts for how many others
// it waits; those that wait for none run first, and each that has run lowers the counts of those that wait for it (Kahn
// 1962). Or without counts: every node has a flag until it has run, and asks for those of the others ([N] §VI-E).
#pragma once

#include "compiler/parallel/statement.h"

namespace maxwarp::parallel {

/// What both ways are made of. All of it speaks of the loop's own variable v.
struct Order {
  ir::Body count;         // at every node: for how many nodes v waits, added up in `waiting`, which is zero
  const ir::Expr* ready;  // v is in the loop and waits for none
  ir::Body release;       // after the loop's body: lowers the counts of those that wait for v; activates them at zero
  const ir::Expr* stranded;  // after the loop: v never ran, because the order is cyclic
  const ir::Expr* member;    // v is in the loop; null: all nodes are
  ir::Body
      ask;  // asking: where `waiting` of v is not zero, but that of all for whom v waits is, v runs and clears its own
};

/// The parts of the loop `loop`, which has an `after`. `symmetric`: the graph is, so that no transpose is needed in
/// order to get from a node to those that wait for it. `round`: the number of the rounds around the loop, or null.
/// `operation`: the operator, for `ask`.
Order order_of(ir::Arena& arena, const checked::Loop& loop, const ir::Symbol* waiting, bool symmetric,
               const ir::Symbol* round, const ir::Body& operation);

}  // namespace maxwarp::parallel
