// Betweenness by Brandes' algorithm ("A faster algorithm for betweenness centrality", 2001), and sums over trees.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "runtime/reference/reference.h"

namespace maxwarp::reference {
namespace {

/// A number of paths, which no double may hold: mantissa * 2^exponent, the mantissa 0 or in 0.5 .. 1.
struct Count {
  double mantissa = 0;
  std::int64_t exponent = 0;

  void add(const Count& other) {
    constexpr std::int64_t digits = 1100;  // more than a double has
    const std::int64_t most = mantissa == 0 ? other.exponent : std::max(exponent, other.exponent);
    const auto shifted = [&](const Count& count) {
      return std::ldexp(count.mantissa, static_cast<int>(std::max(count.exponent - most, -digits)));
    };
    int more = 0;
    mantissa = std::frexp(shifted(*this) + shifted(other), &more);
    exponent = most + more;
  }
  double over(const Count& other) const {
    constexpr std::int64_t widest = 5000;  // from the smallest double to the largest
    return std::ldexp(mantissa / other.mantissa,
                      static_cast<int>(std::clamp(exponent - other.exponent, -widest, widest)));
  }
};

/// Shortest paths from one source: the nodes in the order of their distance, and how many paths lead to each.
struct Paths {
  std::vector<node_t> order;
  std::vector<std::int64_t> distance;
  std::vector<Count> count;
};

Paths paths_from(const GraphView& graph, node_t source) {
  Paths paths{{source}, std::vector<std::int64_t>(graph.nodes, -1), std::vector<Count>(graph.nodes)};
  paths.distance[source] = 0;
  paths.count[source].add({0.5, 1});
  for (std::size_t i = 0; i < paths.order.size(); ++i) {
    const node_t v = paths.order[i];
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
      const node_t w = graph.targets[e];
      if (paths.distance[w] < 0) {
        paths.distance[w] = paths.distance[v] + 1;
        paths.order.push_back(w);
      }
      if (paths.distance[w] == paths.distance[v] + 1) paths.count[w].add(paths.count[v]);
    }
  }
  return paths;
}

/// The nodes, each after its children.
std::vector<node_t> children_first(const GraphView& graph) {
  std::vector<bool> is_child(graph.nodes, false);
  for (edge_t e = 0; e < graph.edges; ++e) is_child[graph.targets[e]] = true;
  std::vector<node_t> order;
  for (node_t v = 0; v < graph.nodes; ++v)
    if (!is_child[v]) order.push_back(v);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (edge_t e = graph.row_offsets[order[i]]; e < graph.row_offsets[order[i] + 1]; ++e)
      order.push_back(graph.targets[e]);
  std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace

std::vector<double> betweenness(const GraphView& graph, const std::vector<node_t>& sources) {
  std::vector<double> centrality(graph.nodes, 0);
  for (node_t source : sources) {
    const Paths paths = paths_from(graph, source);
    std::vector<double> dependency(graph.nodes, 0);
    for (auto v = paths.order.rbegin(); v != paths.order.rend(); ++v) {
      for (edge_t e = graph.row_offsets[*v]; e < graph.row_offsets[*v + 1]; ++e) {
        const node_t w = graph.targets[e];
        if (paths.distance[w] == paths.distance[*v] + 1)
          dependency[*v] += paths.count[*v].over(paths.count[w]) * (1 + dependency[w]);
      }
      if (*v != source) centrality[*v] += dependency[*v];
    }
  }
  return centrality;
}

Summary tree_summary(const GraphView& graph, const double* mass, const double* x, const double* y) {
  Summary summary{std::vector<double>(graph.nodes), std::vector<double>(graph.nodes), std::vector<double>(graph.nodes)};
  for (node_t v : children_first(graph)) {
    double total = mass[v], moment_x = mass[v] * x[v], moment_y = mass[v] * y[v];
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
      const node_t child = graph.targets[e];
      total += summary.total[child];
      moment_x += summary.total[child] * summary.x[child];
      moment_y += summary.total[child] * summary.y[child];
    }
    summary.total[v] = total;
    summary.x[v] = total > 0 ? moment_x / total : x[v];
    summary.y[v] = total > 0 ? moment_y / total : y[v];
  }
  return summary;
}

}  // namespace maxwarp::reference
