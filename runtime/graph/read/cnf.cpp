// DIMACS CNF: header `p cnf VARIABLES CLAUSES`, then clauses of literals, each closed by a 0, on any lines. Comments
// start with `c`; a line that starts with `%` ends the formula, as in the files of SATLIB. The graph is the factor
// graph: nodes are the variables and then the clauses, edges run from clauses to their variables, and a weight is the
// sign of the literal.
#include <cstdint>

#include "runtime/graph/build/rows.h"
#include "runtime/graph/read/ends.h"
#include "runtime/graph/read/read.h"

namespace maxwarp {
namespace {

constexpr const char* header_form = "`p cnf VARIABLES CLAUSES`";

struct Header {
  std::int64_t variables = 0, clauses = 0;
};

Result<Header> read_header(LineReader& reader) {
  auto found = reader.next_content("c");
  if (!found) return found.failure();
  TextCursor& cursor = reader.head();
  if (!*found) return cursor.failure(std::string("no header line; expected ") + header_form);
  const std::string_view first = cursor.token(), second = cursor.token();
  if (first != "p" || second != "cnf")
    return cursor.failure(quoted(std::string(first) + " " + std::string(second)) + "; expected the header " +
                          header_form);
  Header header;
  for (std::int64_t* count : {&header.variables, &header.clauses}) {
    if (Number number = cursor.integer(*count); number != Number::Ok) return cursor.failure(number, header_form);
    if (*count < 0)
      return cursor.failure("header count " + std::to_string(*count) + " is negative; expected " + header_form);
  }
  if (auto failure = expect_line_end(cursor, header_form)) return *failure;
  cursor.next_line();
  return header;
}

/// Refuses sizes that the rest of the file, or the memory, cannot hold.
MaybeFailure check_sizes(LineReader& reader, const Header& header) {
  const auto bytes = reader.bytes_behind_head();
  constexpr std::uint64_t shortest_clause = 4;  // `1 0` and a blank
  if (bytes && static_cast<std::uint64_t>(header.clauses) > *bytes / shortest_clause + 1)
    return reader.head().failure("header announces " + std::to_string(header.clauses) +
                                 " clauses; the rest of the file has only " + std::to_string(*bytes) + " bytes");
  constexpr std::int64_t most = infinity<node_t>();
  const bool fits = header.variables <= most && header.clauses <= most - header.variables;
  return check_header(reader.head(), fits ? header.variables + header.clauses : most + 1, 0, 1, std::nullopt);
}

/// The lines. What counts as a line is the 0 that closes a clause, so that pieces may end within clauses.
struct Clauses {
  Header header;

  MaybeFailure literal(TextCursor& cursor, LinePiece& piece) const {
    std::int64_t literal = 0;
    if (Number number = cursor.integer(literal); number != Number::Ok)
      return cursor.failure(number, "a literal, or 0 at the end of a clause");
    if (literal == 0) {
      ++piece.lines;
      return std::nullopt;
    }
    if (piece.lines_before + piece.lines >= header.clauses)
      return cursor.failure("more than " + std::to_string(header.clauses) + " clauses; the header announces " +
                            std::to_string(header.clauses));
    if (literal < -header.variables || literal > header.variables)
      return cursor.failure("literal " + std::to_string(literal) + "; the header announces " +
                            std::to_string(header.variables) + " variables");
    piece.last_line = piece.lines + 1;
    piece.edges.add(static_cast<std::uint32_t>(header.variables + piece.lines),
                    static_cast<std::uint32_t>((literal < 0 ? -literal : literal) - 1), literal < 0 ? -1 : 1, true);
    return std::nullopt;
  }

  MaybeFailure parse(LinePiece& piece) const {
    TextCursor& cursor = piece.cursor;
    for (; cursor.next_content("c"); cursor.next_line()) {
      if (cursor.peek() == '%') return std::nullopt;
      while (!cursor.at_line_end())
        if (auto failure = literal(cursor, piece)) return failure;
    }
    return std::nullopt;
  }
};

/// A clause without literals, which no assignment satisfies, would be a node without edges.
MaybeFailure find_empty_clause(const std::string& path, const Header& header, const Graph& graph) {
  for (auto v = static_cast<node_t>(header.variables); v < graph.nodes; ++v)
    if (graph.row_offsets[v] == graph.row_offsets[v + 1])
      return Failure{path + ": clause " + std::to_string(v - header.variables + 1) +
                     " has no literals; expected at least one"};
  return std::nullopt;
}

}  // namespace

Result<ReadGraph> read_cnf(LineReader reader, const ReadOptions& options) {
  if (options.base) return Failure{reader.path() + ": --base does not apply to formulas; variables count from 1"};
  const auto header = read_header(reader);
  if (!header) return header.failure();
  if (auto failure = check_sizes(reader, *header)) return *failure;
  const Clauses clauses{*header};
  EdgeStore store;
  store.expect_weights();
  const auto parse = [&](LinePiece& piece) { return clauses.parse(piece); };
  if (auto failure = reader.read(store, parse, header->clauses, true)) return *failure;
  if (reader.lines() < header->clauses)
    return reader.failure_at_end("the file ends after " + std::to_string(reader.lines()) +
                                 " clauses; the header announces " + std::to_string(header->clauses));
  const std::int64_t nodes = header->variables + header->clauses;
  if (auto failure = check_rows_of(reader, nodes, store)) return *failure;
  ReadGraph result;
  result.graph = build_rows(static_cast<node_t>(nodes), store, Labels{1, {}});
  if (auto failure = find_empty_clause(reader.path(), *header, result.graph)) return *failure;
  result.format = "CNF";
  return result;
}

}  // namespace maxwarp
