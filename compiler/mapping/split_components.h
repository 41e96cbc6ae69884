// Operators that add up components of vectors (Facts::component_sums), for rows of neighbors that are cut in pieces.
#pragma once

#include "compiler/mapping/build.h"

namespace maxwarp::mapping {

/// The edges of the piece at hand, whether its node has no other one, and, asked of the node itself, whether it has.
struct PieceOfRow {
  const ir::Expr *first, *end, *whole, *cut;
};

/// What pieces run is in `loops`: they walk their edges with the sums in variables. A piece that is its node's only one
/// does what follows then, too; others add to elements of the node. `before` gives these their first value, `after`
/// takes what has come together; both are for nodes, and do nothing where these are whole. Legal where
/// Facts::component_sums holds.
Phases cut_components(LoopPlan& plan, const ir::Body& body, const PieceOfRow& piece);

}  // namespace maxwarp::mapping
