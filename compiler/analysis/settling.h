// Whether a property may be written when a round is over.
#pragma once

#include "compiler/analysis/facts.h"

namespace maxwarp::analysis {

/// A loop of rounds in which every change is `if p[w] == c { p[w] = e; …; activate w }`, with one value `e`, not `c`,
/// for the whole round (see Facts, S, A and L): whoever is activated has got `e`, and nothing else asks for `p` before
/// the round is over. So the set of those that were activated tells `p`, and any `q` that gets one value for the round
/// beside it and that nothing asks for.
struct Settling {
  Fact fact;
  const ir::Symbol* property = nullptr;   // p
  const ir::Expr* open = nullptr;         // p[w] == c
  const ir::Symbol* neighbor = nullptr;   // w
  std::vector<const ir::Stmt*> stores{};  // p[w] = e and each q[w] = d, in the order of the program
};

/// Whether a condition `if p[w] == c { p[w] = e; … }`, with some `e` that is not `c`, holds no more when its body has
/// run.
bool settles_itself(const ir::Stmt* condition, const ir::Symbol* round);

Settling settling(const parallel::Control& rounds);

}  // namespace maxwarp::analysis
