// Random directed graphs: recursive matrices and uniform edges.
#include <bit>
#include <cstdint>
#include <numeric>
#include <utility>

#include "runtime/graph/generate/generate.h"
#include "runtime/graph/hash.h"
#include "runtime/graph/parallel.h"

namespace maxwarp {
namespace {

EdgeList sized_list(node_t nodes, edge_t edges) {
  EdgeList list;
  list.nodes = nodes;
  list.sources.resize(edges);
  list.targets.resize(edges);
  return list;
}

/// One walk down the quadrants: `levels` bits of row and column. `key` makes the walk.
std::pair<std::uint64_t, std::uint64_t> descend(int levels, const Quadrants& q, std::uint64_t seed,
                                                std::uint64_t key) {
  std::uint64_t row = 0, column = 0;
  for (int level = 0; level < levels; ++level) {
    double place = unit_real(random_bits(seed, key, std::uint64_t(level)));
    bool lower = place >= q.a + q.b;
    bool right = lower ? place >= q.a + q.b + q.c : place >= q.a;
    row = row << 1 | std::uint64_t(lower);
    column = column << 1 | std::uint64_t(right);
  }
  return {row, column};
}

/// An edge within 0 .. nodes - 1. Where the number of nodes is no power of two, walks that end outside are
/// taken again; after many the ids are wrapped, so that odd probabilities cannot loop forever.
std::pair<node_t, node_t> rmat_edge(node_t nodes, const Quadrants& q, std::uint64_t seed,
                                    std::uint64_t edge) {
  constexpr std::uint64_t attempts = 64;
  int levels = std::bit_width(static_cast<std::uint64_t>(nodes) - 1);
  auto limit = static_cast<std::uint64_t>(nodes);
  std::pair<std::uint64_t, std::uint64_t> ends;
  for (std::uint64_t attempt = 0; attempt < attempts; ++attempt) {
    ends = descend(levels, q, seed, edge * attempts + attempt);
    if (ends.first < limit && ends.second < limit) break;
  }
  return {static_cast<node_t>(ends.first % limit), static_cast<node_t>(ends.second % limit)};
}

/// Random permutation by swaps (Fisher-Yates).
std::vector<node_t> permutation(node_t nodes, std::uint64_t seed) {
  std::vector<node_t> order(nodes);
  std::iota(order.begin(), order.end(), 0);
  for (node_t i = nodes - 1; i > 0; --i)
    std::swap(order[i],
              order[bounded(random_bits(seed, 0x7065726d, std::uint64_t(i)), std::uint64_t(i) + 1)]);
  return order;
}

}  // namespace

EdgeList rmat_edges(node_t nodes, edge_t edges, Quadrants quadrants, std::uint64_t seed, bool relabel) {
  EdgeList list = sized_list(nodes, edges);
  std::vector<node_t> name;
  if (relabel) name = permutation(nodes, seed);
  parallel_pieces(edges, [&](edge_t begin, edge_t end) {
    for (edge_t e = begin; e < end; ++e) {
      auto [source, target] = rmat_edge(nodes, quadrants, seed, static_cast<std::uint64_t>(e));
      list.sources[e] = relabel ? name[source] : source;
      list.targets[e] = relabel ? name[target] : target;
    }
  });
  return list;
}

EdgeList uniform_edges(node_t nodes, edge_t edges, std::uint64_t seed) {
  EdgeList list = sized_list(nodes, edges);
  auto bound = static_cast<std::uint64_t>(nodes);
  parallel_pieces(edges, [&](edge_t begin, edge_t end) {
    for (edge_t e = begin; e < end; ++e) {
      list.sources[e] = static_cast<node_t>(bounded(random_bits(seed, std::uint64_t(e), 0), bound));
      list.targets[e] = static_cast<node_t>(bounded(random_bits(seed, std::uint64_t(e), 1), bound));
    }
  });
  return list;
}

}  // namespace maxwarp
