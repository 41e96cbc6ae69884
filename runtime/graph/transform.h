// What may be done to a graph after reading: self-loops, repeated edges, missing directions; and its facts.
// Every transform keeps the order of the remaining edges of a row and drops columns and edge sources.
#pragma once

#include <cstdint>
#include <optional>

#include "runtime/graph/graph.h"
#include "runtime/graph/result.h"

namespace maxwarp {

enum class SelfLoops { Keep, Drop };
enum class Duplicates { Keep, First, Min, Sum };

/// Removes edges v → v. Returns how many there were.
edge_t drop_self_loops(Graph& graph);

/// Leaves one edge u → w of several, at the place of the first: with the first weight, the smallest, or the
/// sum. Returns how many edges went. Int weights become Double when a sum does not fit below `inf`. Error: a
/// sum of Double weights is not finite; the graph is useless then.
Result<edge_t> merge_duplicates(Graph& graph, Duplicates policy);

/// Takes every edge as undirected: adds w → u for each u → w that is no self-loop, with the same weight,
/// after the edges that were there. A graph that is symmetric already, weights included, stays as it is.
/// Returns how many edges were added.
edge_t symmetrize(Graph& graph);

/// Leaves the nodes of the largest weakly connected component (of the first one among equals), with all of their edges;
/// they are numbered in the order of before and keep their labels. Returns how many nodes went.
node_t keep_largest_component(Graph& graph);

/// Whether every edge u → w is there as often as w → u. `with_weights`: and with the same weights.
bool is_symmetric(const Graph& graph, bool with_weights = false);

/// Why a graph is no forest whose edges run from parents to children.
struct NoTree {
  node_t node;       // one that has two parents, or is on a cycle
  bool two_parents;  // parallel edges count as two
};
/// One reason, or nothing: the graph is such a forest.
std::optional<NoTree> find_no_tree(const Graph& graph);

edge_t count_self_loops(const Graph& graph);
/// Edges beyond the first among those with the same end points in the same direction.
edge_t count_duplicates(const Graph& graph);

struct GraphStatistics {
  node_t nodes = 0;
  edge_t edges = 0;
  edge_t self_loops = 0, duplicates = 0;
  std::int64_t max_outdegree = 0, max_indegree = 0;
  double mean_outdegree = 0;
  node_t isolated = 0;            // nodes without any edge
  node_t components = 0;          // weakly connected components
  node_t largest_component = 0;   // number of nodes of the largest one
  node_t largest_root = no_node;  // its smallest node (of the first one among equals)
  bool symmetric = false;
};

/// The facts above; one pass for each, on all threads.
GraphStatistics statistics(const Graph& graph);

/// Weakly connected components: for each node the smallest node of its component.
std::vector<node_t> weak_components(const Graph& graph);

/// Nodes of the largest weakly connected component, ascending (of the first one among equals).
std::vector<node_t> largest_component(const Graph& graph);

}  // namespace maxwarp
