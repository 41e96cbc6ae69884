// Whether a round may run the operator at all nodes, with no question for who is active.
#pragma once

#include "compiler/analysis/facts.h"

namespace maxwarp::analysis {

/// Holds where a round of `rounds` may run the operator at every node: at one that was activated before it offers again
/// what it has offered (R, O), and at one that never was it changes nothing, because the node still has the values that
/// `program` gives all nodes before the loop.
///
/// Legal: `dist = inf; dist[s] = 0; iterate node v from s { … if dist[w] min= dist[v] + weight[e] { activate w } }`,
/// for nothing is less than what `inf` offers. Illegal: the same with `dist[t] = 0`, which is no news to who starts at
/// `s` alone; `if not seen[w] { seen[w] = true; activate w }`, which hangs on nothing that v has.
Fact runs_everywhere(const parallel::Program& program, const parallel::Control& rounds, const Facts& facts);

}  // namespace maxwarp::analysis
