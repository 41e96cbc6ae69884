// Galois' binary .gr: uint64 version, size of an edge's data, nodes, edges; uint64 end of each node's edges;
// uint32 (version 1) or uint64 (version 2) targets, padded to 8 bytes; the edges' data. Data of 4 bytes is
// taken as integer weights, as Galois' own tools write them.
#include "runtime/graph/read/bytes.h"
#include "runtime/graph/read/check_rows.h"
#include "runtime/graph/read/read.h"

#include <cstdint>

namespace maxwarp {
namespace {

struct Header {
  std::uint64_t version, data_size, nodes, edges;
};

/// Targets of either width; ones beyond 32 bits become no_node, which check_rows refuses.
bool read_targets(ByteReader& reader, const Header& header, Graph& graph) {
  if (header.version == 1) return reader.array(graph.targets, header.edges) && reader.align();
  std::vector<std::uint64_t> wide;
  if (!reader.array(wide, header.edges)) return false;
  graph.targets.reserve(wide.size());
  for (std::uint64_t target : wide)
    graph.targets.push_back(target < header.nodes ? static_cast<node_t>(target) : no_node);
  return true;
}

bool read_rows(ByteReader& reader, const Header& header, Graph& graph) {
  std::vector<edge_t> ends;
  if (!reader.array(ends, header.nodes)) return false;
  graph.row_offsets.assign(1, 0);
  graph.row_offsets.insert(graph.row_offsets.end(), ends.begin(), ends.end());
  if (!read_targets(reader, header, graph)) return false;
  if (header.data_size == 0) return true;
  graph.weight_kind = WeightKind::Int;
  return reader.array(graph.int_weights, header.edges);
}

}  // namespace

Result<ReadGraph> read_galois(const std::string& path, std::string_view data) {
  ByteReader reader(data);
  Header header;
  if (!reader.value(header)) return Failure{path + ": too short for a Galois graph"};
  if (header.version != 1 && header.version != 2)
    return Failure{path + ": version " + std::to_string(header.version) +
                   "; expected a Galois graph of version 1 or 2"};
  if (header.data_size != 0 && header.data_size != 4)
    return Failure{path + ": " + std::to_string(header.data_size) +
                   " bytes of data an edge; expected 0 or 4 (int32)"};
  Graph graph;
  bool fits = header.nodes <= static_cast<std::uint64_t>(infinity<node_t>());
  if (fits) graph.nodes = static_cast<node_t>(header.nodes);
  if (!fits || !read_rows(reader, header, graph) || reader.remaining() >= 8)
    return Failure{path + ": its size does not match the header's " + std::to_string(header.nodes) +
                   " nodes and " + std::to_string(header.edges) + " edges"};
  if (auto failure = check_rows(path, graph)) return *failure;
  update_degrees(graph);
  return ReadGraph{std::move(graph), "Galois binary",
                   header.data_size ? "edge data taken as int32 weights" : ""};
}

}  // namespace maxwarp
