// LDBC Graphalytics: NAME.v with one id a line, NAME.e with `u v [weight]`, NAME.properties with `directed`
// among others. In an undirected graph each edge is listed once.
#include <algorithm>
#include <cstdint>

#include "runtime/graph/memory.h"
#include "runtime/graph/read/edges.h"
#include "runtime/graph/read/file.h"
#include "runtime/graph/read/numbering.h"
#include "runtime/graph/read/read.h"

namespace maxwarp {
namespace {

/// `stem` + `ending`, packed or not; empty when there is no such file.
std::string find_part(const std::string& stem, const char* ending) {
  for (const char* packing : {"", ".gz", ".xz", ".zst"})
    if (file_exists(stem + ending + packing)) return stem + ending + packing;
  return "";
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// The value of the property `graph.NAME.directed`.
Result<bool> read_directed(const std::string& path) {
  auto text = read_file(path);
  if (!text) return text.failure();
  TextCursor cursor(path, *text);
  for (; cursor.next_content("#!"); cursor.next_line()) {
    std::string_view line = cursor.rest_of_line();
    std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || !trimmed(line.substr(0, equals)).ends_with(".directed")) continue;
    std::string_view value = trimmed(line.substr(equals + 1));
    if (value == "true" || value == "false") return value == "true";
    return cursor.failure("directed = " + quoted(value) + "; expected true or false");
  }
  return Failure{path + ": no line `graph.NAME.directed = true|false`; expected one"};
}

Result<Numbering> read_vertices(const std::string& path) {
  auto text = read_file(path);
  if (!text) return text.failure();
  TextCursor cursor(path, *text);
  std::vector<std::int64_t> ids;
  for (; cursor.next_content("#"); cursor.next_line()) {
    std::int64_t id = 0;
    if (Number found = cursor.integer(id); found != Number::Ok) return cursor.failure(found, "a vertex id");
    if (id < 0) return cursor.failure("vertex id " + std::to_string(id) + "; expected at least 0");
    if (auto failure = expect_line_end(cursor, "one vertex id a line")) return *failure;
    ids.push_back(id);
  }
  std::size_t lines = ids.size();
  Numbering numbering(ids);
  if (static_cast<std::size_t>(numbering.nodes()) != lines)
    return Failure{path + ": " + std::to_string(lines) + " ids, of which " +
                   std::to_string(numbering.nodes()) + " are distinct; expected each vertex once"};
  if (auto failure = check_size(path, static_cast<double>(lines), 0)) return *failure;
  return numbering;
}

MaybeFailure read_vertex(TextCursor& cursor, const Numbering& numbering, node_t& node, const char* expected) {
  std::int64_t id = 0;
  if (Number found = cursor.integer(id); found != Number::Ok) return cursor.failure(found, expected);
  node = numbering.find(id);
  if (node != no_node) return std::nullopt;
  return cursor.failure("vertex " + std::to_string(id) + "; expected one that the .v file lists");
}

/// State of reading the edges: whether lines have weights is open until the first one.
struct EdgeLines {
  EdgeCollector edges;
  bool directed;
  std::optional<bool> weighted;
};

MaybeFailure read_edge(TextCursor& cursor, const Numbering& numbering, EdgeLines& lines) {
  node_t source = 0, target = 0;
  if (auto failure = read_vertex(cursor, numbering, source, "the edge's source")) return failure;
  if (auto failure = read_vertex(cursor, numbering, target, "the edge's target")) return failure;
  bool mirrored = !lines.directed && source != target, has_weight = !cursor.at_line_end();
  if (lines.weighted.value_or(has_weight) != has_weight)
    return cursor.failure(has_weight ? "a weight; expected none as on the first edge's line"
                                     : "no weight; expected one as on the first edge's line");
  lines.weighted = has_weight;
  if (has_weight) {
    double weight = 0;
    if (auto failure = lines.edges.read_weight(cursor, weight)) return failure;
    lines.edges.add(source, target, weight);
    if (mirrored) lines.edges.add(target, source, weight);
  } else {
    lines.edges.add(source, target);
    if (mirrored) lines.edges.add(target, source);
  }
  return expect_line_end(cursor, "`SOURCE TARGET [WEIGHT]`");
}

Result<Graph> read_edges(const std::string& path, Numbering& numbering, bool directed) {
  auto text = read_file(path);
  if (!text) return text.failure();
  TextCursor cursor(path, *text);
  EdgeLines lines{EdgeCollector(static_cast<node_t>(numbering.nodes()), 0), directed, {}};
  for (; cursor.next_content("#"); cursor.next_line())
    if (auto failure = read_edge(cursor, numbering, lines)) return *failure;
  Graph graph = build_graph(lines.edges.take(lines.weighted.value_or(false)), numbering.take_labels());
  if (!directed) graph.symmetric = true;
  return graph;
}

}  // namespace

Result<ReadGraph> read_graphalytics(const std::string& path, const ReadOptions& options) {
  std::string stem(strip_compression(path));
  stem.resize(stem.rfind('.'));
  if (options.base || options.dense || options.nodes)
    return Failure{path + ": --base and --nodes do not apply; the .v file lists the vertices"};
  std::string vertices = find_part(stem, ".v"), edges = find_part(stem, ".e"),
              properties = find_part(stem, ".properties");
  if (vertices.empty())
    return Failure{stem + ".v: no such file; expected the vertices of the Graphalytics graph"};
  if (edges.empty()) return Failure{stem + ".e: no such file; expected the edges of the Graphalytics graph"};
  Result<bool> directed = true;
  if (!properties.empty()) directed = read_directed(properties);
  if (!directed) return directed.failure();
  auto numbering = read_vertices(vertices);
  if (!numbering) return numbering.failure();
  auto graph = read_edges(edges, *numbering, *directed);
  if (!graph) return graph.failure();
  const char* note = properties.empty() ? "no .properties file: taken as directed" : "";
  return ReadGraph{*std::move(graph), *directed ? "Graphalytics, directed" : "Graphalytics, undirected",
                   note};
}

}  // namespace maxwarp
