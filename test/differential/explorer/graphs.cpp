// Multisets of edges, one of each class of those that a permutation of the nodes makes equal.
#include "test/differential/explorer/graphs.h"

#include <algorithm>
#include <numeric>

namespace maxwarp::explorer {

TinyGraph::TinyGraph(node_t nodes, Edges edges) : nodes_(nodes), edges_(std::move(edges)) {
  const auto size = static_cast<std::size_t>(nodes) + 1;
  row_offsets_.assign(size, 0);
  column_offsets_.assign(size, 0);
  for (const auto& [v, w] : edges_) {
    targets_.push_back(w);
    edge_sources_.push_back(v);
    for (auto after = static_cast<std::size_t>(v) + 1; after < size; ++after) ++row_offsets_[after];
    for (auto after = static_cast<std::size_t>(w) + 1; after < size; ++after) ++column_offsets_[after];
  }
  for (node_t target = 0; target < nodes; ++target)
    for (std::size_t e = 0; e < edges_.size(); ++e)
      if (edges_[e].second == target) {
        sources_.push_back(edges_[e].first);
        column_edges_.push_back(static_cast<edge_t>(e));
      }
  for (const auto& [v, w] : edges_) {
    const auto found = std::ranges::find(edges_, std::pair{w, v});
    if (found == edges_.end()) break;
    const auto rank = std::ranges::count(edges_.begin(), edges_.begin() + static_cast<edge_t>(twins_.size()),
                                         std::pair{v, w});
    if (rank >= std::ranges::count(edges_, std::pair{w, v})) break;
    twins_.push_back(found - edges_.begin() + rank);
  }
}

GraphView TinyGraph::view() const {
  const auto largest = [](const std::vector<edge_t>& offsets) {
    edge_t most = 0;
    for (std::size_t v = 1; v < offsets.size(); ++v) most = std::max(most, offsets[v] - offsets[v - 1]);
    return most;
  };
  GraphView view;
  view.nodes = nodes_;
  view.edges = static_cast<edge_t>(edges_.size());
  view.row_offsets = row_offsets_.data();
  view.targets = targets_.data();
  view.column_offsets = column_offsets_.data();
  view.sources = sources_.data();
  view.column_edges = column_edges_.data();
  view.edge_sources = edge_sources_.data();
  view.twins = twins_.data();
  view.max_outdegree = largest(row_offsets_);
  view.max_indegree = largest(column_offsets_);
  view.symmetric = is_symmetric();
  view.forms = FormRows | FormColumns | FormEdgeSources | FormSortedRows | (is_symmetric() ? FormTwins : 0u);
  return view;
}

bool TinyGraph::is_simple() const {
  const bool loops = std::ranges::any_of(edges_, [](const auto& edge) { return edge.first == edge.second; });
  return !loops && std::ranges::adjacent_find(edges_) == edges_.end();
}

bool TinyGraph::is_tree() const {
  for (node_t v = 0; v < nodes_; ++v)
    if (column_offsets_[static_cast<std::size_t>(v) + 1] - column_offsets_[static_cast<std::size_t>(v)] > 1)
      return false;
  for (node_t v = 0; v < nodes_; ++v) {
    node_t above = v;  // on a circle one never gets to a root
    for (node_t steps = 0; above != no_node; ++steps) {
      if (steps > nodes_) return false;
      const edge_t first = column_offsets_[static_cast<std::size_t>(above)];
      const bool root = first == column_offsets_[static_cast<std::size_t>(above) + 1];
      above = root ? no_node : sources_[static_cast<std::size_t>(first)];
    }
  }
  return true;
}

TinyGraph TinyGraph::renumbered(std::uint64_t number) const {
  std::vector<node_t> names(static_cast<std::size_t>(nodes_));
  std::iota(names.begin(), names.end(), 0);
  for (std::size_t left = names.size(); left > 1; number /= left, --left)
    std::swap(names[left - 1], names[number % left]);
  Edges edges;
  for (const auto& [v, w] : edges_)
    edges.emplace_back(names[static_cast<std::size_t>(v)], names[static_cast<std::size_t>(w)]);
  std::ranges::sort(edges);
  return {nodes_, std::move(edges)};
}

std::string TinyGraph::text() const {
  std::string text = std::to_string(nodes_) + (nodes_ == 1 ? " node" : " nodes");
  for (const auto& [v, w] : edges_) text += " " + std::to_string(v) + "->" + std::to_string(w);
  return text;
}

namespace {

bool is_least_of_its_kind(node_t nodes, const Edges& edges) {
  std::vector<node_t> renamed(static_cast<std::size_t>(nodes));
  std::iota(renamed.begin(), renamed.end(), 0);
  while (std::ranges::next_permutation(renamed).found) {
    Edges other;
    for (const auto& [v, w] : edges)
      other.emplace_back(renamed[static_cast<std::size_t>(v)], renamed[static_cast<std::size_t>(w)]);
    std::ranges::sort(other);
    if (other < edges) return false;
  }
  return true;
}

bool is_connected(node_t nodes, const Edges& edges) {
  std::vector<node_t> part(static_cast<std::size_t>(nodes));
  std::iota(part.begin(), part.end(), 0);
  for (const auto& [v, w] : edges)
    std::ranges::replace(part, part[static_cast<std::size_t>(v)], node_t{part[static_cast<std::size_t>(w)]});
  return std::ranges::count(part, part[0]) == nodes;
}

/// All choices of `left` more edges from `pairs` on, each any number of times.
void choose(const Edges& pairs, std::size_t from, std::size_t left, Edges& chosen, std::vector<Edges>& found) {
  if (left == 0) return found.push_back(chosen);
  for (std::size_t i = from; i < pairs.size(); ++i) {
    chosen.push_back(pairs[i]);
    choose(pairs, i, left - 1, chosen, found);
    chosen.pop_back();
  }
}

Edges in_both_directions(const Edges& edges) {
  Edges all = edges;
  for (const auto& [v, w] : edges)
    if (v != w) all.emplace_back(w, v);
  std::ranges::sort(all);
  return all;
}

}  // namespace

std::vector<TinyGraph> tiny_graphs(node_t nodes, std::size_t edges, bool symmetric) {
  std::vector<TinyGraph> graphs;
  for (std::size_t size = 0; size <= edges; ++size)
    for (node_t n = 1; n <= nodes; ++n) {
      Edges pairs, chosen;
      for (node_t v = 0; v < n; ++v)
        for (node_t w = symmetric ? v : 0; w < n; ++w) pairs.emplace_back(v, w);
      std::vector<Edges> found;
      choose(pairs, 0, size, chosen, found);
      for (const Edges& one : found) {
        const Edges all = symmetric ? in_both_directions(one) : one;
        if ((n <= 3 || is_connected(n, all)) && is_least_of_its_kind(n, all)) graphs.emplace_back(n, all);
      }
    }
  return graphs;
}

}  // namespace maxwarp::explorer
