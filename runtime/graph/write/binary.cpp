// Writers of binary formats.
#include "runtime/graph/write/binary.h"

#include <algorithm>
#include <cstdint>

#include "runtime/graph/transform.h"
#include "runtime/graph/write/formats.h"

namespace maxwarp {
namespace {

/// Hands the file to `take`, piece by piece; each array begins a page and is filled up with zeros.
template <typename Take>
void visit_pages(const BinaryHeader& header, const Graph& graph, Take take) {
  static constexpr char zeros[binary_page] = {};
  const auto page_wise = [&](const void* data, std::size_t bytes) {
    if (bytes > 0) take(std::string_view(static_cast<const char*>(data), bytes));
    if (bytes % binary_page != 0) take(std::string_view(zeros, binary_page - bytes % binary_page));
  };
  const auto array = [&](const auto& values) { page_wise(values.data(), values.size() * sizeof values[0]); };
  page_wise(&header, sizeof header);
  array(graph.row_offsets);
  array(graph.targets);
  if (graph.weight_kind == WeightKind::Int) array(graph.int_weights);
  if (graph.weight_kind == WeightKind::Double) array(graph.double_weights);
  if (!graph.labels.list.empty()) array(graph.labels.list);
}

/// The checksum of a file that comes in pieces.
class Checksum {
 public:
  void add(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::size_t count = std::min<std::size_t>(bytes.size(), checksum_block - block_.size());
      block_.append(bytes.substr(0, count));
      bytes.remove_prefix(count);
      if (block_.size() == checksum_block) close_block();
    }
  }
  std::uint64_t sum() {
    if (!block_.empty()) close_block();
    return sum_;
  }

 private:
  void close_block() {
    sum_ += block_checksum(index_++, block_);
    block_.clear();
  }

  std::string block_;
  std::uint64_t index_ = 0, sum_ = 0;
};

}  // namespace

void write_binary(Output& out, const Graph& graph) {
  BinaryHeader header{};
  std::memcpy(header.magic, binary_magic, sizeof header.magic);
  header.version = binary_version;
  header.weight_kind = static_cast<std::uint8_t>(graph.weight_kind);
  header.listed_labels = !graph.labels.list.empty();
  header.symmetric = graph.symmetric ? *graph.symmetric : 2;
  header.sorted_rows = graph.sorted_rows;
  header.nodes = graph.nodes;
  header.edges = graph.edges();
  header.first_label = graph.labels.first;
  header.max_outdegree = graph.max_outdegree;
  header.max_indegree = graph.max_indegree;
  header.self_loops = count_self_loops(graph);
  header.duplicates = count_duplicates(graph);
  Checksum checksum;
  visit_pages(header, graph, [&](std::string_view bytes) { checksum.add(bytes); });
  header.checksum = checksum.sum();
  visit_pages(header, graph, [&](std::string_view bytes) { out.bytes(bytes); });
}

namespace {

template <typename T>
void put(Output& out, const T& value) {
  out.bytes({reinterpret_cast<const char*>(&value), sizeof value});
}

template <typename T>
void put_all(Output& out, const Array<T>& values) {
  out.bytes({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)});
}

}  // namespace

void write_gap(Output& out, const Graph& graph, bool weighted) {
  const bool directed = !is_symmetric(graph, weighted);
  put(out, static_cast<std::uint8_t>(directed));
  put(out, std::int64_t{graph.edges()});
  put(out, std::int64_t{graph.nodes});
  const auto put_edge = [&](node_t neighbor, edge_t e) {
    put(out, neighbor);
    if (weighted) put(out, graph.int_weights[e]);
  };
  put_all(out, graph.row_offsets);
  for (edge_t e = 0; e < graph.edges(); ++e) put_edge(graph.targets[e], e);
  if (!directed) return;
  const Columns columns = columns_of(graph);
  put_all(out, columns.offsets);
  for (edge_t i = 0; i < graph.edges(); ++i) put_edge(columns.sources[i], columns.edges[i]);
}

}  // namespace maxwarp
