// Which reader a file gets.
// The ending decides; where several formats share one, and where content is unmistakable, the content does.
#include "runtime/graph/read/read.h"

#include <strings.h>

#include "runtime/graph/memory.h"
#include "runtime/graph/read/binary_file.h"
#include "runtime/graph/read/file.h"
#include "runtime/graph/read/stream.h"

namespace maxwarp {
namespace {

/// The first bytes of the content.
Result<std::string> first_bytes(const std::string& path, std::size_t count) {
  auto file = open_file(path, "a graph file");
  if (!file) return file.failure();
  std::string bytes(count, '\0');
  auto read = file->stream->read(bytes.data(), count);
  if (!read) return read.failure();
  bytes.resize(*read);
  return bytes;
}

/// `p sp` or `p tw` in the first line that is no comment.
Result<ReadGraph> read_gr(LineReader reader, const ReadOptions& options) {
  auto found = reader.next_content("c");
  if (!found) return found.failure();
  TextCursor& cursor = reader.head();
  if (!*found)
    return cursor.failure("no header line; expected `p sp NODES EDGES` (DIMACS) or `p tw NODES EDGES` (PACE)");
  TextCursor header = cursor;
  std::string_view first = header.token(), second = header.token();
  if (first == "p" && second == "tw") return read_pace(std::move(reader), options);
  if (first == "p" && second == "sp") return read_dimacs(std::move(reader), options);
  return cursor.failure(quoted(std::string(first) + " " + std::string(second)) +
                        "; expected the header `p sp NODES EDGES` (DIMACS) or `p tw NODES EDGES` (PACE)");
}

bool is_edge_list(std::string_view name) {
  return name.ends_with(".el") || name.ends_with(".wel") || name.ends_with(".txt");
}

Result<ReadGraph> read_text(const std::string& path, std::string_view name, const ReadOptions& options) {
  auto reader = LineReader::open(path, options.most_bytes);
  if (!reader) return reader.failure();
  // Its banner looks like a comment of an edge list.
  const std::string_view text(reader->head().at(), reader->head().remaining());
  constexpr std::string_view banner = "%%MatrixMarket";
  const bool has_banner = text.size() >= banner.size() && strncasecmp(text.data(), banner.data(), banner.size()) == 0;
  const bool matrix = has_banner || name.ends_with(".mtx");
  if (is_edge_list(name) && !matrix) return read_edge_list(*std::move(reader), options, name.ends_with(".wel"));
  if (options.dense || options.nodes > 0)
    return Failure{path + ": --nodes applies to edge lists only; this format announces its nodes"};
  if (matrix) return read_matrix_market(*std::move(reader), options);
  if (name.ends_with(".gr")) return read_gr(*std::move(reader), options);
  if (name.ends_with(".cnf")) return read_cnf(*std::move(reader), options);
  return read_metis(*std::move(reader), options);
}

Result<ReadGraph> read_binary_format(const std::string& path, std::string_view name, const ReadOptions& options) {
  if (options.base || options.dense || options.nodes > 0)
    return Failure{path + ": --base and --nodes do not apply to binary graphs"};
  auto data = BinaryFile::open(path, options.most_bytes);
  if (!data) return data.failure();
  if (name.ends_with(".mwg")) return read_binary(path, *data);
  if (name.ends_with(".gr")) return read_galois(path, *data);
  return read_gap(path, *data, name.ends_with(".wsg"));
}

Result<ReadGraph> read_any(const std::string& path, const ReadOptions& options) {
  std::string_view name = strip_compression(path);
  auto has_ending = [&](auto... endings) { return (name.ends_with(endings) || ...); };
  if (is_graphalytics(name)) return read_graphalytics(path, options);
  bool binary = has_ending(".mwg", ".sg", ".wsg");
  bool known = binary || has_ending(".mtx", ".gr", ".graph", ".cnf", ".el", ".wel", ".txt");
  if (!known && file_exists(path))
    return Failure{path +
                   ": unknown ending; expected .mtx, .gr, .graph, .cnf, .el, .wel, .txt, .v, .e, .sg, .wsg or .mwg, "
                   "each also with .gz, .xz or .zst"};
  auto begin = first_bytes(path, 32);
  if (!begin) return begin.failure();
  if (begin->empty()) return Failure{path + ": is empty; expected a graph"};
  // Zero bytes tell Galois' binary files from the texts with the same ending.
  binary = binary || (name.ends_with(".gr") && begin->find('\0') != std::string::npos);
  return binary ? read_binary_format(path, name, options) : read_text(path, name, options);
}

}  // namespace

Result<ReadGraph> read_graph(const std::string& path, const ReadOptions& options) {
  return guard_memory(path, [&] { return read_any(path, options); });
}

}  // namespace maxwarp
