// Galois' binary .gr: uint64 version, size of an edge's data, nodes, edges; uint64 end of each node's edges;
// uint32 (version 1) or uint64 (version 2) targets, padded to 8 bytes; the edges' data. Data of 4 bytes is
// taken as integer weights, as Galois' own tools write them.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "runtime/graph/parallel.h"
#include "runtime/graph/read/check_rows.h"
#include "runtime/graph/read/read.h"
#include "runtime/graph/weights.h"

namespace maxwarp {
namespace {

struct Header {
  std::uint64_t version, data_size, nodes, edges;
};

/// Where the parts of the file are; false where the size does not match.
struct Layout {
  std::uint64_t ends = sizeof(Header), targets = 0, weights = 0;

  bool fill(const BinaryFile& file, const Header& header) {
    const std::uint64_t width = header.version == 1 ? 4 : 8;
    if (header.nodes > static_cast<std::uint64_t>(infinity<node_t>()) || !file.holds(ends, header.nodes, 8))
      return false;
    targets = ends + 8 * header.nodes;
    if (!file.holds(targets, header.edges, width)) return false;
    weights = targets + (width * header.edges + 7) / 8 * 8;
    if (header.data_size != 0 && !file.holds(weights, header.edges, header.data_size)) return false;
    const std::uint64_t size = weights + header.data_size * header.edges;
    return size <= file.size() && file.size() - size < 8;
  }
};

/// Targets of 64 bits; those beyond the nodes become no_node, which check_rows refuses.
MaybeFailure read_wide_targets(const BinaryFile& file, const Layout& layout, Graph& graph) {
  constexpr std::int64_t piece = std::int64_t(1) << 16;
  const std::int64_t edges = graph.edges();
  return try_parallel_tasks((edges + piece - 1) / piece, [&](std::int64_t task) {
    const edge_t begin = task * piece, count = std::min(piece, edges - begin);
    std::vector<std::uint64_t> targets(static_cast<std::size_t>(count));
    auto failure = file.read(layout.targets + 8 * static_cast<std::uint64_t>(begin), targets.data(),
                             8 * targets.size());
    for (edge_t e = 0; e < count; ++e) {
      const std::uint64_t target = targets[static_cast<std::size_t>(e)];
      graph.targets[begin + e] = target < static_cast<std::uint64_t>(graph.nodes) ? static_cast<node_t>(target)
                                                                                  : no_node;
    }
    return failure;
  });
}

MaybeFailure read_arrays(const BinaryFile& file, const Header& header, const Layout& layout, Graph& graph) {
  graph.nodes = static_cast<node_t>(header.nodes);
  graph.row_offsets = Array<edge_t>(header.nodes + 1);
  if (auto failure = file.copy(layout.ends, graph.row_offsets.data() + 1, 8 * header.nodes)) return failure;
  graph.targets = Array<node_t>(header.edges);
  auto failure = header.version == 1 ? file.copy(layout.targets, graph.targets.data(), 4 * header.edges)
                                     : read_wide_targets(file, layout, graph);
  if (failure || header.data_size == 0) return failure;
  graph.weight_kind = WeightKind::Int;
  graph.int_weights = Array<std::int32_t>(header.edges);
  failure = file.copy(layout.weights, graph.int_weights.data(), 4 * header.edges);
  if (!failure) widen_infinite_weights(graph);
  return failure;
}

}  // namespace

Result<ReadGraph> read_galois(const std::string& path, const BinaryFile& file) {
  Header header;
  if (file.size() < sizeof header) return Failure{path + ": too short for a Galois graph"};
  if (auto failure = file.read(0, &header, sizeof header)) return *failure;
  if (header.version != 1 && header.version != 2)
    return Failure{path + ": version " + std::to_string(header.version) +
                   "; expected a Galois graph of version 1 or 2"};
  if (header.data_size != 0 && header.data_size != 4)
    return Failure{path + ": " + std::to_string(header.data_size) + " bytes of data an edge; expected 0 or 4 (int32)"};
  Layout layout;
  if (!layout.fill(file, header))
    return Failure{path + ": its size does not match the header's " + std::to_string(header.nodes) + " nodes and " +
                   std::to_string(header.edges) + " edges"};
  Graph graph;
  if (auto failure = read_arrays(file, header, layout, graph)) return *failure;
  if (auto failure = check_rows(path, graph)) return *failure;
  update_degrees(graph);
  return ReadGraph{std::move(graph), "Galois binary", header.data_size ? "edge data taken as int32 weights" : "", {}};
}

}  // namespace maxwarp
