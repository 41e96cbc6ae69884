// METIS .graph files: header `n m [fmt [ncon]]`, then one line a node with its neighbors (1-based), each
// undirected edge on both lines. Edge weights are read; sizes and weights of nodes are passed over.
#include <algorithm>
#include <cstdint>
#include <iterator>

#include "runtime/graph/build/rows.h"
#include "runtime/graph/read/ends.h"
#include "runtime/graph/read/read.h"
#include "runtime/graph/transform.h"

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
    return cursor.failure("format " + quoted(digits) + "; expected up to three digits 0 or 1, such as 1 or 011");
  auto digit = [&](std::size_t from_right) {
    return digits.size() > from_right && digits[digits.size() - 1 - from_right] == '1';
  };
  header.edge_weights = digit(0);
  header.node_weights = digit(1);
  header.node_sizes = digit(2);
  if (cursor.at_line_end()) return std::nullopt;
  std::int64_t count = 0;
  if (Number found = cursor.integer(count); found != Number::Ok) return cursor.failure(found, header_form);
  if (count < 0 || count > 1000) return cursor.failure(std::to_string(count) + " weights per node; expected 0..1000");
  if (header.node_weights) header.node_weights = count;
  return std::nullopt;
}

Result<Header> read_header(LineReader& reader) {
  auto found = reader.next_content("%");
  if (!found) return found.failure();
  TextCursor& cursor = reader.head();
  if (!*found) return cursor.failure(std::string("the file ends; expected the header ") + header_form);
  Header header;
  for (std::int64_t* count : {&header.nodes, &header.edges}) {
    if (Number found = cursor.integer(*count); found != Number::Ok) return cursor.failure(found, header_form);
    if (*count < 0)
      return cursor.failure("header count " + std::to_string(*count) + " is negative; expected " + header_form);
  }
  if (!cursor.at_line_end())
    if (auto failure = read_format(cursor, header)) return *failure;
  if (auto failure = expect_line_end(cursor, header_form)) return *failure;
  cursor.next_line();
  const auto bytes = reader.bytes_behind_head();
  if (bytes && static_cast<std::uint64_t>(header.nodes) > *bytes + 1)
    return cursor.failure("header announces " + std::to_string(header.nodes) +
                          " nodes, one per line; the rest of the file has only " + std::to_string(*bytes) + " bytes");
  if (auto failure = check_header(cursor, header.nodes, header.edges, 4, bytes)) return *failure;
  return header;
}

MaybeFailure skip_node_numbers(TextCursor& cursor, const Header& header) {
  std::int64_t ignored = 0;
  for (std::int64_t i = 0; i < header.node_weights + header.node_sizes; ++i)
    if (Number found = cursor.integer(ignored); found != Number::Ok)
      return cursor.failure(found, "the node's weights before its neighbors");
  return std::nullopt;
}

/// The rows; those of a piece count from the rows before it, which only the whole file tells.
struct Rows {
  Header header;
  NodeRange nodes;
  std::string too_many;  // what to say about a line after the last node's

  MaybeFailure row(TextCursor& cursor, std::uint32_t v, EdgePiece& edges) const {
    if (auto failure = skip_node_numbers(cursor, header)) return failure;
    if (!header.edge_weights) cursor.seek(plain_neighbors(cursor.at(), v, edges));
    while (!cursor.at_line_end()) {
      std::uint32_t neighbor = 0;
      Weight weight;
      if (auto failure = nodes.read(cursor, neighbor, "a neighbor")) return failure;
      if (!header.edge_weights) {
        edges.add(v, neighbor);
        continue;
      }
      if (auto failure = read_weight(cursor, weight)) return failure;
      edges.add(v, neighbor, weight.value, weight.integral);
    }
    return std::nullopt;
  }

  /// Takes neighbors as long as they are plain numbers in range; returns the place after them.
  const char* plain_neighbors(const char* p, std::uint32_t v, EdgePiece& edges) const {
    for (;;) {
      std::uint64_t neighbor = 0;
      const char* end = scan_digits(skip_blanks(p), neighbor);
      if (!end || !(is_blank(*end) || *end == '\n' || *end == '\r') || !nodes.take(neighbor)) return p;
      edges.add(v, static_cast<std::uint32_t>(neighbor));
      p = end;
    }
  }

