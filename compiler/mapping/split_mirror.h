// Copies of a node's values for the parts that it is split into.
#pragma once

#include "compiler/mapping/build.h"

namespace maxwarp::mapping {

/// The pieces of the nodes: whose each is, and of which number a node's first one is. `node` and `piece` are those at
/// hand.
struct SplitNodes {
  const ir::Symbol *node, *piece, *parents, *first_pieces;
  const ir::Expr* most;     // pieces that there may be
  const ir::Symbol* count;  // host scalar: pieces that there are
};

/// What `body`, the operator at a piece, reads of its node is read of the piece: each has a copy, made before the loop.
/// What is reduced to a node in the rounds is reduced to its pieces, too. The properties that have copies.
std::vector<const ir::Symbol*> mirror_values(LoopPlan& plan, const SplitNodes& nodes, ir::Body& body);

/// Why pieces cannot have copies, or nothing.
std::optional<Refusal> refuse_mirror(const LoopPlan& plan);

}  // namespace maxwarp::mapping
