// A graph with other numbers for its nodes ([N] §IV-D), and which number became which.
#pragma once

#include "maxwarp/numbering.h"
#include "runtime/graph/graph.h"

namespace maxwarp {

/// The graph in the new numbering; its `own_numbers` and `numbered_nodes` tell which node became which. The edges of
/// each row keep their order, in which their values are added up, or they are sorted by the new numbers; parallel ones
/// keep it always. Labels name the nodes as before.
struct Renumbered {
  Graph graph;
  Array<edge_t> old_edges, new_edges;  // by the other number
};

/// Gives the nodes the numbers of `numbering`. `sorted`: rows ascend (FormSortedRows).
Renumbered renumber(const Graph& graph, Numbering numbering, bool sorted);

}  // namespace maxwarp
