// How many keys a tally can get, told before the run from the loops around its counts: a tally lives in memory that
// is laid out before a kernel starts. The check and the lowering ask the same function.
#pragma once

#include <vector>

#include "dsl/check/program.h"

namespace maxwarp::checked {

/// How often a loop runs at most.
struct Trips {
  enum class Kind { Nodes, Edges, Outdegree, Indegree, Range } kind = Kind::Nodes;
  const Expr* low = nullptr;  // Range: from low to high, both fixed before the run
  const Expr* high = nullptr;
};

/// The loops around one count, from the declaration of the tally inwards: their trips multiply.
using Product = std::vector<Trips>;

/// What the program does with one tally.
struct TallyUse {
  const Symbol* tally = nullptr;
  const Stmt* loop = nullptr;  // the parallel loop whose iterations have one each; null: one for the run
  bool most = false, absent = false, h_index = false;  // the questions
  bool sums = false;                                   // `t[k]`, `foreach key k in t`
  bool by_one = true;                                  // every count adds 1
  const Stmt* unbounded = nullptr;                     // a count whose trips are not known, or null
  const Expr* asked = nullptr;                         // an h_index, or null
  const Expr* misplaced = nullptr;                     // `t[k]` in a head that has no way to look it up, or null
  std::vector<Product> products;                       // one a count
};

/// The tallies of the algorithm, in the order of their declarations.
std::vector<TallyUse> tallies_of(const Algorithm& algorithm);

/// Whether the keys alone bound a tally of the run: there are no more nodes or edges than the graph has.
inline bool bounded_by_keys(const TallyUse& use) {
  return !use.loop && (use.tally->type.scalar == Scalar::Node || use.tally->type.scalar == Scalar::Edge);
}

}  // namespace maxwarp::checked
