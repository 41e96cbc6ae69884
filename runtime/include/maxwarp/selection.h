// How a variant is chosen for a graph: the facts that are asked for, and the tree that asks (docs/tuning.md).
// gdslc --map=auto writes the tree; the runner and `gdsl advise` follow it.
#pragma once

#include <cstdint>

namespace maxwarp {

/// A fact of a graph that costs little to find, see runtime/graph/shape.h.
enum class GraphFact : std::uint8_t { Nodes, Arcs, MeanDegree, MaxDegree, DegreeDeviation, HubShare, Depth };

/// The facts by their place, as reports name them.
inline constexpr const char* graph_fact_names[] = {"nodes",     "arcs", "mean degree", "max degree", "degree deviation",
                                                   "hub share", "depth"};

/// A node of the tree: a leaf names a variant by its place, others ask whether a fact is less than a bound.
struct SelectionNode {
  int variant;  // of a leaf; -1: none
  GraphFact fact = GraphFact::Nodes;
  double bound = 0;
  int less = 0, other = 0;  // where the tree goes on
};

}  // namespace maxwarp
