// METIS .graph files: header `n m [fmt [ncon]]`, then one line a node with its neighbors (1-based), each
// undirected edge on both lines. Edge weights are read; sizes and weights of nodes are passed over.
#include "runtime/graph/read/edges.h"
#include "runtime/graph/read/read.h"
#include "runtime/graph/transform.h"

#include <cstdint>

namespace maxwarp {
namespace {

struct Header {
  std::int64_t nodes = 0, edges = 0, node_weights = 0;
  bool node_sizes = false, edge_weights = false;
};

constexpr const char* header_form = "`NODES EDGES [FMT [NCON]]`";

/// `fmt` is up to three binary digits: sizes of nodes, weights of nodes, weights of edges.
MaybeFailure read_format(TextCursor& cursor, Header& header) {
  std::string_view digits = cursor.token();
  if (digits.empty() || digits.size() > 3 || digits.find_first_not_of("01") != std::string_view::npos)
    return cursor.failure("format " + quoted(digits) +
                          "; expected up to three digits 0 or 1, such as 1 or 011");
  auto digit = [&](std::size_t from_right) {
    return digits.size() > from_right && digits[digits.size() - 1 - from_right] == '1';
  };
  header.edge_weights = digit(0);
  header.node_weights = digit(1);
  header.node_sizes = digit(2);
  if (cursor.at_line_end()) return std::nullopt;
  std::int64_t count = 0;
  if (Number found = cursor.integer(count); found != Number::Ok) return cursor.failure(found, header_form);
  if (count < 0 || count > 1000)
    return cursor.failure(std::to_string(count) + " weights a node; expected 0..1000");
  if (header.node_weights) header.node_weights = count;
  return std::nullopt;
}

Result<Header> read_header(TextCursor& cursor) {
  if (!cursor.next_content("%"))
    return cursor.failure(std::string("the file ends; expected the header ") + header_form);
  Header header;
  for (std::int64_t* count : {&header.nodes, &header.edges}) {
    if (Number found = cursor.integer(*count); found != Number::Ok) return cursor.failure(found, header_form);
    if (*count < 0)
      return cursor.failure("header count " + std::to_string(*count) + " is negative; expected " +
                            header_form);
  }
  if (!cursor.at_line_end())
    if (auto failure = read_format(cursor, header)) return *failure;
  if (auto failure = expect_line_end(cursor, header_form)) return *failure;
  cursor.next_line();
  auto bytes = static_cast<std::int64_t>(cursor.remaining());
  if (header.nodes > bytes + 1)
    return cursor.failure("header announces " + std::to_string(header.nodes) +
                          " nodes, a line each; the rest of the file has only " + std::to_string(bytes) +
                          " bytes");
  if (auto failure = check_header(cursor, header.nodes, header.edges, 4)) return *failure;
  return header;
}

MaybeFailure skip_node_numbers(TextCursor& cursor, const Header& header) {
  std::int64_t ignored = 0;
  for (std::int64_t i = 0; i < header.node_weights + header.node_sizes; ++i)
    if (Number found = cursor.integer(ignored); found != Number::Ok)
      return cursor.failure(found, "the node's weights before its neighbors");
  return std::nullopt;
}

MaybeFailure read_row(TextCursor& cursor, const Header& header, node_t v, EdgeCollector& edges) {
  if (auto failure = skip_node_numbers(cursor, header)) return failure;
  while (!cursor.at_line_end()) {
    node_t neighbor = 0;
    double weight = 0;
    if (auto failure = edges.read_node(cursor, neighbor, "a neighbor")) return failure;
    if (!header.edge_weights) {
      edges.add(v, neighbor);
      continue;
    }
    if (auto failure = edges.read_weight(cursor, weight)) return failure;
    edges.add(v, neighbor, weight);
  }
  return std::nullopt;
}

/// One line a node; blank lines count, comment lines do not.
MaybeFailure read_rows(TextCursor& cursor, const Header& header, EdgeCollector& edges) {
  for (std::int64_t v = 0; v < header.nodes;) {
    if (cursor.at_end())
      return cursor.failure("the file ends after " + std::to_string(v) + " nodes; the header announces " +
                            std::to_string(header.nodes));
    bool comment = !cursor.at_line_end() && cursor.peek() == '%';
    if (!comment)
      if (auto failure = read_row(cursor, header, static_cast<node_t>(v++), edges)) return failure;
    cursor.next_line();
  }
  if (cursor.next_content("%"))
    return cursor.failure("a line after the last node; the header announces " + std::to_string(header.nodes) +
                          " nodes");
  return std::nullopt;
}

}  // namespace

Result<ReadGraph> read_metis(const std::string& path, std::string_view text, const ReadOptions& options) {
  TextCursor cursor(path, text);
  auto header = read_header(cursor);
  if (!header) return header.failure();
  std::int64_t base = options.base.value_or(1);
  EdgeCollector edges(static_cast<node_t>(header->nodes), base);
  edges.reserve(2 * header->edges);
  if (auto failure = read_rows(cursor, *header, edges)) return *failure;
  ReadGraph result;
  result.graph = build_graph(edges.take(header->edge_weights), Labels{base, {}});
  if (result.graph.edges() != 2 * header->edges)
    return cursor.failure(std::to_string(result.graph.edges()) +
                          " neighbors in all; expected twice the header's " + std::to_string(header->edges) +
                          " edges");
  if (!is_symmetric(result.graph, true))
    return Failure{path +
                   ": some edge is not on the lines of both its nodes with the same weight; expected an "
                   "undirected graph"};
  result.graph.symmetric = true;
  result.format = "METIS";
  if (header->node_weights || header->node_sizes) result.note = "weights of nodes ignored";
  return result;
}

}  // namespace maxwarp
