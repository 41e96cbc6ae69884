// The two text formats with the ending .gr: DIMACS shortest paths (`p sp n m`, arcs `a u v w`) and PACE
// (`p tw n m`, edges `u v`, undirected, each once). Comments start with `c`.
#include "runtime/graph/read/edges.h"
#include "runtime/graph/read/read.h"

#include <cstdint>

namespace maxwarp {
namespace {

struct Header {
  std::int64_t nodes = 0, edges = 0;
};

/// Comment lines of both formats: `c`, alone or followed by a blank.
bool next_line_of(TextCursor& cursor) { return cursor.next_content("c"); }

/// Reads `p KIND n m`.
Result<Header> read_header(TextCursor& cursor, std::string_view kind, int bytes_per_edge) {
  std::string form = "`p " + std::string(kind) + " NODES EDGES`";
  if (!next_line_of(cursor)) return cursor.failure("no header line; expected " + form);
  std::string_view first = cursor.token(), second = cursor.token();
  if (first != "p" || second != kind)
    return cursor.failure(quoted(std::string(first) + " " + std::string(second)) + "; expected the header " +
                          form);
  Header header;
  for (std::int64_t* count : {&header.nodes, &header.edges}) {
    if (Number found = cursor.integer(*count); found != Number::Ok) return cursor.failure(found, form);
    if (*count < 0)
      return cursor.failure("header count " + std::to_string(*count) + " is negative; expected " + form);
  }
  if (auto failure = expect_line_end(cursor, form.c_str())) return *failure;
  if (auto failure = check_header(cursor, header.nodes, header.edges, bytes_per_edge)) return *failure;
  cursor.next_line();
  return header;
}

Failure wrong_count(const TextCursor& cursor, std::int64_t found, std::int64_t announced) {
  bool early = found < announced;
  return cursor.failure((early ? "the file ends after " : "more than ") + std::to_string(found - !early) +
                        " edges; the header announces " + std::to_string(announced));
}

MaybeFailure read_arc(TextCursor& cursor, EdgeCollector& edges) {
  std::string_view first = cursor.token();
  if (first != "a") return cursor.failure(quoted(first) + "; expected an arc `a SOURCE TARGET WEIGHT`");
  node_t source = 0, target = 0;
  double weight = 0;
  if (auto failure = edges.read_node(cursor, source, "the arc's source")) return failure;
  if (auto failure = edges.read_node(cursor, target, "the arc's target")) return failure;
  if (auto failure = edges.read_weight(cursor, weight)) return failure;
  edges.add(source, target, weight);
  return expect_line_end(cursor, "`a SOURCE TARGET WEIGHT`");
}

MaybeFailure read_edge(TextCursor& cursor, EdgeCollector& edges) {
  node_t source = 0, target = 0;
  if (auto failure = edges.read_node(cursor, source, "the edge's first node")) return failure;
  if (auto failure = edges.read_node(cursor, target, "the edge's second node")) return failure;
  edges.add(source, target);
  if (source != target) edges.add(target, source);
  return expect_line_end(cursor, "`NODE NODE`");
}

/// Both formats: a header, then as many edge lines as it announces, each read by `read_one`.
template <typename ReadOne>
Result<ReadGraph> read_lines(TextCursor cursor, const Header& header, std::int64_t base, bool undirected,
                             ReadOne read_one) {
  EdgeCollector edges(static_cast<node_t>(header.nodes), base);
  edges.reserve(header.edges * (undirected ? 2 : 1));
  std::int64_t found = 0;
  for (; next_line_of(cursor); cursor.next_line()) {
    if (++found > header.edges) return wrong_count(cursor, found, header.edges);
    if (auto failure = read_one(cursor, edges)) return *failure;
  }
  if (found < header.edges) return wrong_count(cursor, found, header.edges);
  ReadGraph result;
  result.graph = build_graph(edges.take(!undirected), Labels{base, {}});
  if (undirected) result.graph.symmetric = true;
  result.format = undirected ? "PACE" : "DIMACS";
  return result;
}

}  // namespace

Result<ReadGraph> read_dimacs(const std::string& path, std::string_view text, const ReadOptions& options) {
  TextCursor cursor(path, text);
  auto header = read_header(cursor, "sp", 8);
  if (!header) return header.failure();
  return read_lines(cursor, *header, options.base.value_or(1), false, read_arc);
}

Result<ReadGraph> read_pace(const std::string& path, std::string_view text, const ReadOptions& options) {
  TextCursor cursor(path, text);
  auto header = read_header(cursor, "tw", 4);
  if (!header) return header.failure();
  return read_lines(cursor, *header, options.base.value_or(1), true, read_edge);
}

}  // namespace maxwarp
