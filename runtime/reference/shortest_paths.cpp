// Shortest paths: Dijkstra's algorithm, and Bellman and Ford's where a weight is negative.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <string>
#include <utility>

#include "runtime/reference/reference.h"

namespace maxwarp::reference {
namespace {

/// Distance plus weight as the language adds them: in 64 bits, saturating.
std::int32_t extended(std::int32_t distance, std::int32_t weight) {
  constexpr std::int32_t inf = infinity<std::int32_t>();
  if (distance == inf || weight == inf) return inf;
  std::int64_t sum = std::int64_t(distance) + weight;
  return sum >= inf || sum < -std::int64_t(inf) - 1 ? inf : static_cast<std::int32_t>(sum);
}

double extended(double distance, double weight) { return distance + weight; }

template <typename T>
std::vector<T> dijkstra(const GraphView& graph, const T* weight, node_t source) {
  std::vector<T> distance(graph.nodes, infinity<T>());
  using Entry = std::pair<T, node_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  distance[source] = 0;
  open.emplace(T(0), source);
  while (!open.empty()) {
    auto [reached, v] = open.top();
    open.pop();
    if (reached > distance[v]) continue;  // an entry that was improved later
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
      T candidate = extended(reached, weight[e]);
      node_t w = graph.targets[e];
      if (candidate >= distance[w]) continue;
      distance[w] = candidate;
      open.emplace(candidate, w);
    }
  }
  return distance;
}

template <typename T>
std::optional<std::vector<T>> bellman_ford(const GraphView& graph, const T* weight, node_t source) {
  std::vector<T> distance(graph.nodes, infinity<T>());
  distance[source] = 0;
  // Without a negative cycle the last improvement happens in pass nodes - 1 at the latest.
  for (node_t pass = 0; pass < graph.nodes; ++pass) {
    bool changed = false;
    for (node_t v = 0; v < graph.nodes; ++v)
      for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
        T candidate = extended(distance[v], weight[e]);
        if (candidate >= distance[graph.targets[e]]) continue;
        distance[graph.targets[e]] = candidate;
        changed = true;
      }
    if (!changed) return distance;
  }
  return std::nullopt;
}

template <typename T>
std::optional<std::vector<T>> solve(const GraphView& graph, const T* weight, node_t source) {
  if (std::any_of(weight, weight + graph.edges, [](T w) { return w < 0; })) return bellman_ford(graph, weight, source);
  return dijkstra(graph, weight, source);
}

}  // namespace

std::optional<std::vector<std::int32_t>> shortest_paths(const GraphView& graph, const std::int32_t* weight,
                                                        node_t source) {
  return solve(graph, weight, source);
}

std::optional<std::vector<double>> shortest_paths(const GraphView& graph, const double* weight, node_t source) {
  return solve(graph, weight, source);
}

// With weights of at least 1 the distances are right if no edge improves one, and a last edge of a path explains each:
// going back along such edges, distances fall, so that only the source can be the end.
bool proves_shortest_paths(const GraphView& graph, const std::int32_t* weight, node_t source,
                           const std::vector<std::int32_t>& distance) {
  if (distance[source] != 0 || std::any_of(weight, weight + graph.edges, [](std::int32_t w) { return w < 1; }))
    return false;
  std::vector<bool> explained(graph.nodes);
  explained[source] = true;
  for (node_t v = 0; v < graph.nodes; ++v) {
    if (distance[v] == infinity<std::int32_t>()) continue;
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
      const std::int32_t candidate = extended(distance[v], weight[e]), seen = distance[graph.targets[e]];
      if (candidate < seen) return false;
      if (candidate == seen) explained[graph.targets[e]] = true;
    }
  }
  for (node_t v = 0; v < graph.nodes; ++v)
    if (!explained[v] && distance[v] != infinity<std::int32_t>()) return false;
  return true;
}

namespace {

std::string node_name(node_t v) { return "node " + std::to_string(v); }

bool has_tight_edge(const GraphView& graph, const std::int32_t* weight, const std::vector<std::int32_t>& dist,
                    node_t from, node_t to) {
  for (edge_t e = graph.row_offsets[from]; e < graph.row_offsets[from + 1]; ++e)
    if (graph.targets[e] == to && std::int64_t{dist[from]} + weight[e] == dist[to]) return true;
  return false;
}

}  // namespace

std::optional<std::string> check_path_parents(const GraphView& graph, const std::int32_t* weight,
                                              const std::vector<std::int32_t>& dist, node_t source,
                                              const node_t* parent) {
  for (node_t v = 0; v < graph.nodes; ++v) {
    const bool reached = dist[v] != infinity<std::int32_t>();
    const bool has_parent = parent[v] >= 0 && parent[v] < graph.nodes;
    if (reached != has_parent) return node_name(v) + " has parent " + std::to_string(parent[v]);
    if (v == source && parent[v] != source)
      return "the source's parent is " + std::to_string(parent[v]) + ", not itself";
    if (reached && v != source && !has_tight_edge(graph, weight, dist, parent[v], v))
      return node_name(v) + " has parent " + std::to_string(parent[v]) + ", from which no shortest path leads to it";
  }
  for (node_t v = 0; v < graph.nodes; ++v) {
    node_t at = v;
    for (node_t steps = 0; parent[v] != no_node && at != source; ++steps, at = parent[at])
      if (steps > graph.nodes) return "the parents above " + node_name(v) + " go round in a circle";
  }
  return std::nullopt;
}

}  // namespace maxwarp::reference
