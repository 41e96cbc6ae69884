// Whether a program's results are the same, node by node, however the nodes are numbered (`reorder`).
#pragma once

#include "compiler/analysis/facts.h"

namespace maxwarp::analysis {

/// Holds where the program may look at the numbers of nodes, but asks for none that the program's graph does not keep:
/// it never looks at the number of an edge, nor at the place of an edge in a row.
Fact ignores_places(const checked::Algorithm& algorithm);

/// Holds where the program never looks at the number of a node or edge: it compares none but for equality, computes
/// with none, and asks nothing whose answer depends on them. `dist[w] min= …` is fine, `component[w] min= component[v]`
/// with nodes as components is not.
Fact ignores_numbers(const checked::Algorithm& algorithm);

}  // namespace maxwarp::analysis
