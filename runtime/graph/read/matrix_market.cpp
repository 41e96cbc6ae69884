// MatrixMarket coordinate files: entry (i, j) is the edge i → j. Symmetric and skew-symmetric headers are
// honoured: an entry off the diagonal stands for both directions (negated for skew-symmetric).
#include <algorithm>
#include <cctype>
#include <cstdint>

#include "runtime/graph/read/edges.h"
#include "runtime/graph/read/read.h"

namespace maxwarp {
namespace {

struct Banner {
  bool weighted = false, both_directions = false, negated = false;
};

std::string lower(std::string_view token) {
  std::string text(token);
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// Reads `%%MatrixMarket matrix coordinate FIELD SYMMETRY`; words in any case.
Result<Banner> read_banner(TextCursor& cursor) {
  const char* form =
      "`%%MatrixMarket matrix coordinate pattern|integer|real general|symmetric|skew-symmetric`";
  std::string banner = lower(cursor.token()), object = lower(cursor.token()), layout = lower(cursor.token()),
              field = lower(cursor.token()), symmetry = lower(cursor.token());
  auto refuse = [&](const std::string& word, const char* reason) {
    return cursor.failure(quoted(word) + reason + "; expected " + form);
  };
  if (banner != "%%matrixmarket") return refuse(banner, " is no MatrixMarket banner");
  if (object != "matrix") return refuse(object, " is no matrix");
  if (layout == "array") return refuse(layout, " is a dense matrix, not a graph");
  if (layout != "coordinate") return refuse(layout, " is unknown");
  if (field == "complex") return refuse(field, " values cannot be weights");
  if (field != "pattern" && field != "integer" && field != "real" && field != "double")
    return refuse(field, " is unknown");
  if (symmetry == "hermitian")
    return refuse(symmetry, " matrices have complex values, which cannot be weights");
  if (symmetry != "general" && symmetry != "symmetric" && symmetry != "skew-symmetric")
    return refuse(symmetry, " is unknown");
  if (auto failure = expect_line_end(cursor, form)) return *failure;
  cursor.next_line();
  return Banner{field != "pattern", symmetry != "general", symmetry == "skew-symmetric"};
}

struct Size {
  std::int64_t rows = 0, columns = 0, entries = 0;
};

Result<Size> read_size(TextCursor& cursor) {
  const char* form = "the size line `ROWS COLUMNS ENTRIES`";
  if (!cursor.next_content("%")) return cursor.failure(std::string("the file ends; expected ") + form);
  Size size;
  for (std::int64_t* count : {&size.rows, &size.columns, &size.entries}) {
    if (Number found = cursor.integer(*count); found != Number::Ok) return cursor.failure(found, form);
    if (*count < 0)
      return cursor.failure("size " + std::to_string(*count) + " is negative; expected " + form);
  }
  if (auto failure = expect_line_end(cursor, form)) return *failure;
  if (size.rows != size.columns)
    return cursor.failure("matrix of " + std::to_string(size.rows) + " rows and " +
                          std::to_string(size.columns) + " columns; expected a square one, a node a row");
  if (auto failure = check_header(cursor, size.rows, size.entries, 4)) return *failure;
  cursor.next_line();
  return size;
}

MaybeFailure read_entry(TextCursor& cursor, const Banner& banner, EdgeCollector& edges) {
  node_t row = 0, column = 0;
  double weight = 0;
  if (auto failure = edges.read_node(cursor, row, "the entry's row")) return failure;
  if (auto failure = edges.read_node(cursor, column, "the entry's column")) return failure;
  if (banner.negated && row == column)
    return cursor.failure("entry on the diagonal; expected none in a skew-symmetric matrix");
  bool mirrored = banner.both_directions && row != column;
  if (banner.weighted) {
    if (auto failure = edges.read_weight(cursor, weight)) return failure;
    edges.add(row, column, weight);
    if (mirrored) edges.add(column, row, banner.negated ? -weight : weight);
  } else {
    edges.add(row, column);
    if (mirrored) edges.add(column, row);
  }
  return expect_line_end(cursor, banner.weighted ? "`ROW COLUMN VALUE`" : "`ROW COLUMN`");
}

}  // namespace

Result<ReadGraph> read_matrix_market(const std::string& path, std::string_view text,
                                     const ReadOptions& options) {
  TextCursor cursor(path, text);
  auto banner = read_banner(cursor);
  if (!banner) return banner.failure();
  auto size = read_size(cursor);
  if (!size) return size.failure();
  std::int64_t base = options.base.value_or(1), found = 0;
  EdgeCollector edges(static_cast<node_t>(size->rows), base);
  edges.reserve(size->entries * (banner->both_directions ? 2 : 1));
  for (; cursor.next_content("%"); cursor.next_line()) {
    if (++found > size->entries)
      return cursor.failure("more entries than the " + std::to_string(size->entries) +
                            " that the size line announces");
    if (auto failure = read_entry(cursor, *banner, edges)) return *failure;
  }
  if (found < size->entries)
    return cursor.failure("the file ends after " + std::to_string(found) +
                          " entries; the size line announces " + std::to_string(size->entries));
  ReadGraph result;
  result.graph = build_graph(edges.take(banner->weighted), Labels{base, {}});
  if (banner->both_directions) result.graph.symmetric = true;
  result.format = "MatrixMarket";
  return result;
}

}  // namespace maxwarp
