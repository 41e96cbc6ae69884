// Whether an `iterate` only copies along edges until nothing changes (C).
#pragma once

#include "compiler/analysis/facts.h"

namespace maxwarp::analysis {

/// C: the operator is `if x[w] min= x[v] { activate w }` for every edge, in both directions; all nodes are active at
/// first, and nothing else ends the rounds. Then every node ends with the reduction over its component, whatever `x`
/// begins with. So is it with `max=`, `|=` and `&=`: the result of these reductions does not depend on order and
/// repetition. Of real numbers -0 is less than 0, and a `nan`, which no offer changes but a smaller one, offers
/// nothing.
///
/// Holds: `foreach adjacent w of v { if x[w] min= x[v] { activate w } }`; so with `neighbor` in an algorithm that
/// `requires symmetric`. Does not: `x[w] min= x[v] + weight[e]`, for paths change what is offered; `foreach neighbor w
/// of v` on any graph, for a value goes along the edges only.
struct Copying {
  Fact fact;
  const ir::Symbol* property = nullptr;  // x, or null where no statement is of this kind
  ir::Reduction reduction{};
  bool own = false;  // each node has its own number in `x` before the loop, and the smallest is wanted
};

Copying copying(const parallel::Program& program, const parallel::Control& rounds);

}  // namespace maxwarp::analysis