  /// One line a node; blank lines count, comment lines do not.
  MaybeFailure parse(LinePiece& piece) const {
    TextCursor& cursor = piece.cursor;
    for (; !cursor.at_end(); cursor.next_line()) {
      const bool blank = cursor.at_line_end();
      if (!blank && cursor.peek() == '%') continue;
      const bool behind = piece.lines_before + piece.lines >= header.nodes;
      if (behind && !blank) return cursor.failure(too_many);
      if (auto failure = behind ? std::nullopt : row(cursor, static_cast<std::uint32_t>(piece.lines), piece.edges))
        return failure;
      ++piece.lines;
      if (!blank) piece.last_line = piece.lines;
    }
    return std::nullopt;
  }
};

/// The failure about an edge that is not on the lines of both its nodes, at the line that has more of them.
Failure one_sided(const std::string& path, const ReadOptions& options, const Graph& graph) {
  const Columns columns = columns_of(graph);
  using Ends = std::vector<std::pair<node_t, double>>;
  node_t v = 0;
  Ends more;
  for (; v < graph.nodes && more.empty(); ++v) {
    Ends out, in;
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e)
      out.emplace_back(graph.targets[e], graph.weight(e));
    for (edge_t i = columns.offsets[v]; i < columns.offsets[v + 1]; ++i)
      in.emplace_back(columns.sources[i], graph.weight(columns.edges[i]));
    std::sort(out.begin(), out.end());
    std::sort(in.begin(), in.end());
    std::set_difference(out.begin(), out.end(), in.begin(), in.end(), std::back_inserter(more));
  }
  // Read again as if the lines ended there, since lines are not counted before that.
  auto reader = LineReader::open(path, options.most_bytes);
  if (!reader) return reader.failure();
  auto header = read_header(*reader);
  if (!header) return header.failure();
  Rows rows{*header,
            {header->nodes, graph.labels.first},
            "neighbor " + std::to_string(graph.labels[more.front().first]) + " does not list this node" +
                (header->edge_weights ? " with the same weight" : "") +
                "; expected each edge on the lines of both its nodes"};
  rows.header.nodes = v - 1;
  EdgeStore store;
  const auto failure = reader->read(store, [&](LinePiece& piece) { return rows.parse(piece); }, v - 1, true);
  return failure.value_or(Failure{path + ": has changed while it was read; expected a file that stays as it is"});
}

}  // namespace

Result<ReadGraph> read_metis(LineReader reader, const ReadOptions& options) {
  const std::string path = reader.path();
  auto header = read_header(reader);
  if (!header) return header.failure();
  const Rows rows{*header,
                  {header->nodes, options.base.value_or(1)},
                  "a line after the last node; the header announces " + std::to_string(header->nodes) + " nodes"};
  EdgeStore store;
  if (header->edge_weights) store.expect_weights();
  auto failure = reader.read(store, [&](LinePiece& piece) { return rows.parse(piece); }, header->nodes, true);
  if (failure) return *failure;
  if (reader.lines() < header->nodes)
    return reader.failure_at_end("the file ends after " + std::to_string(reader.lines()) +
                                 " nodes; the header announces " + std::to_string(header->nodes));
  if (store.edges() != 2 * header->edges)
    return reader.failure_at_end(std::to_string(store.edges()) + " neighbors in all; expected twice the header's " +
                                 std::to_string(header->edges) + " edges");
  if (auto too_large = check_rows_of(reader, header->nodes, store)) return *too_large;
  ReadGraph result;
  result.graph = build_rows(static_cast<node_t>(header->nodes), store, Labels{rows.nodes.base, {}});
  if (!is_symmetric(result.graph, true)) return one_sided(path, options, result.graph);
  result.graph.symmetric = true;
  result.format = "METIS";
  if (header->node_weights || header->node_sizes) result.note = "weights of nodes ignored";
  return result;
}

}  // namespace maxwarp
