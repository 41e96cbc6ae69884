// The degrees are summed in integers, so that the order of threads does not show.
#include "runtime/graph/shape.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unordered_set>

namespace maxwarp {
namespace {

constexpr std::size_t nodes_to_meet = 4096;
constexpr int searches = 8;
constexpr double hub_factor = 32;

edge_t degree(const Graph& graph, node_t v) { return graph.row_offsets[v + 1] - graph.row_offsets[v]; }

/// Rounds until a search from `source` has met enough nodes. A row counts only as far as nodes are still wanted, so a
/// search looks at few arcs even beside hubs.
int depth_from(const Graph& graph, node_t source) {
  std::unordered_set<node_t> met{source};
  std::vector<node_t> active{source}, next;
  int rounds = 0;
  while (!active.empty() && met.size() < nodes_to_meet) {
    next.clear();
    for (const node_t v : active)
      for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1] && met.size() < nodes_to_meet; ++e)
        if (met.insert(graph.targets[e]).second) next.push_back(graph.targets[e]);
    rounds += next.empty() ? 0 : 1;
    active.swap(next);
  }
  return rounds;
}

/// The first node from `begin` on that has an edge, so that no search ends at once.
node_t first_with_edges(const Graph& graph, node_t begin) {
  node_t v = begin;
  while (v < graph.nodes && degree(graph, v) == 0) ++v;
  return v < graph.nodes ? v : begin;
}

double median_depth(const Graph& graph) {
  std::vector<int> depths;
  for (int i = 0; i < searches; ++i) {
    const auto begin = static_cast<node_t>(static_cast<std::int64_t>(graph.nodes) * i / searches);
    depths.push_back(depth_from(graph, first_with_edges(graph, begin)));
  }
  std::ranges::sort(depths);
  return (depths[searches / 2 - 1] + depths[searches / 2]) / 2.0;
}

}  // namespace

GraphShape shape_of(const Graph& graph) {
  GraphShape shape;
  shape.nodes = graph.nodes;
  shape.arcs = static_cast<double>(graph.edges());
  if (graph.edges() == 0) return shape;  // a graph without nodes has none
  const double mean = shape.mean_degree = shape.arcs / shape.nodes;
  double squares = 0, at_hubs = 0;
  edge_t most = 0;
  for (node_t v = 0; v < graph.nodes; ++v) {
    const edge_t own = degree(graph, v);
    most = std::max(most, own);
    squares += (static_cast<double>(own) - mean) * (static_cast<double>(own) - mean);
    if (static_cast<double>(own) > hub_factor * mean) at_hubs += static_cast<double>(own);
  }
  shape.max_degree = static_cast<double>(most);
  shape.degree_deviation = std::sqrt(squares / shape.nodes) / mean;
  shape.hub_share = at_hubs / shape.arcs;
  shape.depth = median_depth(graph);
  return shape;
}

double fact_of(const GraphShape& shape, GraphFact fact) {
  switch (fact) {
    case GraphFact::Nodes: return shape.nodes;
    case GraphFact::Arcs: return shape.arcs;
    case GraphFact::MeanDegree: return shape.mean_degree;
    case GraphFact::MaxDegree: return shape.max_degree;
    case GraphFact::DegreeDeviation: return shape.degree_deviation;
    case GraphFact::HubShare: return shape.hub_share;
    case GraphFact::Depth: return shape.depth;
  }
  return 0;
}

Selected select_variant(const SelectionNode* tree, const GraphShape& shape) {
  Selected selected;
  const SelectionNode* node = tree;
  while (node->variant < 0) {
    const double value = fact_of(shape, node->fact);
    const bool less = value < node->bound;
    char text[128];
    std::snprintf(text, sizeof text, "%s %.4g is %sless than %.4g", graph_fact_names[static_cast<int>(node->fact)],
                  value, less ? "" : "not ", node->bound);
    selected.reasons.emplace_back(text);
    node = tree + (less ? node->less : node->other);
  }
  selected.variant = node->variant;
  return selected;
}

}  // namespace maxwarp
