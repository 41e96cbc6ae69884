// Components, triangles and degrees.
#include <algorithm>
#include <cstdint>
#include <utility>

#include "runtime/reference/reference.h"

namespace maxwarp::reference {
namespace {

using Adjacency = std::vector<std::vector<node_t>>;

/// Neighbors in either direction.
Adjacency undirected(const GraphView& graph) {
  Adjacency neighbors(graph.nodes);
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
      neighbors[v].push_back(graph.targets[e]);
      neighbors[graph.targets[e]].push_back(v);
    }
  return neighbors;
}

/// Each edge of the simple undirected graph once, at the end with the smaller (degree, node); ascending.
Adjacency oriented(const GraphView& graph) {
  Adjacency neighbors = undirected(graph);
  for (node_t v = 0; v < graph.nodes; ++v) {
    auto& row = neighbors[v];
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    row.erase(std::remove(row.begin(), row.end(), v), row.end());
  }
  Adjacency forward(graph.nodes);
  for (node_t v = 0; v < graph.nodes; ++v)
    for (node_t w : neighbors[v])
      if (std::pair(neighbors[v].size(), v) < std::pair(neighbors[w].size(), w)) forward[v].push_back(w);
  return forward;
}

std::int64_t common(const std::vector<node_t>& a, const std::vector<node_t>& b) {
  std::int64_t count = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i == *j) ++count;
    node_t smaller = std::min(*i, *j);
    i += *i == smaller;
    j += *j == smaller;
  }
  return count;
}

std::vector<std::int64_t> histogram(const std::vector<std::int64_t>& degree) {
  std::vector<std::int64_t> count(1, 0);
  for (std::int64_t d : degree) {
    if (d >= static_cast<std::int64_t>(count.size())) count.resize(d + 1, 0);
    ++count[d];
  }
  return count;
}

}  // namespace

std::vector<node_t> components(const GraphView& graph) {
  Adjacency neighbors = undirected(graph);
  std::vector<node_t> component(graph.nodes, no_node), stack;
  for (node_t root = 0; root < graph.nodes; ++root) {
    if (component[root] != no_node) continue;
    component[root] = root;  // ascending roots: the smallest node of its component
    stack.assign(1, root);
    while (!stack.empty()) {
      node_t v = stack.back();
      stack.pop_back();
      for (node_t w : neighbors[v])
        if (std::exchange(component[w], root) == no_node) stack.push_back(w);
    }
  }
  return component;
}

std::int64_t triangles(const GraphView& graph) {
  Adjacency forward = oriented(graph);
  std::int64_t count = 0;
  for (node_t v = 0; v < graph.nodes; ++v)
    for (node_t w : forward[v]) count += common(forward[v], forward[w]);
  return count;
}

std::vector<std::int64_t> indegree_histogram(const GraphView& graph) {
  std::vector<std::int64_t> degree(graph.nodes, 0);
  for (edge_t e = 0; e < graph.edges; ++e) ++degree[graph.targets[e]];
  return histogram(degree);
}

std::vector<std::int64_t> outdegree_histogram(const GraphView& graph) {
  std::vector<std::int64_t> degree(graph.nodes, 0);
  for (node_t v = 0; v < graph.nodes; ++v) degree[v] = graph.row_offsets[v + 1] - graph.row_offsets[v];
  return histogram(degree);
}

}  // namespace maxwarp::reference
