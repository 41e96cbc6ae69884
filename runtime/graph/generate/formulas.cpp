// Random formulas in conjunctive normal form, as factor graphs.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "runtime/graph/generate/by_rows.h"
#include "runtime/graph/generate/generate.h"
#include "runtime/graph/hash.h"

namespace maxwarp {
namespace {

/// The variables of a clause, no two of them the same.
void pick_variables(node_t variables, std::uint64_t seed, std::uint64_t clause, std::vector<node_t>& picked) {
  const std::uint64_t stream = random_stream(seed, clause);
  const std::size_t count = picked.size();
  picked.clear();
  for (std::uint64_t attempt = 0; picked.size() < count; ++attempt) {
    const auto v = static_cast<node_t>(bounded(bits_of_stream(stream, attempt), static_cast<std::uint64_t>(variables)));
    if (std::ranges::find(picked, v) == picked.end()) picked.push_back(v);
  }
}

}  // namespace

Graph ksat_graph(node_t variables, node_t clauses, node_t literals, std::uint64_t seed) {
  Graph graph = build_by_rows(variables + clauses, [&](node_t v, auto take) {
    if (v < variables) return;
    std::vector<node_t> picked(static_cast<std::size_t>(literals));
    pick_variables(variables, seed, static_cast<std::uint64_t>(v - variables), picked);
    for (node_t w : picked) take(w);
  });
  constexpr std::uint64_t signs = 0x7369676e;
  graph.weight_kind = WeightKind::Int;
  graph.int_weights = Array<std::int32_t>(static_cast<std::size_t>(graph.edges()));
  parallel_pieces(graph.edges(), [&](edge_t first, edge_t end) {
    for (edge_t e = first; e < end; ++e)
      graph.int_weights[e] = random_bits(seed, signs, static_cast<std::uint64_t>(e)) >> 63 ? 1 : -1;
  });
  return graph;
}

}  // namespace maxwarp
