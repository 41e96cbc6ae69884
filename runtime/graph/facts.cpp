// Facts about a graph: symmetry, repeated edges, self-loops, components. Linear, on all threads, with little
// memory besides the graph.
#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>
#include <utility>

#include "runtime/graph/build/columns.h"
#include "runtime/graph/build/row_pieces.h"
#include "runtime/graph/hash.h"
#include "runtime/graph/transform.h"

namespace maxwarp {
namespace {

/// The sum of `body(first, end)` over pieces of the rows.
template <typename Body>
auto sum_rows(const Graph& graph, Body body) {
  std::atomic<decltype(body(node_t{}, node_t{}))> sum{0};
  parallel_rows(graph, [&](node_t first, node_t end) { sum += body(first, end); });
  return sum.load();
}

/// Zero if the edges are the same in both directions; else hardly ever: a cheap check that most directed graphs fail.
std::uint64_t direction_hash(const Graph& graph, bool with_weights) {
  return sum_rows(graph, [&](node_t first, node_t end) {
    std::uint64_t sum = 0;
    for (node_t v = first; v < end; ++v)
      for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
        const auto from = static_cast<std::uint64_t>(v), to = static_cast<std::uint64_t>(graph.targets[e]);
        const std::uint64_t weight = with_weights ? mix(std::bit_cast<std::uint64_t>(graph.weight(e) + 0.0)) : 0;
        sum += mix((from << 32 | to) ^ weight) - mix((to << 32 | from) ^ weight);
      }
    return sum;
  });
}

using Neighbor = std::pair<node_t, double>;

/// Whether the neighbors of v and the sources of the edges into it are the same, each as often; and with the
/// same weights, where `slab` has the edges. The sources ascend.
bool same_neighbors(const Graph& graph, const ColumnSlab& slab, node_t v, std::vector<node_t>& row,
                    std::vector<Neighbor>& out, std::vector<Neighbor>& in) {
  const edge_t begin = graph.row_offsets[v], end = graph.row_offsets[v + 1];
  const edge_t first = slab.offsets[v - slab.range.first], last = slab.offsets[v - slab.range.first + 1];
  if (end - begin != last - first) return false;
  if (slab.edges.empty()) {
    row.assign(graph.targets.begin() + begin, graph.targets.begin() + end);
    if (!std::is_sorted(row.begin(), row.end())) std::sort(row.begin(), row.end());
    return std::equal(row.begin(), row.end(), slab.sources.begin() + first);
  }
  out.clear(), in.clear();
  for (edge_t e = begin; e < end; ++e) out.emplace_back(graph.targets[e], graph.weight(e));
  for (edge_t i = first; i < last; ++i) in.emplace_back(slab.sources[i], graph.weight(slab.edges[i]));
  std::sort(out.begin(), out.end());
  std::sort(in.begin(), in.end());
  return out == in;
}

bool same_in_both_directions(const Graph& graph, bool with_weights) {
  std::atomic<bool> same{true};
  const std::vector<ColumnRange> ranges = cut_columns(graph, 4 * most_workers());
  parallel_tasks(static_cast<std::int64_t>(ranges.size()), [&](std::int64_t i) {
    if (!same) return;
    const ColumnSlab slab = columns_in(graph, ranges[i], with_weights);
    std::vector<node_t> row;
    std::vector<Neighbor> out, in;
    for (node_t v = ranges[i].first; v < ranges[i].end && same; ++v)
      if (!same_neighbors(graph, slab, v, row, out, in)) same = false;
  });
  return same;
}

/// The parents of a forest that grows on all threads; a root is the smallest node of its tree.
class Forest {
 public:
  explicit Forest(node_t nodes) : parent_(nodes) { std::iota(parent_.begin(), parent_.end(), 0); }

  node_t find(node_t v) {
    for (;;) {
      const node_t above = load(v), next = load(above);
      if (above == next) return above;
      std::atomic_ref(parent_[v]).store(next, std::memory_order_relaxed);  // any ancestor will do
      v = next;
    }
  }
  void join(node_t a, node_t b) {
    for (;;) {
      a = find(a), b = find(b);
      if (a == b) return;
      if (a < b) std::swap(a, b);
      node_t root = a;
      if (std::atomic_ref(parent_[a]).compare_exchange_weak(root, b)) return;
    }
  }

 private:
  node_t load(node_t v) { return std::atomic_ref(parent_[v]).load(std::memory_order_relaxed); }

  std::vector<node_t> parent_;
};

}  // namespace

bool is_symmetric(const Graph& graph, bool with_weights) {
  with_weights = with_weights && graph.weight_kind != WeightKind::None;
  if (graph.symmetric.has_value() && (!*graph.symmetric || !with_weights)) return *graph.symmetric;
  return direction_hash(graph, with_weights) == 0 && same_in_both_directions(graph, with_weights);
}

std::optional<NoTree> find_no_tree(const Graph& graph) {
  Array<node_t> parent(graph.nodes, no_node), seen_from(graph.nodes, no_node);
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
  return sum_rows(graph, [&](node_t first, node_t end) {
    edge_t loops = 0;
    for (node_t v = first; v < end; ++v)
      for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) loops += graph.targets[e] == v;
    return loops;
  });
}

edge_t count_duplicates(const Graph& graph) {
  return sum_rows(graph, [&](node_t first, node_t end) {
    edge_t duplicates = 0;
    std::vector<node_t> row;
    for (node_t v = first; v < end; ++v) {
      const node_t* begin = graph.targets.begin() + graph.row_offsets[v];
      row.assign(begin, begin + (graph.row_offsets[v + 1] - graph.row_offsets[v]));
      if (!std::is_sorted(row.begin(), row.end())) std::sort(row.begin(), row.end());
      for (std::size_t i = 1; i < row.size(); ++i) duplicates += row[i] == row[i - 1];
    }
    return duplicates;
  });
}

std::vector<node_t> weak_components(const Graph& graph) {
  Forest forest(graph.nodes);
  parallel_rows(graph, [&](node_t first, node_t end) {
    for (node_t v = first; v < end; ++v)
      for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) forest.join(v, graph.targets[e]);
  });
  std::vector<node_t> root(graph.nodes);
  parallel_pieces(graph.nodes, [&](node_t first, node_t end) {
    for (node_t v = first; v < end; ++v) root[v] = forest.find(v);
  });
  return root;
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
  std::vector<node_t> size(graph.nodes, 0);
  for (node_t root : weak_components(graph)) ++size[root];
  for (node_t v = 0; v < graph.nodes; ++v) {
    // A component of one node without edges of its own: no edge leads to it either.
    facts.isolated += size[v] == 1 && graph.row_offsets[v] == graph.row_offsets[v + 1];
    facts.components += size[v] > 0;
    if (size[v] <= facts.largest_component) continue;
    facts.largest_component = size[v];
    facts.largest_root = v;
  }
  return facts;
}

}  // namespace maxwarp
