// MatrixMarket coordinate files: entry (i, j) is the edge i → j. Symmetric and skew-symmetric headers are
// honoured: an entry off the diagonal stands for both directions (negated for skew-symmetric).
#include <algorithm>
#include <cctype>
#include <cstdint>

#include "runtime/graph/build/rows.h"
#include "runtime/graph/read/ends.h"
#include "runtime/graph/read/read.h"

namespace maxwarp {
namespace {

struct Banner {
  bool weighted = false, integers = false, both_directions = false, negated = false;
};

std::string lower(std::string_view token) {
  std::string text(token);
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// Reads `%%MatrixMarket matrix coordinate FIELD SYMMETRY`; words in any case.
Result<Banner> read_banner(TextCursor& cursor) {
  const char* form = "`%%MatrixMarket matrix coordinate pattern|integer|real general|symmetric|skew-symmetric`";
  std::string banner = lower(cursor.token()), object = lower(cursor.token()), layout = lower(cursor.token()),
              field = lower(cursor.token()), symmetry = lower(cursor.token());
  auto refuse = [&](const std::string& word, const char* reason) {
    return cursor.failure(quoted(word) + reason + "; expected " + form);
  };
  if (banner != "%%matrixmarket") return refuse(banner, " is not a MatrixMarket banner");
  if (object != "matrix") return refuse(object, " is not a matrix");
  if (layout == "array") return refuse(layout, " is a dense matrix, not a graph");
  if (layout != "coordinate") return refuse(layout, " is unknown");
  if (field == "complex") return refuse(field, " values cannot be weights");
  if (field != "pattern" && field != "integer" && field != "real" && field != "double")
    return refuse(field, " is unknown");
  if (symmetry == "hermitian") return refuse(symmetry, " matrices have complex values, which cannot be weights");
  if (symmetry != "general" && symmetry != "symmetric" && symmetry != "skew-symmetric")
    return refuse(symmetry, " is unknown");
  if (auto failure = expect_line_end(cursor, form)) return *failure;
  cursor.next_line();
  return Banner{field != "pattern", field == "integer", symmetry != "general", symmetry == "skew-symmetric"};
}

struct Size {
  std::int64_t rows = 0, columns = 0, entries = 0;
};

Result<Size> read_size(LineReader& reader) {
  const char* form = "the size line `ROWS COLUMNS ENTRIES`";
  auto found = reader.next_content("%");
  if (!found) return found.failure();
  TextCursor& cursor = reader.head();
  if (!*found) return cursor.failure(std::string("the file ends; expected ") + form);
  Size size;
  for (std::int64_t* count : {&size.rows, &size.columns, &size.entries}) {
    if (Number found = cursor.integer(*count); found != Number::Ok) return cursor.failure(found, form);
    if (*count < 0) return cursor.failure("size " + std::to_string(*count) + " is negative; expected " + form);
  }
  if (auto failure = expect_line_end(cursor, form)) return *failure;
  if (size.rows != size.columns)
    return cursor.failure("matrix of " + std::to_string(size.rows) + " rows and " + std::to_string(size.columns) +
                          " columns; expected a square one, one row per node");
  if (auto failure = check_header(cursor, size.rows, size.entries, 4, reader.bytes_behind_head())) return *failure;
  cursor.next_line();
  return size;
}

/// The entries; each is parsed to its edges.
struct Entries {
  Banner banner;
  NodeRange nodes;
  std::int64_t announced;

  const char* plain(const char* p, EdgePiece& edges) const {
    std::uint64_t row = 0, column = 0;
    p = scan_pair(p, row, column);
    if (!p || !nodes.take(row) || !nodes.take(column) || is_misplaced(row, column)) return nullptr;
    Weight weight;
    p = banner.weighted ? scan_weight(p, weight) : scan_line_end(p);
    if (banner.integers && !weight.integral) return nullptr;
    if (p) add(edges, static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column), weight);
    return p;
  }

  MaybeFailure any(TextCursor& cursor, EdgePiece& edges) const {
    std::uint32_t row = 0, column = 0;
    Weight weight;
    if (auto failure = nodes.read(cursor, row, "the entry's row")) return failure;
    if (auto failure = nodes.read(cursor, column, "the entry's column")) return failure;
    if (is_misplaced(row, column)) return misplaced(cursor, row == column);
    if (banner.integers)
      if (auto failure = expect_integer(cursor)) return failure;
    if (banner.weighted)
      if (auto failure = read_weight(cursor, weight, /*rounded=*/!banner.integers)) return failure;
    add(edges, row, column, weight);
    return expect_line_end(cursor, banner.weighted ? "`ROW COLUMN VALUE`" : "`ROW COLUMN`");
  }

  /// Symmetric matrices list each pair once, the lower triangle; what lies on the diagonal of a skew one is
  /// its own negative.
  bool is_misplaced(std::uint64_t row, std::uint64_t column) const {
    return banner.both_directions && (row < column || (banner.negated && row == column));
  }

  static Failure misplaced(TextCursor& cursor, bool on_diagonal) {
    return cursor.failure(on_diagonal
                              ? "entry on the diagonal; expected none in a skew-symmetric matrix"
                              : "entry above the diagonal; expected only the lower triangle of a symmetric matrix");
  }

  /// Looks at the next word without taking it.
  static MaybeFailure expect_integer(TextCursor cursor) {
    std::int64_t value = 0;
    const Number found = cursor.integer(value);
    if (found == Number::Ok || found == Number::Missing || found == Number::TooLarge) return std::nullopt;
    return cursor.failure(found, "an integer, as the header announces");
  }

  void add(EdgePiece& edges, std::uint32_t row, std::uint32_t column, const Weight& weight) const {
    const bool mirrored = banner.both_directions && row != column;
    if (!banner.weighted) {
      edges.add(row, column);
      if (mirrored) edges.add(column, row);
      return;
    }
    edges.add(row, column, weight.value, weight.integral);
    if (!mirrored) return;
    // The negatives of the two smallest integers are `inf` and beyond.
    const double value = banner.negated ? -weight.value : weight.value;
    edges.add(column, row, value, weight.integral && value < infinity<std::int32_t>());
  }

  MaybeFailure parse(LinePiece& piece) const {
    return parse_announced(piece, "%", *this, [&] {
      return "more entries than the " + std::to_string(announced) + " that the size line announces";
    });
  }
};

}  // namespace

Result<ReadGraph> read_matrix_market(LineReader reader, const ReadOptions& options) {
  auto banner = read_banner(reader.head());
  if (!banner) return banner.failure();
  auto size = read_size(reader);
  if (!size) return size.failure();
  const Entries entries{*banner, {size->rows, options.base.value_or(1)}, size->entries};
  EdgeStore store;
  if (banner->weighted) store.expect_weights();
  if (auto failure = reader.read(store, [&](LinePiece& piece) { return entries.parse(piece); }, size->entries))
    return *failure;
  if (reader.lines() < size->entries)
    return reader.failure_at_end("the file ends after " + std::to_string(reader.lines()) +
                                 " entries; the size line announces " + std::to_string(size->entries));
  if (auto failure = check_rows_of(reader, size->rows, store)) return *failure;
  ReadGraph result;
  result.graph = build_rows(static_cast<node_t>(size->rows), store, Labels{entries.nodes.base, {}});
  if (banner->both_directions) result.graph.symmetric = true;
  result.format = "MatrixMarket";
  if (banner->both_directions)
    result.note = banner->negated && banner->weighted
                      ? "skew-symmetric: each entry in both directions, negated in the other"
                  : banner->negated ? "skew-symmetric: each entry in both directions"
                                    : "symmetric: each entry in both directions";
  return result;
}

}  // namespace maxwarp
