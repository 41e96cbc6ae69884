// LDBC Graphalytics: NAME.v with one id a line, NAME.e with `u v [weight]`, NAME.properties with `directed`
// among others. In an undirected graph each edge is listed once.
#include <algorithm>
#include <cstdint>
#include <unordered_set>

#include "runtime/graph/build/rows.h"
#include "runtime/graph/memory.h"
#include "runtime/graph/read/ends.h"
#include "runtime/graph/read/file.h"
#include "runtime/graph/read/id_table.h"
#include "runtime/graph/read/read.h"

namespace maxwarp {
namespace {

/// `stem` + `ending`, packed or not; empty when there is no such file. Where there are several, the one that
/// is packed as the file that was named: they were written together.
std::string find_part(const std::string& stem, const char* ending, const std::string& named) {
  for (const std::string& packing : {named, std::string(), std::string(".gz"), std::string(".xz"), std::string(".zst")})
    if (file_exists(stem + ending + packing)) return stem + ending + packing;
  return "";
}

/// The files of a graph of which `path` names one; empty where there is none.
struct Parts {
  std::string stem, vertices, edges, properties;
};

Parts find_parts(const std::string& path) {
  std::string stem(strip_compression(path));
  const std::string packing = path.substr(stem.size());
  stem.resize(stem.rfind('.'));
  return {stem, find_part(stem, ".v", packing), find_part(stem, ".e", packing),
          find_part(stem, ".properties", packing)};
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
    // The name of the graph may hold one, too.
    std::size_t equals = line.rfind('=');
    if (equals == std::string_view::npos || !trimmed(line.substr(0, equals)).ends_with(".directed")) continue;
    std::string_view value = trimmed(line.substr(equals + 1));
    if (value == "true" || value == "false") return value == "true";
    return cursor.failure("directed = " + quoted(value) + "; expected true or false");
  }
  return cursor.failure("the file ends; expected a line `graph.NAME.directed = true|false`");
}

/// Calls `visit` with a cursor over each piece of the file, until it fails.
template <typename Visit>
MaybeFailure for_each_piece(const std::string& path, std::uint64_t most_bytes, Visit visit) {
  auto pieces = TextPieces::open(path, most_bytes, /*may_be_empty=*/true);
  if (!pieces) return pieces.failure();
  std::int64_t line = 1;
  for (TextPiece piece; pieces->next(piece); line += std::count(piece.text().begin(), piece.text().end(), '\n')) {
    TextCursor cursor(path, piece.text(), line);
    if (MaybeFailure failure = visit(cursor)) return failure;
  }
  return pieces->failure();
}

/// Names the first vertex that is listed again. Only for the message, so it may take its time.
Failure repeated_vertex(const std::string& path, std::uint64_t most_bytes) {
  std::unordered_set<std::int64_t> seen;
  const auto failure = for_each_piece(path, most_bytes, [&](TextCursor& cursor) -> MaybeFailure {
    for (; cursor.next_content("#"); cursor.next_line()) {
      std::int64_t id = 0;
      if (cursor.integer(id) == Number::Ok && !seen.insert(id).second)
        return cursor.failure("vertex " + std::to_string(id) + " again; expected each vertex once");
    }
    return std::nullopt;
  });
  return failure.value_or(Failure{path + ": has changed while it was read; expected a file that stays as it is"});
}

/// The vertices of the .v file: by subtraction where their ids have no gaps, by place where they have few,
/// else by hash.
class Vertices {
 public:
  MaybeFailure read(const std::string& path, std::uint64_t most_bytes) {
    std::int64_t lines = 0;
    const auto failed = for_each_piece(path, most_bytes, [&](TextCursor& cursor) -> MaybeFailure {
      std::vector<std::int64_t> ids;
      std::vector<std::uint32_t> numbers;
      if (auto failure = read_ids(cursor, ids)) return failure;
      table_.number(ids, numbers);
      lines += static_cast<std::int64_t>(ids.size());
      return std::nullopt;
    });
    if (failed) return failed;
    nodes_ = table_.size();
    if (nodes_ != lines) return repeated_vertex(path, most_bytes);
    if (auto failure = check_size(path, static_cast<double>(lines), 0)) return failure;
    labels_ = table_.finish();
    close_ = nodes_ == 0 || labels_.list.back() - labels_.list.front() == nodes_ - 1;
    if (close_)
      labels_.list.clear();
    else
      fill_places();
    if (close_ || !places_.empty()) table_.forget();
    return std::nullopt;
  }

  std::int64_t count() const { return nodes_; }
  node_t find(std::int64_t id) const {
    if (close_) return labels_.find(id, static_cast<node_t>(nodes_));
    if (places_.empty()) return table_.find(id);
    const std::uint64_t place = static_cast<std::uint64_t>(id) - static_cast<std::uint64_t>(labels_.first);
    return place < places_.size() ? places_[place] : no_node;
  }
  Labels take_labels() {
    table_.forget();
    places_.clear();
    return std::move(labels_);
  }

 private:
  static MaybeFailure read_ids(TextCursor& cursor, std::vector<std::int64_t>& ids) {
    const auto plain = [&](const char* p) -> const char* {
      std::uint64_t id = 0;
      p = scan_digits(p, id);
      if (p) p = static_cast<std::int64_t>(id) < 0 ? nullptr : scan_line_end(p);
      if (p) ids.push_back(static_cast<std::int64_t>(id));
      return p;
    };
    return parse_lines(cursor, "#", plain, [&](TextCursor& line) -> MaybeFailure {
      std::int64_t id = 0;
      if (Number found = line.integer(id); found != Number::Ok) return line.failure(found, "a vertex id");
      if (id < 0) return line.failure("vertex id " + std::to_string(id) + "; expected at least 0");
      ids.push_back(id);
      return expect_line_end(line, "one vertex id per line");
    });
  }

