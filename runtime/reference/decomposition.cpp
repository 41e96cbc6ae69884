// Strongly connected components (Tarjan, "Depth-first search and linear graph algorithms", 1972) and core numbers
// (Batagelj, Zaversnik, "An O(m) algorithm for cores decomposition of networks", 2003) in linear time; independent sets
// and colorings by their definitions.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "runtime/reference/reference.h"

namespace maxwarp::reference {
namespace {

/// Depth-first search without recursion: paths are as long as the graph has nodes.
class StrongComponents {
 public:
  explicit StrongComponents(const GraphView& graph)
      : graph_(graph),
        next_(graph.row_offsets, graph.row_offsets + graph.nodes),
        number_(graph.nodes, 0),
        low_(graph.nodes, 0),
        component_(graph.nodes, no_node) {}

  std::vector<node_t> run() {
    for (node_t root = 0; root < graph_.nodes; ++root) {
      if (number_[root] == 0) enter(root);
      while (!path_.empty()) step(path_.back());
    }
    return std::move(component_);
  }

 private:
  void enter(node_t v) {
    number_[v] = low_[v] = ++entered_;
    path_.push_back(v);
    open_.push_back(v);
  }

  /// Follows the next edge of v, or leaves it.
  void step(node_t v) {
    if (next_[v] == graph_.row_offsets[v + 1]) return leave(v);
    const node_t w = graph_.targets[next_[v]++];
    if (number_[w] == 0) return enter(w);
    if (component_[w] == no_node) low_[v] = std::min(low_[v], number_[w]);
  }

  void leave(node_t v) {
    path_.pop_back();
    if (!path_.empty()) low_[path_.back()] = std::min(low_[path_.back()], low_[v]);
    if (low_[v] != number_[v]) return;
    const auto first = std::find(open_.rbegin(), open_.rend(), v).base() - 1;  // v, and what was entered after it
    const node_t largest = *std::max_element(first, open_.end());
    for (auto u = first; u != open_.end(); ++u) component_[*u] = largest;
    open_.erase(first, open_.end());
  }

  const GraphView& graph_;
  std::vector<edge_t> next_;                     // edge to follow from each node
  std::vector<std::int64_t> number_, low_;       // in the order of entering, from 1; the least that is reached
  std::vector<node_t> component_, path_, open_;  // open: entered, and no component yet
  std::int64_t entered_ = 0;
};

/// Nodes in the order of their values; a value falls by one at a time.
class Buckets {
 public:
  explicit Buckets(const std::vector<std::int32_t>& value)
      : first_(value.empty() ? 2 : std::ranges::max(value) + 2, 0), order_(value.size()), place_(value.size()) {
    for (std::int32_t x : value) ++first_[x + 1];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    std::vector<node_t> next(first_);
    for (node_t v = 0; v < static_cast<node_t>(value.size()); ++v) put(v, next[value[v]]++);
  }

  node_t at(node_t place) const { return order_[place]; }

  /// The node leaves the bucket of `value` for the one below: the first place of its bucket becomes the last of that.
  void lower(node_t v, std::int32_t value) {
    const node_t place = place_[v], first = first_[value]++, other = order_[first];
    put(other, place);
    put(v, first);
  }

 private:
  void put(node_t v, node_t place) {
    order_[place] = v;
    place_[v] = place;
  }

  std::vector<node_t> first_;  // place of the first node of each value
  std::vector<node_t> order_, place_;
};

}  // namespace

std::vector<node_t> strong_components(const GraphView& graph) { return StrongComponents(graph).run(); }

std::vector<std::int32_t> core_numbers(const GraphView& graph) {
  std::vector<std::int32_t> left(graph.nodes);
  for (node_t v = 0; v < graph.nodes; ++v)
    left[v] = static_cast<std::int32_t>(graph.row_offsets[v + 1] - graph.row_offsets[v]);
  Buckets buckets(left);
  for (node_t i = 0; i < graph.nodes; ++i) {
    const node_t v = buckets.at(i);
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e)
      if (const node_t w = graph.targets[e]; left[w] > left[v]) buckets.lower(w, left[w]--);
  }
  return left;
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
