// A graph with other numbers for its nodes ([N] §IV-D), and which number became which.
#pragma once

#include <string>

#include "maxwarp/numbering.h"
#include "runtime/graph/graph.h"

namespace maxwarp {

/// The graph in the new numbering; its `own_numbers` and `numbered_nodes` tell which node became which. The edges of
/// each row keep their order, in which their values are added up, or they are sorted by the new numbers; parallel ones
/// keep it always. Labels name the nodes as before.
struct Renumbered {
  Graph graph;
  Array<edge_t> old_edges, new_edges;  // by the other number; empty where no one asked for them
};

/// How a graph is numbered anew.
struct Renumbering {
  Numbering numbering = Numbering::Given;
  bool sorted = false;      // rows ascend (FormSortedRows)
  bool edges = true;        // which edge became which is needed
  std::string folder = {};  // that keeps the orders (kept_node_order); empty: none does
};

Renumbered renumber(const Graph& graph, const Renumbering& wish);

}  // namespace maxwarp
