// Text and binary writers.
#include "runtime/graph/write/write.h"

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "runtime/graph/transform.h"
#include "runtime/graph/write/binary.h"

namespace maxwarp {
namespace {

/// Buffered output that remembers a failed write.
class Output {
 public:
  explicit Output(const std::string& path) : file_(std::fopen(path.c_str(), "wb")) {}
  ~Output() {
    if (file_) std::fclose(file_);
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  bool opened() const { return file_ != nullptr; }
  void bytes(std::string_view text) {
    good_ = std::fwrite(text.data(), 1, text.size(), file_) == text.size() && good_;
  }
  template <typename T>
  void number(T value, char after) {
    char text[40];
    auto [end, error] = std::to_chars(text, text + sizeof text - 1, value);
    *end++ = after;
    bytes({text, static_cast<std::size_t>(end - text)});
  }
  bool close() {
    bool closed = std::fclose(file_) == 0;
    file_ = nullptr;
    return good_ && closed;
  }

 private:
  std::FILE* file_;
  bool good_ = true;
};

/// The weight of edge e; integers without a point, doubles in the shortest form that reads back the same.
void write_weight(Output& out, const Graph& graph, edge_t e) {
  switch (graph.weight_kind) {
    case WeightKind::Int:
      return out.number(graph.int_weights[e], '\n');
    case WeightKind::Double: {
      char text[40];
      auto [end, error] = std::to_chars(text, text + sizeof text, graph.double_weights[e]);
      std::string_view digits(text, static_cast<std::size_t>(end - text));
      out.bytes(digits);
      // Without a point it would be read back as an integer.
      return out.bytes(digits.find_first_of(".e") == std::string_view::npos ? ".0\n" : "\n");
    }
    case WeightKind::None:
      return out.bytes("1\n");
  }
}

/// All edges as `PREFIX source target[ weight]` with `name(v)` for the nodes.
template <typename Name>
void write_edges(Output& out, const Graph& graph, std::string_view prefix, bool weights, Name name) {
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
      out.bytes(prefix);
      out.number(name(v), ' ');
      out.number(name(graph.targets[e]), weights ? ' ' : '\n');
      if (weights) write_weight(out, graph, e);
    }
}

std::int64_t from_one(node_t v) { return std::int64_t(v) + 1; }

void write_counts(Output& out, const Graph& graph, bool twice) {
  out.number(graph.nodes, ' ');
  if (twice) out.number(graph.nodes, ' ');
  out.number(graph.edges(), '\n');
}

void write_matrix_market(Output& out, const Graph& graph) {
  const char* fields[] = {"pattern", "integer", "real"};
  out.bytes(std::string("%%MatrixMarket matrix coordinate ") + fields[int(graph.weight_kind)] + " general\n");
  write_counts(out, graph, true);
  write_edges(out, graph, "", graph.weight_kind != WeightKind::None, from_one);
}

void write_dimacs(Output& out, const Graph& graph) {
  out.bytes("p sp ");
  write_counts(out, graph, false);
  write_edges(out, graph, "a ", true, from_one);
}

void write_edge_list(Output& out, const Graph& graph, bool weights) {
  out.bytes("# nodes edges: ");
  write_counts(out, graph, false);
  write_edges(out, graph, "", weights, [&](node_t v) { return graph.labels[v]; });
}

/// One line a node, neighbors from 1, each followed by its weight if there are any.
void write_metis(Output& out, const Graph& graph) {
  bool weighted = graph.weight_kind != WeightKind::None;
  out.number(graph.nodes, ' ');
  out.number(graph.edges() / 2, weighted ? ' ' : '\n');
  if (weighted) out.bytes("001\n");
  for (node_t v = 0; v < graph.nodes; ++v) {
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
      out.number(from_one(graph.targets[e]), ' ');
      if (weighted) out.number(graph.int_weights[e], ' ');
    }
    out.bytes("\n");
  }
}

/// Why the graph cannot be written to `path`, if so.
MaybeFailure check_writable(const std::string& path, const Graph& graph) {
  if (!path.ends_with(".graph")) return std::nullopt;
  if (graph.weight_kind == WeightKind::Double)
    return Failure{path + ": real weights; expected integers or none in a METIS file"};
  if (!is_symmetric(graph, true) || count_self_loops(graph) > 0)
    return Failure{path +
                   ": a METIS file holds undirected graphs without self-loops; expected one, as with "
                   "--symmetrize --self-loops=drop"};
  return std::nullopt;
}

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

using Writer = void (*)(Output&, const Graph&);

Writer writer_for(std::string_view path) {
  if (path.ends_with(".mwg")) return write_binary;
  if (path.ends_with(".mtx")) return write_matrix_market;
  if (path.ends_with(".gr")) return write_dimacs;
  if (path.ends_with(".graph")) return write_metis;
  if (path.ends_with(".el"))
    return [](Output& out, const Graph& graph) { write_edge_list(out, graph, false); };
  if (path.ends_with(".wel"))
    return [](Output& out, const Graph& graph) { write_edge_list(out, graph, true); };
  if (path.ends_with(".txt"))
    return [](Output& out, const Graph& graph) {
      write_edge_list(out, graph, graph.weight_kind != WeightKind::None);
    };
  return nullptr;
}

}  // namespace

MaybeFailure write_graph(const std::string& path, const Graph& graph) {
  Writer writer = writer_for(path);
  if (!writer) return Failure{path + ": unknown ending; expected .mwg, .mtx, .gr, .graph, .el, .wel or .txt"};
  if (auto failure = check_writable(path, graph)) return failure;
  std::string unfinished = path + ".part";
  Output out(unfinished);
  if (!out.opened()) return Failure{path + ": " + std::strerror(errno)};
  writer(out, graph);
  if (out.close() && std::rename(unfinished.c_str(), path.c_str()) == 0) return std::nullopt;
  std::string reason = std::strerror(errno);
  std::remove(unfinished.c_str());
  return Failure{path + ": could not be written: " + reason};
}

}  // namespace maxwarp
