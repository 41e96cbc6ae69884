// Which variables and properties may depend on something: by their value, by the condition under which they are
// written, by the rounds and active nodes in which that happens.
#pragma once

#include <functional>
#include <set>

#include "dsl/check/program.h"

namespace maxwarp::checked {

/// Where something begins to show.
struct Origins {
  std::set<const Expr*> reads;     // the values of these expressions
  std::set<const Stmt*> targets;   // what these reductions change, and their outcomes
  std::set<const Stmt*> payloads;  // the payload that they write
  std::set<const Stmt*> outcomes;  // the outcomes of all reductions in these parallel loops
};

/// Everything that the origins may show in.
std::set<const Symbol*> reached_from(const Algorithm& algorithm, const Origins& origins);

/// Visits the expressions directly in `stmt`, those of its loop included.
void for_each_expression(const Stmt& stmt, const std::function<void(const Expr&)>& visit);

}  // namespace maxwarp::checked
