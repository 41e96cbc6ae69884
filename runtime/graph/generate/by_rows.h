// Graphs whose rows can be told one by one: counted, then filled, by all threads, without a list of edges.
#pragma once

#include "runtime/graph/build/row_pieces.h"

namespace maxwarp {

/// The graph in which the neighbors of v are those that `row(v, take)` hands to `take(w)`, in this order. `row`
/// is called twice for each node, on any thread.
template <typename Row>
Graph build_by_rows(node_t nodes, Row row) {
  Graph graph;
  graph.nodes = nodes;
  graph.row_offsets = Array<edge_t>(static_cast<std::size_t>(nodes) + 1);
  parallel_pieces(nodes, [&](node_t first, node_t end) {
    for (node_t v = first; v < end; ++v) {
      edge_t count = 0;
      row(v, [&](node_t) { ++count; });
      graph.row_offsets[v + 1] = count;
    }
  });
  for (node_t v = 0; v < nodes; ++v) graph.row_offsets[v + 1] += graph.row_offsets[v];
  graph.targets = Array<node_t>(static_cast<std::size_t>(graph.row_offsets[nodes]));
  parallel_rows(graph, [&](node_t first, node_t end) {
    for (node_t v = first; v < end; ++v) {
      edge_t place = graph.row_offsets[v];
      row(v, [&](node_t w) { graph.targets[place++] = w; });
    }
  });
  update_degrees(graph);
  return graph;
}

}  // namespace maxwarp
