// The graphs of the self-test: all directed graphs with a few nodes, and small ones of many shapes.
// Weights come from a hash and include 0.
#pragma once

#include <functional>
#include <string>

#include "runtime/graph/graph.h"

namespace maxwarp::runner {

/// A graph, and how to make it again: `all:NODES:CODE`, or a generator with its seed.
struct SmallGraph {
  std::string name;
  Graph graph;
};

/// Called with one graph after the other; false ends the walk.
using GraphVisitor = std::function<bool(SmallGraph&)>;

/// All directed graphs with up to `most_nodes` nodes, self-loops included; false when the visitor ended it.
bool for_each_tiny_graph(int most_nodes, const GraphVisitor& visit);

/// Some twenty graphs: shapes at which mappings break (hubs, chains, repeated edges, loops, parts without
/// connection, each also symmetrized); false when the visitor ended it.
bool for_each_small_graph(const GraphVisitor& visit);

}  // namespace maxwarp::runner
