// What the text formats share: ends of edges in the range that a header announces, weights, and the loop over
// the lines of a piece.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>

#include "runtime/graph/read/lines.h"
#include "runtime/graph/read/scan.h"

namespace maxwarp {

/// The ids base .. base + nodes - 1 of a file, which become nodes 0 .. nodes - 1.
struct NodeRange {
  std::int64_t nodes = 0, base = 0;

  /// Whether `id` is one; then it becomes the node.
  bool take(std::uint64_t& id) const {
    id -= static_cast<std::uint64_t>(base);
    return id < static_cast<std::uint64_t>(nodes);
  }
  /// Reads one id of the line; the node goes to `node`. `expected` completes messages.
  MaybeFailure read(TextCursor& cursor, std::uint32_t& node, const char* expected) const;
};

/// A weight as read. `integral`: it fits Int weights.
struct Weight {
  double value = 0;
  bool integral = true;
};
MaybeFailure read_weight(TextCursor& cursor, Weight& weight, bool rounded = false);

/// Refuses anything left on the line.
MaybeFailure expect_line_end(TextCursor& cursor, const char* expected);

/// A weight at the end of the line at p, where it is plain: digits, or a real with a point or an exponent.
/// Returns the place after the line end, or nullptr.
inline const char* scan_weight(const char* p, Weight& weight) {
  std::int32_t whole = 0;
  if (const char* end = scan_last_int(p, whole)) {
    weight = {double(whole), true};
    return end;
  }
  const char* stop = p;
  bool real = false;
  for (; *stop != '\n' && *stop != '\r' && !is_blank(*stop); ++stop)
    real |= *stop == '.' || *stop == 'e' || *stop == 'E';
  weight.integral = false;
  auto [end, error] = std::from_chars(p, stop, weight.value);
  if (!real || error != std::errc{} || end != stop || !std::isfinite(weight.value)) return nullptr;
  return scan_line_end(skip_blanks(stop));
}

/// Goes over the lines of a piece: `fast(p)` takes the line at p and returns the place after it, or nullptr
/// where it is not plain; `slow(cursor)` takes any line, and knows what to say about a wrong one.
template <typename Fast, typename Slow>
MaybeFailure parse_lines(TextCursor& cursor, std::string_view comments, Fast fast, Slow slow) {
  for (;;) {
    const char* p = cursor.at();
    while (const char* next = fast(p)) p = next;
    cursor.seek(p);
    if (!cursor.next_content(comments)) return std::nullopt;
    if (MaybeFailure failure = slow(cursor)) return failure;
    cursor.next_line();
  }
}

/// The same where a header announces how many lines there are. `Lines` has that number as `announced`, and
/// parses: `plain(p, edges)` as `fast`, `any(cursor, edges)` as `slow`. `too_many()` is what to say about one
/// more.
template <typename Lines, typename TooMany>
MaybeFailure parse_announced(LinePiece& piece, std::string_view comments, const Lines& lines, TooMany too_many) {
  const auto full = [&] { return piece.lines_before + piece.lines == lines.announced; };
  return parse_lines(
      piece.cursor, comments,
      [&](const char* p) {
        p = full() ? nullptr : lines.plain(p, piece.edges);
        if (p) piece.last_line = ++piece.lines;
        return p;
      },
      [&](TextCursor& cursor) -> MaybeFailure {
        if (full()) return cursor.failure(too_many());
        piece.last_line = ++piece.lines;
        return lines.any(cursor, piece.edges);
      });
}

}  // namespace maxwarp
