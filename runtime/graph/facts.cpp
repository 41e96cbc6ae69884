// Facts about a graph: symmetry, repeated edges, self-loops, components.
// Sequential and linear, but for the comparison of weights.
#include <algorithm>
#include <numeric>
#include <utility>

#include "runtime/graph/transform.h"

namespace maxwarp {
namespace {

/// Whether each node has as many in- as out-edges: a cheap check that most directed graphs fail.
bool equal_degrees(const Graph& graph) {
  std::vector<edge_t> surplus(graph.nodes, 0);
  for (node_t w : graph.targets) ++surplus[w];
  for (node_t v = 0; v < graph.nodes; ++v)
    if (surplus[v] != graph.row_offsets[v + 1] - graph.row_offsets[v]) return false;
  return true;
}

/// Whether the neighbors of v are its in-neighbors, each as often. `count` is all zero before and after a
/// match.
bool same_neighbors(const Graph& graph, const Columns& columns, node_t v, std::vector<edge_t>& count) {
  for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) ++count[graph.targets[e]];
  for (edge_t i = columns.offsets[v]; i < columns.offsets[v + 1]; ++i)
    if (--count[columns.sources[i]] < 0) return false;
  return true;  // the sizes are equal and nothing fell below zero
}

bool same_weights(const Graph& graph, const Columns& columns, node_t v) {
  std::vector<std::pair<node_t, double>> out, in;
  for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e)
    out.emplace_back(graph.targets[e], graph.weight(e));
  for (edge_t i = columns.offsets[v]; i < columns.offsets[v + 1]; ++i)
    in.emplace_back(columns.sources[i], graph.weight(columns.edges[i]));
  std::sort(out.begin(), out.end());
  std::sort(in.begin(), in.end());
  return out == in;
}

node_t find_root(std::vector<node_t>& parent, node_t v) {
  while (parent[v] != v) v = parent[v] = parent[parent[v]];
  return v;
}

}  // namespace

bool is_symmetric(const Graph& graph, bool with_weights) {
  with_weights = with_weights && graph.weight_kind != WeightKind::None;
  if (graph.symmetric.has_value() && (!*graph.symmetric || !with_weights)) return *graph.symmetric;
  if (!equal_degrees(graph)) return false;
  Columns columns = columns_of(graph);
  std::vector<edge_t> count(graph.nodes, 0);
  for (node_t v = 0; v < graph.nodes; ++v) {
    if (!same_neighbors(graph, columns, v, count)) return false;
    if (with_weights && !same_weights(graph, columns, v)) return false;
  }
  return true;
}

std::optional<NoTree> find_no_tree(const Graph& graph) {
  std::vector<node_t> parent(graph.nodes, no_node), seen_from(graph.nodes, no_node);
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
      const node_t w = graph.targets[e];
      if (parent[w] != no_node) return NoTree{w, true};
      parent[w] = v;
    }
  // Upwards from each node, up to where an earlier walk has been: a cycle meets its own walk.
  for (node_t start = 0; start < graph.nodes; ++start) {
    node_t v = start;
    for (; v != no_node && seen_from[v] == no_node; v = parent[v]) seen_from[v] = start;
    if (v != no_node && seen_from[v] == start) return NoTree{v, false};
  }
  return std::nullopt;
}

edge_t count_self_loops(const Graph& graph) {
  edge_t loops = 0;
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) loops += graph.targets[e] == v;
  return loops;
}

edge_t count_duplicates(const Graph& graph) {
  edge_t duplicates = 0;
  std::vector<node_t> seen_by(graph.nodes, no_node);
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e)
      duplicates += std::exchange(seen_by[graph.targets[e]], v) == v;
  return duplicates;
}

std::vector<node_t> weak_components(const Graph& graph) {
  std::vector<node_t> parent(graph.nodes);
  std::iota(parent.begin(), parent.end(), 0);
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
      node_t a = find_root(parent, v), b = find_root(parent, graph.targets[e]);
      parent[std::max(a, b)] = std::min(a, b);  // so a root is the smallest node of its tree
    }
  for (node_t v = 0; v < graph.nodes; ++v) parent[v] = find_root(parent, v);
  return parent;
}

std::vector<node_t> largest_component(const Graph& graph) {
  std::vector<node_t> component = weak_components(graph), size(graph.nodes, 0), members;
  if (graph.nodes == 0) return members;
  for (node_t root : component) ++size[root];
  node_t largest = static_cast<node_t>(std::max_element(size.begin(), size.end()) - size.begin());
  for (node_t v = 0; v < graph.nodes; ++v)
    if (component[v] == largest) members.push_back(v);
  return members;
}

GraphStatistics statistics(const Graph& graph) {
  GraphStatistics facts;
  facts.nodes = graph.nodes;
  facts.edges = graph.edges();
  facts.self_loops = count_self_loops(graph);
  facts.duplicates = count_duplicates(graph);
  facts.max_outdegree = graph.max_outdegree;
  facts.max_indegree = graph.max_indegree;
  facts.mean_outdegree = graph.nodes == 0 ? 0 : double(facts.edges) / graph.nodes;
  facts.symmetric = is_symmetric(graph);
  std::vector<bool> touched(graph.nodes, false);
  for (node_t w : graph.targets) touched[w] = true;
  std::vector<node_t> size(graph.nodes, 0);
  for (node_t root : weak_components(graph)) ++size[root];
  for (node_t v = 0; v < graph.nodes; ++v) {
    facts.isolated += !touched[v] && graph.row_offsets[v] == graph.row_offsets[v + 1];
    facts.components += size[v] > 0;
    facts.largest_component = std::max(facts.largest_component, size[v]);
  }
  return facts;
}

}  // namespace maxwarp
