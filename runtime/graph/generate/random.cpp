// Random graphs: recursive matrices, uniform edges, small worlds. Edges are made in pieces by all threads;
// each depends on its number alone.
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "runtime/graph/build/rows.h"
#include "runtime/graph/generate/generate.h"
#include "runtime/graph/hash.h"

namespace maxwarp {
namespace {

/// The graph of the edges that `make(number, piece)` adds to the piece for each number below `count`.
template <typename Make>
Graph build_edges(node_t nodes, std::int64_t count, Make make) {
  constexpr std::int64_t piece_edges = 1 << 16;
  EdgeStore store;
  parallel_tasks((count + piece_edges - 1) / piece_edges, [&](std::int64_t index) {
    EdgePiece piece(store.pool());
    const std::int64_t end = std::min(count, (index + 1) * piece_edges);
    for (std::int64_t e = index * piece_edges; e < end; ++e) make(static_cast<std::uint64_t>(e), piece);
    store.add(index, piece);
  });
  return build_rows(nodes, store);
}

/// Quadrants as bounds for 53 random bits.
struct Bounds {
  std::uint64_t right, lower, lower_right;

  explicit Bounds(const Quadrants& q)
      : right(bound(q.a)), lower(bound(q.a + q.b)), lower_right(bound(q.a + q.b + q.c)) {}
  /// The smallest integer of 53 bits whose real in 0..1 is at least `probability`.
  static std::uint64_t bound(double probability) {
    return static_cast<std::uint64_t>(std::ceil(probability * 0x1.0p53));
  }
};

/// Walks down the quadrants: a bit of row and column each time. Where the number of nodes is no power of two,
/// walks that end outside are taken again; after many the ids are wrapped, so that odd probabilities cannot
/// loop forever.
std::pair<node_t, node_t> walk(node_t nodes, const Bounds& bounds, std::uint64_t seed, std::uint64_t edge) {
  constexpr std::uint64_t attempts = 64;
  const int levels = std::bit_width(static_cast<std::uint64_t>(nodes) - 1);
  const auto limit = static_cast<std::uint64_t>(nodes);
  std::uint64_t row = 0, column = 0;
  for (std::uint64_t attempt = 0; attempt < attempts; ++attempt) {
    const std::uint64_t stream = random_stream(seed, edge * attempts + attempt);
    row = column = 0;
    for (int level = 0; level < levels; ++level) {
      const std::uint64_t place = bits_of_stream(stream, static_cast<std::uint64_t>(level)) >> 11;
      const bool lower = place >= bounds.lower;
      const bool right = place >= (lower ? bounds.lower_right : bounds.right);
      row = row << 1 | std::uint64_t(lower);
      column = column << 1 | std::uint64_t(right);
    }
    if (row < limit && column < limit) break;
  }
  return {static_cast<node_t>(row % limit), static_cast<node_t>(column % limit)};
}

/// Random permutation by swaps (Fisher-Yates).
Array<node_t> permutation(node_t nodes, std::uint64_t seed) {
  Array<node_t> order(static_cast<std::size_t>(nodes));
  std::iota(order.begin(), order.end(), 0);
  for (node_t i = nodes - 1; i > 0; --i)
    std::swap(order[i], order[bounded(random_bits(seed, 0x7065726d, std::uint64_t(i)), std::uint64_t(i) + 1)]);
  return order;
}

void add(EdgePiece& piece, node_t source, node_t target) {
  piece.add(static_cast<std::uint32_t>(source), static_cast<std::uint32_t>(target));
}

}  // namespace

std::pair<node_t, node_t> rmat_edge(node_t nodes, const Quadrants& quadrants, std::uint64_t seed, std::uint64_t edge) {
  return walk(nodes, Bounds(quadrants), seed, edge);
}

Graph rmat_graph(node_t nodes, edge_t edges, const Quadrants& quadrants, std::uint64_t seed, bool relabel) {
  Array<node_t> name;
  if (relabel) name = permutation(nodes, seed);
  const Bounds bounds(quadrants);
  return build_edges(nodes, edges, [&](std::uint64_t e, EdgePiece& piece) {
    const auto [source, target] = walk(nodes, bounds, seed, e);
    add(piece, relabel ? name[source] : source, relabel ? name[target] : target);
  });
}

Graph uniform_graph(node_t nodes, edge_t edges, std::uint64_t seed) {
  const auto bound = static_cast<std::uint64_t>(nodes);
  return build_edges(nodes, edges, [&](std::uint64_t e, EdgePiece& piece) {
    add(piece, static_cast<node_t>(bounded(random_bits(seed, e, 0), bound)),
        static_cast<node_t>(bounded(random_bits(seed, e, 1), bound)));
  });
}

Graph small_world_graph(node_t nodes, node_t neighbors, double rewire, std::uint64_t seed) {
  const node_t ahead = neighbors / 2;
  Graph graph = build_edges(nodes, std::int64_t(nodes) * ahead, [&](std::uint64_t e, EdgePiece& piece) {
    const auto v = static_cast<std::int64_t>(e) / ahead;
    std::int64_t distance = static_cast<std::int64_t>(e) % ahead + 1;
    if (unit_real(random_bits(seed, e, 0)) < rewire)
      distance = 1 + static_cast<std::int64_t>(bounded(random_bits(seed, e, 1), static_cast<std::uint64_t>(nodes) - 1));
    const std::int64_t w = (v + distance) % nodes;
    add(piece, static_cast<node_t>(v), static_cast<node_t>(w));
    add(piece, static_cast<node_t>(w), static_cast<node_t>(v));
  });
  graph.symmetric = true;
  return graph;
}

}  // namespace maxwarp
