// Breadth-first search and what follows from it.
#include <cstdint>

#include "runtime/reference/reference.h"

namespace maxwarp::reference {

std::vector<std::int32_t> bfs_levels(const GraphView& graph, node_t source) {
  std::vector<std::int32_t> level(graph.nodes, infinity<std::int32_t>());
  std::vector<node_t> queue{source};
  level[source] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    node_t v = queue[head];
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
      node_t w = graph.targets[e];
      if (level[w] != infinity<std::int32_t>()) continue;
      level[w] = level[v] + 1;
      queue.push_back(w);
    }
  }
  return level;
}

bool connected(const GraphView& graph, node_t source, node_t target) {
  return bfs_levels(graph, source)[target] != infinity<std::int32_t>();
}

namespace {

std::string node_text(node_t v) { return "node " + std::to_string(v); }

/// What the parent of one node claims, against the levels.
std::optional<std::string> check_claim(const std::vector<std::int32_t>& level, node_t source, node_t v, node_t parent) {
  bool reached = level[v] != infinity<std::int32_t>();
  if (!reached && parent != no_node) return node_text(v) + " is not reached but has parent " + std::to_string(parent);
  if (reached && (parent < 0 || parent >= static_cast<node_t>(level.size())))
    return node_text(v) + " is reached but its parent " + std::to_string(parent) + " is not a node";
  if (v == source && parent != source) return "the source's parent is " + std::to_string(parent) + ", not itself";
  if (reached && v != source && level[parent] != level[v] - 1)
    return node_text(v) + " at level " + std::to_string(level[v]) + " has parent " + std::to_string(parent) +
           " at another level than one below";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> check_bfs_parents(const GraphView& graph, node_t source, const node_t* parent) {
  std::vector<std::int32_t> level = bfs_levels(graph, source);
  for (node_t v = 0; v < graph.nodes; ++v)
    if (auto problem = check_claim(level, source, v, parent[v])) return problem;
  std::vector<bool> has_edge(graph.nodes, false);
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e)
      if (parent[graph.targets[e]] == v) has_edge[graph.targets[e]] = true;
  for (node_t v = 0; v < graph.nodes; ++v)
    if (v != source && parent[v] != no_node && !has_edge[v])
      return node_text(v) + " has parent " + std::to_string(parent[v]) + ", from which no edge leads to it";
  return std::nullopt;
}

}  // namespace maxwarp::reference
