// Values with a payload: `dist[w] min= d with parent[w] = v` changes both in one step, so the two properties are kept
// as one of pairs. Results are taken apart at the end.
#pragma once

#include <map>

#include "compiler/parallel/ir.h"

namespace maxwarp::parallel {

/// Two node properties, or two single values, that some reduction changes together.
struct PayloadPair {
  const Symbol *value = nullptr, *payload = nullptr;
  const Symbol* pair = nullptr;  // what is kept instead of them
};

/// The couples of an algorithm, by each of their symbols.
using PayloadPairs = std::map<const Symbol*, PayloadPair, ir::ById>;
PayloadPairs find_couples(ir::Arena& arena, const checked::Block& algorithm);

/// The place in the pairs that stands for a place of one of the two; the expression itself where it belongs to none.
const Expr* place_of_pair(ir::Arena& arena, const PayloadPairs& couples, const Expr* place);

/// Keeps the couples as pairs throughout the program, whose reductions with payloads are on pairs already.
void keep_as_pairs(Program& program, const PayloadPairs& couples);

}  // namespace maxwarp::parallel
