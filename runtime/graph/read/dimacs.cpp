// The two text formats with the ending .gr: DIMACS shortest paths (`p sp n m`, arcs `a u v w`) and PACE
// (`p tw n m`, edges `u v`, undirected, each once). Comments start with `c`.
#include <cstdint>

#include "runtime/graph/build/rows.h"
#include "runtime/graph/read/ends.h"
#include "runtime/graph/read/read.h"

namespace maxwarp {
namespace {

struct Header {
  std::int64_t nodes = 0, edges = 0;
};

/// Reads `p KIND n m`.
Result<Header> read_header(LineReader& reader, std::string_view kind, int bytes_per_edge) {
  TextCursor& cursor = reader.head();
  std::string form = "`p " + std::string(kind) + " NODES EDGES`";
  std::string_view first = cursor.token(), second = cursor.token();
  if (first != "p" || second != kind)
    return cursor.failure(quoted(std::string(first) + " " + std::string(second)) + "; expected the header " + form);
  Header header;
  for (std::int64_t* count : {&header.nodes, &header.edges}) {
    if (Number found = cursor.integer(*count); found != Number::Ok) return cursor.failure(found, form);
    if (*count < 0) return cursor.failure("header count " + std::to_string(*count) + " is negative; expected " + form);
  }
  if (auto failure = expect_line_end(cursor, form.c_str())) return *failure;
  auto behind = reader.bytes_behind_head();
  if (auto failure = check_header(cursor, header.nodes, header.edges, bytes_per_edge, behind)) return *failure;
  cursor.next_line();
  return header;
}

/// Both formats: `plain(p, ...)` and `any(cursor, ...)` as parse_lines wants them.
struct Lines {
  NodeRange nodes;
  std::int64_t announced;
  bool pace;

  const char* plain(const char* p, EdgePiece& edges) const {
    std::uint64_t source = 0, target = 0;
    if (!pace && (*p != 'a' || !is_blank(p[1]))) return nullptr;
    p = scan_pair(p + !pace, source, target);
    if (!p || !nodes.take(source) || !nodes.take(target)) return nullptr;
    Weight weight;
    p = pace ? scan_line_end(p) : scan_weight(p, weight);
    if (p) add(edges, static_cast<std::uint32_t>(source), static_cast<std::uint32_t>(target), weight);
    return p;
  }

  MaybeFailure any(TextCursor& cursor, EdgePiece& edges) const {
    std::uint32_t source = 0, target = 0;
    Weight weight;
    if (!pace)
      if (std::string_view first = cursor.token(); first != "a")
        return cursor.failure(quoted(first) + "; expected an arc `a SOURCE TARGET WEIGHT`");
    if (auto failure = nodes.read(cursor, source, pace ? "the edge's first node" : "the arc's source")) return failure;
    if (auto failure = nodes.read(cursor, target, pace ? "the edge's second node" : "the arc's target")) return failure;
    if (!pace)
      if (auto failure = read_weight(cursor, weight)) return failure;
    add(edges, source, target, weight);
    return expect_line_end(cursor, pace ? "`NODE NODE`" : "`a SOURCE TARGET WEIGHT`");
  }

  void add(EdgePiece& edges, std::uint32_t source, std::uint32_t target, const Weight& weight) const {
    if (!pace) return edges.add(source, target, weight.value, weight.integral);
    edges.add(source, target);
    if (source != target) edges.add(target, source);
  }

  MaybeFailure parse(LinePiece& piece) const {
    return parse_announced(piece, "c", *this, [&] {
      return "more than " + std::to_string(announced) + " edges; the header announces " + std::to_string(announced);
    });
  }
};

Result<ReadGraph> read_lines(LineReader& reader, const Header& header, const ReadOptions& options, bool pace) {
  const Lines lines{{header.nodes, options.base.value_or(1)}, header.edges, pace};
  EdgeStore store;
  if (!pace) store.expect_weights();
  if (auto failure = reader.read(store, [&](LinePiece& piece) { return lines.parse(piece); }, header.edges))
    return *failure;
  if (reader.lines() < header.edges)
    return reader.failure_at_end("the file ends after " + std::to_string(reader.lines()) +
                                 " edges; the header announces " + std::to_string(header.edges));
  ReadGraph result;
  if (auto failure = check_rows_of(reader, header.nodes, store)) return *failure;
  result.graph = build_rows(static_cast<node_t>(header.nodes), store, Labels{lines.nodes.base, {}});
  if (pace) result.graph.symmetric = true;
  result.format = pace ? "PACE" : "DIMACS";
  return result;
}

}  // namespace

Result<ReadGraph> read_dimacs(LineReader reader, const ReadOptions& options) {
  auto header = read_header(reader, "sp", 8);
  if (!header) return header.failure();
  return read_lines(reader, *header, options, false);
}

Result<ReadGraph> read_pace(LineReader reader, const ReadOptions& options) {
  auto header = read_header(reader, "tw", 4);
  if (!header) return header.failure();
  return read_lines(reader, *header, options, true);
}

}  // namespace maxwarp
