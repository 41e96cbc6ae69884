// The GAP benchmark's serialized graphs: bool directed, int64 edges, int64 nodes, int64 offsets (nodes + 1),
// int32 neighbors (.sg) or int32 neighbor and weight pairs (.wsg); in a directed graph the incoming
// edges follow in the same form, which are not needed here. Neighbors of an undirected graph are listed at
// both ends, and `edges` counts each of these.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "runtime/graph/parallel.h"
#include "runtime/graph/read/check_rows.h"
#include "runtime/graph/read/read.h"
#include "runtime/graph/transform.h"
#include "runtime/graph/weights.h"

namespace maxwarp {
namespace {

constexpr std::uint64_t header_bytes = 1 + 8 + 8;

/// Neighbors and weights alternate in a .wsg file.
MaybeFailure read_pairs(const BinaryFile& file, std::uint64_t offset, Graph& graph) {
  graph.weight_kind = WeightKind::Int;
  graph.int_weights = Array<std::int32_t>(graph.targets.size());
  constexpr std::int64_t piece = std::int64_t(1) << 16;
  const std::int64_t edges = graph.edges();
  const auto failed = try_parallel_tasks((edges + piece - 1) / piece, [&](std::int64_t task) {
    const edge_t begin = task * piece, count = std::min(piece, edges - begin);
    std::vector<std::int32_t> pairs(2 * static_cast<std::size_t>(count));
    auto failure = file.read(offset + 8 * static_cast<std::uint64_t>(begin), pairs.data(), 4 * pairs.size());
    for (edge_t e = 0; e < count; ++e) {
      graph.targets[begin + e] = pairs[2 * static_cast<std::size_t>(e)];
      graph.int_weights[begin + e] = pairs[2 * static_cast<std::size_t>(e) + 1];
    }
    return failure;
  });
  if (!failed) widen_infinite_weights(graph);
  return failed;
}

Result<Graph> read_rows(const BinaryFile& file, std::uint64_t nodes, std::uint64_t edges, bool weighted) {
  Graph graph;
  graph.nodes = static_cast<node_t>(nodes);
  graph.row_offsets = Array<edge_t>(nodes + 1);
  graph.targets = Array<node_t>(edges);
  if (auto failure = file.copy(header_bytes, graph.row_offsets.data(), 8 * (nodes + 1))) return *failure;
  const std::uint64_t neighbors = header_bytes + 8 * (nodes + 1);
  auto failure = weighted ? read_pairs(file, neighbors, graph) : file.copy(neighbors, graph.targets.data(), 4 * edges);
  if (failure) return *failure;
  return graph;
}

}  // namespace

Result<ReadGraph> read_gap(const std::string& path, const BinaryFile& file, bool weighted) {
  if (file.size() < header_bytes) return Failure{path + ": too short for a GAP graph"};
  char header[header_bytes];
  if (auto failure = file.read(0, header, sizeof header)) return *failure;
  std::uint8_t directed = 0;
  std::int64_t edges = 0, nodes = 0;
  std::memcpy(&directed, header, 1);
  std::memcpy(&edges, header + 1, 8);
  std::memcpy(&nodes, header + 9, 8);
  if (directed > 1 || edges < 0 || nodes < 0 || nodes > infinity<node_t>())
    return Failure{path + ": header holds impossible values; expected a GAP graph with 32-bit node ids"};
  const auto rows = static_cast<std::uint64_t>(nodes) + 1, count = static_cast<std::uint64_t>(edges);
  const std::uint64_t copies = directed ? 2 : 1, width = weighted ? 8 : 4;
  if (!file.holds(header_bytes, count, width) || file.size() != header_bytes + copies * (8 * rows + width * count))
    return Failure{path + ": its size does not match the header's " + std::to_string(nodes) + " nodes and " +
                   std::to_string(edges) + " edges"};
  auto rows_read = read_rows(file, static_cast<std::uint64_t>(nodes), count, weighted);
  if (!rows_read) return rows_read.failure();
  Graph graph = *std::move(rows_read);
  if (auto failure = check_rows(path, graph)) return *failure;
  update_degrees(graph);
  if (!directed && !is_symmetric(graph))
    return Failure{path + ": marked as undirected, but some edge is there in one direction only"};
  if (!directed) graph.symmetric = true;
  return ReadGraph{std::move(graph), weighted ? "GAP, weighted" : "GAP", "", {}};
}

}  // namespace maxwarp