  /// The node of each possible id, where there are at most twice as many of these as vertices.
  void fill_places() {
    const std::int64_t range = labels_.list.back() - labels_.first;
    if (range >= 2 * nodes_) return;
    places_ = Array<node_t>(static_cast<std::size_t>(range) + 1, no_node);
    for (std::int64_t v = 0; v < nodes_; ++v) places_[labels_.list[v] - labels_.first] = static_cast<node_t>(v);
  }

  IdTable table_;
  Labels labels_;
  Array<node_t> places_;
  std::int64_t nodes_ = 0;
  bool close_ = false;
};

/// The lines of the .e file. The first one says whether all have weights.
struct EdgeLines {
  const Vertices& vertices;
  bool directed, weighted = false;

  const char* plain(const char* p, EdgePiece& edges) const {
    std::uint64_t ids[2];
    Weight weight;
    p = scan_pair(p, ids[0], ids[1]);
    if (p) p = weighted ? scan_weight(p, weight) : scan_line_end(p);
    if (!p) return nullptr;
    const node_t source = vertices.find(static_cast<std::int64_t>(ids[0]));
    const node_t target = vertices.find(static_cast<std::int64_t>(ids[1]));
    if (source == no_node || target == no_node) return nullptr;
    add(edges, source, target, weight);
    return p;
  }

  MaybeFailure any(TextCursor& cursor, EdgePiece& edges) const {
    node_t source = 0, target = 0;
    Weight weight;
    if (auto failure = read_vertex(cursor, source, "the edge's source")) return failure;
    if (auto failure = read_vertex(cursor, target, "the edge's target")) return failure;
    const bool has_weight = !cursor.at_line_end();
    if (weighted != has_weight)
      return cursor.failure(has_weight ? "a weight; expected none as on the first edge's line"
                                       : "no weight; expected one as on the first edge's line");
    if (has_weight)
      if (auto failure = read_weight(cursor, weight)) return failure;
    add(edges, source, target, weight);
    return expect_line_end(cursor, "`SOURCE TARGET [WEIGHT]`");
  }

  MaybeFailure read_vertex(TextCursor& cursor, node_t& node, const char* expected) const {
    std::int64_t id = 0;
    if (Number found = cursor.integer(id); found != Number::Ok) return cursor.failure(found, expected);
    node = vertices.find(id);
    if (node != no_node) return std::nullopt;
    return cursor.failure("vertex " + std::to_string(id) + "; expected one that the .v file lists");
  }

  void add(EdgePiece& edges, node_t source, node_t target, const Weight& weight) const {
    const auto u = static_cast<std::uint32_t>(source), v = static_cast<std::uint32_t>(target);
    const bool mirrored = !directed && u != v;
    if (weighted) {
      edges.add(u, v, weight.value, weight.integral);
      if (mirrored) edges.add(v, u, weight.value, weight.integral);
    } else {
      edges.add(u, v);
      if (mirrored) edges.add(v, u);
    }
  }

  MaybeFailure parse(LinePiece& piece) const {
    return parse_lines(
        piece.cursor, "#", [&](const char* p) { return plain(p, piece.edges); },
        [&](TextCursor& cursor) { return any(cursor, piece.edges); });
  }
};

Result<Graph> read_edges(const std::string& path, Vertices& vertices, bool directed, std::uint64_t most_bytes) {
  auto reader = LineReader::open(path, most_bytes, /*may_be_empty=*/true);
  if (!reader) return reader.failure();
  EdgeLines lines{vertices, directed};
  auto found = reader->next_content("#");
  if (!found) return found.failure();
  if (*found) {
    TextCursor first = reader->head();
    first.token(), first.token();
    lines.weighted = !first.at_line_end();
  }
  EdgeStore store;
  if (auto failure = reader->read(store, [&](LinePiece& piece) { return lines.parse(piece); })) return *failure;
  if (auto failure = check_rows_of(*reader, vertices.count(), store)) return *failure;
  Graph graph = build_rows(static_cast<node_t>(vertices.count()), store, vertices.take_labels());
  if (!directed) graph.symmetric = true;
  return graph;
}

}  // namespace

bool is_graphalytics(std::string_view name) {
  return name.ends_with(".v") || name.ends_with(".e") || name.ends_with(".properties");
}

std::vector<std::string> graphalytics_files(const std::string& path) {
  const Parts parts = find_parts(path);
  std::vector<std::string> files = {parts.vertices, parts.edges, parts.properties};
  std::erase(files, "");
  return files;
}

Result<ReadGraph> read_graphalytics(const std::string& path, const ReadOptions& options) {
  if (!file_exists(path)) return Failure{path + ": No such file or directory"};
  if (options.base || options.dense || options.nodes)
    return Failure{path + ": --base and --nodes do not apply; the .v file lists the vertices"};
  const auto [stem, vertices, edges, properties] = find_parts(path);
  if (vertices.empty()) return Failure{stem + ".v: no such file; expected the vertices of the Graphalytics graph"};
  if (edges.empty()) return Failure{stem + ".e: no such file; expected the edges of the Graphalytics graph"};
  Result<bool> directed = true;
  if (!properties.empty()) directed = read_directed(properties);
  if (!directed) return directed.failure();
  Vertices known;
  if (auto failure = known.read(vertices, options.most_bytes)) return *failure;
  auto graph = read_edges(edges, known, *directed, options.most_bytes);
  if (!graph) return graph.failure();
  const char* note = properties.empty() ? "no .properties file: taken as directed" : "";
  return ReadGraph{*std::move(graph), *directed ? "Graphalytics, directed" : "Graphalytics, undirected", note, {}};
}

}  // namespace maxwarp
