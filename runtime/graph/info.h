// What `gdsl graph info` says about a graph beyond its counts: how degrees are spread, how far apart nodes are,
// what the weights are.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "runtime/graph/transform.h"

namespace maxwarp {

/// How the degrees of one direction are spread.
struct DegreeSpread {
  /// Numbers of nodes with degree 0, 1, 2..3, 4..7, …; the last one is not 0.
  std::vector<std::int64_t> bins;
  /// The box of a box plot ([C] Fig. 3): the least degree, that of the node at a quarter, half and three quarters of
  /// all nodes by degree, and the largest.
  std::array<std::int64_t, 5> quartiles{};
  double largest_to_mean = 0;  // largest degree divided by the mean; 0 without edges
  double gini = 0;             // 0: all nodes have the same degree; near 1: few nodes have nearly all edges
};

/// Facts of the weights.
struct WeightSpread {
  double least = 0, largest = 0, mean = 0;
  edge_t negative = 0, zero = 0;
};

struct GraphInfo {
  GraphStatistics facts;
  DegreeSpread out, in;
  WeightSpread weights;  // all 0 without weights or edges
  /// The longest shortest path found between two nodes of the largest component, directions ignored: a lower
  /// bound of its diameter.
  std::int64_t diameter_at_least = 0;
  std::uint64_t bytes = 0;  // of offsets, targets, weights and labels in memory
};

/// How many of the nodes have 0, 1, … edges; `offsets` of rows or of columns.
std::vector<std::int64_t> degree_counts(const Array<edge_t>& offsets, node_t nodes);

/// All of it, on all threads; the same for every number of them. Takes memory for the graph's columns where the
/// graph is not symmetric.
GraphInfo describe(const Graph& graph);

/// The out-edges of nodes cut into pieces, as the mapping `split` does ([R] §III-B).
struct SplitSpread {
  std::int64_t most = 0;     // edges that a piece may have
  std::int64_t split = 0;    // nodes with more than one piece
  std::int64_t pieces = 0;   // of all nodes
  std::int64_t largest = 0;  // edges of a piece
  DegreeSpread spread;       // of the pieces
};

/// `most`: edges of a piece at most; 0: what the histogram of the degrees suggests (maxwarp/split.h).
SplitSpread describe_split(const Graph& graph, std::int64_t most);

/// The first and the last degree of bin `bin` of DegreeSpread.
std::int64_t first_of_bin(std::size_t bin);
std::int64_t last_of_bin(std::size_t bin);

}  // namespace maxwarp
