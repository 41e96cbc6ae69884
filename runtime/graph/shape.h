// Cheap statistics of a graph, by which a mapping is chosen for it (docs/tuning.md, "The tree").
#pragma once

#include <string>
#include <vector>

#include "maxwarp/selection.h"
#include "runtime/graph/graph.h"

namespace maxwarp {

/// What a mapping is chosen by. One pass over the row offsets, and a few short searches.
struct GraphShape {
  double nodes = 0, arcs = 0;
  double mean_degree = 0, max_degree = 0;
  double degree_deviation = 0;  // standard deviation of the out-degrees, divided by their mean; 0 without arcs
  double hub_share = 0;         // share of the arcs that begin at nodes with more than 32 times the mean degree
  double depth = 0;             // rounds in which a breadth-first search meets 4,096 nodes, or all that it can meet
};

/// The shape of a graph, the same for every number of threads. `depth` is the median of searches from eight nodes.
GraphShape shape_of(const Graph& graph);

/// One fact of it.
double fact_of(const GraphShape& shape, GraphFact fact);

/// The variant that the tree chooses for a graph, and what it asked on the way: `mean degree 2.6 is less than 12`.
struct Selected {
  int variant = 0;
  std::vector<std::string> reasons;
};
Selected select_variant(const SelectionNode* tree, const GraphShape& shape);

}  // namespace maxwarp
