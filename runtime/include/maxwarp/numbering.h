// Orders in which the nodes of a graph can be numbered, so that nodes that are looked at together lie together ([N]
// §IV-D). Host code, for callers that fill a GraphView for a program compiled with `reorder`.
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "maxwarp/graph_view.h"

namespace maxwarp {

/// Nodes by their out-degrees, the largest first; equal ones in their order.
inline void order_by_degree(const GraphView& graph, std::vector<node_t>& order) {
  const auto degree = [&](node_t v) { return graph.row_offsets[v + 1] - graph.row_offsets[v]; };
  std::sort(order.begin(), order.end(),
            [&](node_t a, node_t b) { return degree(a) != degree(b) ? degree(a) > degree(b) : a < b; });
}

/// Breadth first along the edges: from node 0, then from the next node that was not reached.
inline void order_breadth_first(const GraphView& graph, std::vector<node_t>& order) {
  std::vector<char> seen(order.size());
  std::size_t size = 0;
  const auto append = [&](node_t v) {
    if (!std::exchange(seen[static_cast<std::size_t>(v)], 1)) order[size++] = v;
  };
  std::size_t taken = 0;
  for (node_t root = 0; root < graph.nodes; ++root) {
    append(root);
    for (; taken < size; ++taken)
      for (edge_t e = graph.row_offsets[order[taken]]; e < graph.row_offsets[order[taken] + 1]; ++e)
        append(graph.targets[e]);
  }
}

/// One scan over the nodes ([N] §IV-D): those of a node's neighbors that lie after it change places with the nodes
/// right after it.
inline void order_by_neighbors(const GraphView& graph, std::vector<node_t>& order) {
  std::vector<std::size_t> place(order.size());
  std::iota(place.begin(), place.end(), std::size_t{0});
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::size_t next = i + 1;
    for (edge_t e = graph.row_offsets[order[i]]; e < graph.row_offsets[order[i] + 1]; ++e) {
      const auto w = static_cast<std::size_t>(graph.targets[e]);
      if (place[w] < next) continue;  // before this node, or moved already
      const auto other = static_cast<std::size_t>(order[next]);
      std::swap(order[place[w]], order[next]);
      std::swap(place[w], place[other]);
      ++next;
    }
  }
}

/// For each new number the node that gets it. `graph`: host memory, with its rows. Where a program reads own numbers
/// (FormOwnNumbers), this order is `own_numbers` of the view of the renumbered graph, and its inverse `numbered_nodes`.
inline std::vector<node_t> node_order(const GraphView& graph, Numbering numbering) {
  std::vector<node_t> order(static_cast<std::size_t>(graph.nodes));
  std::iota(order.begin(), order.end(), node_t{0});
  switch (numbering) {
    case Numbering::Given: break;
    case Numbering::Neighbors: order_by_neighbors(graph, order); break;
    case Numbering::Degree: order_by_degree(graph, order); break;
    case Numbering::BreadthFirst: order_breadth_first(graph, order); break;
  }
  return order;
}

}  // namespace maxwarp
