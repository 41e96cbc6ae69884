// A graph with other numbers for its nodes ([N] §IV-D), and which number became which.
#pragma once

#include "maxwarp/numbering.h"
#include "runtime/graph/graph.h"

namespace maxwarp {

/// The graph in the new numbering: rows ascend, and parallel edges keep their order. Labels name the nodes as before.
struct Renumbered {
  Graph graph;
  std::vector<node_t> old_nodes, new_nodes;  // by the other number
  Array<edge_t> old_edges, new_edges;
};

/// Gives the nodes the numbers of `numbering`.
Renumbered renumber(const Graph& graph, Numbering numbering);

}  // namespace maxwarp
