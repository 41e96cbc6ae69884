// The GAP benchmark's serialized graphs: bool directed, int64 edges, int64 nodes, int64 offsets (nodes + 1),
// int32 neighbors (.sg) or int32 neighbor and weight pairs (.wsg); in a directed graph the incoming
// edges follow in the same form, which are not needed here. Neighbors of an undirected graph are listed at
// both ends, and `edges` counts each of these.
#include "runtime/graph/read/bytes.h"
#include "runtime/graph/read/check_rows.h"
#include "runtime/graph/read/read.h"
#include "runtime/graph/transform.h"

#include <cstdint>

namespace maxwarp {
namespace {

bool read_neighbors(ByteReader& reader, std::uint64_t edges, bool weighted, Graph& graph) {
  if (!weighted) return reader.array(graph.targets, edges);
  std::vector<std::int32_t> pairs;
  if (edges > reader.remaining() || !reader.array(pairs, 2 * edges)) return false;
  graph.targets.resize(edges);
  graph.int_weights.resize(edges);
  graph.weight_kind = WeightKind::Int;
  for (std::uint64_t e = 0; e < edges; ++e) {
    graph.targets[e] = pairs[2 * e];
    graph.int_weights[e] = pairs[2 * e + 1];
  }
  return true;
}

}  // namespace

Result<ReadGraph> read_gap(const std::string& path, std::string_view data, bool weighted) {
  ByteReader reader(data);
  std::uint8_t directed = 0;
  std::int64_t edges = 0, nodes = 0;
  if (!reader.value(directed) || !reader.value(edges) || !reader.value(nodes))
    return Failure{path + ": too short for a GAP graph"};
  if (directed > 1 || edges < 0 || nodes < 0 || nodes > infinity<node_t>())
    return Failure{path + ": header holds impossible values; expected a GAP graph with 32-bit node ids"};
  Graph graph;
  graph.nodes = static_cast<node_t>(nodes);
  bool complete = reader.array(graph.row_offsets, static_cast<std::uint64_t>(nodes) + 1) &&
                  read_neighbors(reader, static_cast<std::uint64_t>(edges), weighted, graph);
  std::uint64_t incoming =
      (static_cast<std::uint64_t>(nodes) + 1) * 8 + graph.targets.size() * (weighted ? 8u : 4u);
  if (!complete || reader.remaining() != (directed ? incoming : 0))
    return Failure{path + ": its size does not match the header's " + std::to_string(nodes) + " nodes and " +
                   std::to_string(edges) + " edges"};
  if (auto failure = check_rows(path, graph)) return *failure;
  update_degrees(graph);
  if (!directed && !is_symmetric(graph))
    return Failure{path + ": marked as undirected, but some edge is there in one direction only"};
  if (!directed) graph.symmetric = true;
  return ReadGraph{std::move(graph), weighted ? "GAP, weighted" : "GAP", ""};
}

}  // namespace maxwarp
