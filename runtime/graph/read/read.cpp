// Which reader a file gets.
// The ending decides; where several formats share one, and where content is unmistakable, the content does.
#include "runtime/graph/read/read.h"

#include "runtime/graph/memory.h"
#include "runtime/graph/read/file.h"
#include "runtime/graph/read/text.h"

namespace maxwarp {
namespace {

/// `p sp` or `p tw` in the first line that is no comment; zero bytes tell Galois' binary files.
Result<ReadGraph> read_gr(const std::string& path, std::string_view text, const ReadOptions& options) {
  if (text.substr(0, 32).find('\0') != std::string_view::npos) return read_galois(path, text);
  TextCursor cursor(path, text);
  if (!cursor.next_content("c"))
    return cursor.failure(
        "no header line; expected `p sp NODES EDGES` (DIMACS) or `p tw NODES EDGES` (PACE)");
  std::string_view first = cursor.token(), second = cursor.token();
  if (first == "p" && second == "tw") return read_pace(path, text, options);
  if (first == "p" && second == "sp") return read_dimacs(path, text, options);
  return cursor.failure(quoted(std::string(first) + " " + std::string(second)) +
                        "; expected the header `p sp NODES EDGES` (DIMACS) or `p tw NODES EDGES` (PACE)");
}

bool is_edge_list(std::string_view name) {
  return name.ends_with(".el") || name.ends_with(".wel") || name.ends_with(".txt");
}

Result<ReadGraph> read_text(const std::string& path, std::string_view name, std::string_view text,
                            const ReadOptions& options) {
  // Its banner looks like a comment of an edge list.
  bool matrix = text.starts_with("%%MatrixMarket") || name.ends_with(".mtx");
  if (is_edge_list(name) && !matrix) {
    auto read = read_edge_list(path, text, options);
    if (read && name.ends_with(".wel") && read->graph.weight_kind == WeightKind::None &&
        read->graph.edges() > 0)
      return Failure{path + ": lines have 2 columns; expected `SOURCE TARGET WEIGHT` in a .wel file"};
    return read;
  }
  if (options.dense || options.nodes > 0)
    return Failure{path + ": --nodes applies to edge lists only; this format announces its nodes"};
  if (matrix) return read_matrix_market(path, text, options);
  if (name.ends_with(".gr")) return read_gr(path, text, options);
  return read_metis(path, text, options);
}

Result<ReadGraph> read_binary_format(const std::string& path, std::string_view name, std::string_view data,
                                     const ReadOptions& options) {
  if (options.base || options.dense || options.nodes > 0)
    return Failure{path + ": --base and --nodes do not apply to binary graphs"};
  if (name.ends_with(".mwg")) return read_binary(path, data);
  return read_gap(path, data, name.ends_with(".wsg"));
}

Result<ReadGraph> read_any(const std::string& path, const ReadOptions& options) {
  std::string_view name = strip_compression(path);
  auto has_ending = [&](auto... endings) { return (name.ends_with(endings) || ...); };
  if (has_ending(".v", ".e", ".properties")) return read_graphalytics(path, options);
  bool binary = has_ending(".mwg", ".sg", ".wsg");
  bool known = binary || has_ending(".mtx", ".gr", ".graph", ".el", ".wel", ".txt");
  if (!known && file_exists(path))
    return Failure{
        path +
        ": unknown ending; expected .mtx, .gr, .graph, .el, .wel, .txt, .v, .e, .sg, .wsg or .mwg, "
        "each also with .gz, .xz or .zst"};
  auto data = read_file(path);
  if (!data) return data.failure();
  return binary ? read_binary_format(path, name, *data, options) : read_text(path, name, *data, options);
}

}  // namespace

Result<ReadGraph> read_graph(const std::string& path, const ReadOptions& options) {
  return guard_memory(path, [&] { return read_any(path, options); });
}

}  // namespace maxwarp
