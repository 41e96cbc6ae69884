// All tiny graphs: what the explorer runs programs on.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "maxwarp/graph_view.h"

namespace maxwarp::explorer {

using Edges = std::vector<std::pair<node_t, node_t>>;

/// A graph with all of its forms in memory.
class TinyGraph {
 public:
  /// `edges` ascend.
  TinyGraph(node_t nodes, Edges edges);
  GraphView view() const;
  const Edges& edges() const { return edges_; }
  node_t nodes() const { return nodes_; }
  bool is_symmetric() const { return twins_.size() == edges_.size(); }
  bool is_simple() const;
  /// A forest whose edges run from parents to children.
  bool is_tree() const;
  /// The same graph with its nodes numbered in the `number`-th way.
  TinyGraph renumbered(std::uint64_t number) const;
  /// `3 nodes, 0->1 1->2`.
  std::string text() const;

 private:
  node_t nodes_;
  Edges edges_;
  std::vector<edge_t> row_offsets_, column_offsets_, column_edges_, twins_;
  std::vector<node_t> targets_, sources_, edge_sources_;
};

/// Graphs of 1 to `nodes` nodes and at most `edges` edges, self-loops and parallel edges among them, the small ones
/// first; of those that differ in the numbers of their nodes alone, one, and with more than 3 nodes connected ones
/// alone. `symmetric`: undirected graphs of so many edges, each in both directions.
std::vector<TinyGraph> tiny_graphs(node_t nodes, std::size_t edges, bool symmetric);

}  // namespace maxwarp::explorer
