// Reader of the own binary format. The checksum is compared before anything is trusted.
#include "runtime/graph/write/binary.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "runtime/graph/read/bytes.h"
#include "runtime/graph/read/check_rows.h"
#include "runtime/graph/read/read.h"

namespace maxwarp {
namespace {

MaybeFailure check_header(const std::string& path, BinaryHeader header, std::string_view data) {
  if (std::memcmp(header.magic, binary_magic, sizeof header.magic) != 0)
    return Failure{path + ": no maxwarp binary graph; expected its first 8 bytes to say so"};
  if (header.version != binary_version)
    return Failure{path + ": version " + std::to_string(header.version) + "; expected " +
                   std::to_string(binary_version)};
  std::uint64_t expected = header.checksum;
  header.checksum = 0;
  std::uint64_t sum = checksum(0, {reinterpret_cast<const char*>(&header), sizeof header});
  sum = checksum(sum, data.substr(sizeof header));
  if (sum != expected || data.size() % 8 != 0)
    return Failure{path + ": checksum does not match; the file is damaged or truncated"};
  if (header.weight_kind > 2 || header.symmetric > 2 || header.nodes < 0 || header.edges < 0 ||
      header.nodes > infinity<node_t>() || header.first_label > infinity<std::int64_t>() - header.nodes)
    return Failure{path + ": header holds impossible values"};
  return std::nullopt;
}

bool read_arrays(ByteReader& reader, const BinaryHeader& header, Graph& graph) {
  auto nodes = static_cast<std::uint64_t>(header.nodes), edges = static_cast<std::uint64_t>(header.edges);
  graph.nodes = static_cast<node_t>(header.nodes);
  graph.weight_kind = static_cast<WeightKind>(header.weight_kind);
  graph.labels.first = header.first_label;
  if (!reader.array(graph.row_offsets, nodes + 1) || !reader.array(graph.targets, edges) || !reader.align())
    return false;
  if (graph.weight_kind == WeightKind::Int && (!reader.array(graph.int_weights, edges) || !reader.align()))
    return false;
  if (graph.weight_kind == WeightKind::Double && !reader.array(graph.double_weights, edges)) return false;
  if (header.listed_labels && !reader.array(graph.labels.list, nodes)) return false;
  return reader.remaining() == 0;
}

}  // namespace

Result<ReadGraph> read_binary(const std::string& path, std::string_view data) {
  ByteReader reader(data);
  BinaryHeader header;
  if (!reader.value(header)) return Failure{path + ": too short for a maxwarp binary graph"};
  if (auto failure = check_header(path, header, data)) return *failure;
  Graph graph;
  if (!read_arrays(reader, header, graph))
    return Failure{path + ": its size does not match the header's nodes and edges"};
  if (auto failure = check_rows(path, graph)) return *failure;
  auto& labels = graph.labels.list;
  if (std::adjacent_find(labels.begin(), labels.end(), std::greater_equal<>()) != labels.end())
    return Failure{path + ": labels do not ascend"};
  if (!std::all_of(graph.double_weights.begin(), graph.double_weights.end(),
                   [](double w) { return std::isfinite(w); }))
    return Failure{path + ": a weight is not finite"};
  if (header.symmetric != 2) graph.symmetric = header.symmetric == 1;
  graph.sorted_rows = header.sorted_rows == 1;
  update_degrees(graph);
  return ReadGraph{std::move(graph), "maxwarp binary", ""};
}

}  // namespace maxwarp
