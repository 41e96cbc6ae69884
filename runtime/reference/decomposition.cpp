// Strongly connected components, core numbers and independent sets, by their definitions.
#include <algorithm>
#include <cstdint>

#include "runtime/reference/reference.h"

namespace maxwarp::reference {

std::vector<node_t> strong_components(const GraphView& graph) {
  std::vector<node_t> component(graph.nodes, no_node);
  std::vector<std::vector<std::int32_t>> level;
  for (node_t v = 0; v < graph.nodes; ++v) level.push_back(bfs_levels(graph, v));
  constexpr std::int32_t inf = infinity<std::int32_t>();
  for (node_t v = 0; v < graph.nodes; ++v)
    for (node_t u = 0; u < graph.nodes; ++u)
      if (level[v][u] != inf && level[u][v] != inf) component[v] = std::max(component[v], u);
  return component;
}

std::vector<std::int32_t> core_numbers(const GraphView& graph) {
  std::vector<std::int32_t> left(graph.nodes), core(graph.nodes);
  std::vector<bool> gone(graph.nodes, false);
  for (node_t v = 0; v < graph.nodes; ++v)
    left[v] = static_cast<std::int32_t>(graph.row_offsets[v + 1] - graph.row_offsets[v]);
  std::int32_t k = 0;
  for (node_t round = 0; round < graph.nodes; ++round) {
    node_t least = no_node;
    for (node_t v = 0; v < graph.nodes; ++v)
      if (!gone[v] && (least == no_node || left[v] < left[least])) least = v;
    k = std::max(k, left[least]);
    core[least] = k;
    gone[least] = true;
    for (edge_t e = graph.row_offsets[least]; e < graph.row_offsets[least + 1]; ++e) --left[graph.targets[e]];
  }
  return core;
}

std::optional<std::string> check_independent(const GraphView& graph, const std::int32_t* in_set) {
  for (node_t v = 0; v < graph.nodes; ++v) {
    bool beside = false;
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e)
      beside |= graph.targets[e] != v && in_set[graph.targets[e]] != 0;
    if (in_set[v] != 0 && beside) return "node " + std::to_string(v) + " and a neighbor are both in the set";
    if (in_set[v] == 0 && !beside) return "node " + std::to_string(v) + " could be in the set too";
  }
  return std::nullopt;
}

std::optional<std::string> check_coloring(const GraphView& graph, const std::int32_t* color) {
  for (node_t v = 0; v < graph.nodes; ++v) {
    std::vector<bool> taken(static_cast<std::size_t>(graph.row_offsets[v + 1] - graph.row_offsets[v]) + 1, false);
    const std::string node = "node " + std::to_string(v) + " has color " + std::to_string(color[v]);
    if (color[v] < 0 || color[v] >= static_cast<std::int64_t>(taken.size()))
      return node + ", which is more than its degree";
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
      const node_t w = graph.targets[e];
      if (w == v) continue;
      if (color[w] == color[v]) return node + " as its neighbor " + std::to_string(w);
      if (color[w] >= 0 && color[w] < color[v]) taken[color[w]] = true;
    }
    for (std::int32_t c = 0; c < color[v]; ++c)
      if (!taken[c]) return node + ", and " + std::to_string(c) + " is free";
  }
  return std::nullopt;
}

}  // namespace maxwarp::reference
