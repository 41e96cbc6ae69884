// Reading the lines of a text format on all threads: strict, and with the same message for the first wrong
// line whatever the number of threads. A format gives a function that parses one piece; the rest is here.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>

#include "runtime/graph/build/edge_store.h"
#include "runtime/graph/read/pieces.h"
#include "runtime/graph/read/text.h"

namespace maxwarp {

/// One piece of lines while it is parsed.
struct LinePiece {
  TextCursor cursor;
  EdgePiece& edges;
  std::int64_t index = 0;
  /// Lines that count, as the format defines them, before this piece. Threads parse with 0, as they do not
  /// know; a piece in which something is wrong is parsed again with the truth.
  std::int64_t lines_before = 0;
  /// The parser counts here; `last_line` is the last one that makes the piece too long where there are too
  /// many.
  std::int64_t lines = 0, last_line = 0;
};

/// Parses all lines of a piece, or up to the first that is wrong.
using ParsePiece = std::function<MaybeFailure(LinePiece&)>;

/// A text file whose head has been read, and then its lines.
class LineReader {
 public:
  /// Opens the file; the cursor stands at its beginning. `most_bytes` and `may_be_empty` as of TextPieces.
  static Result<LineReader> open(const std::string& path, std::uint64_t most_bytes, bool may_be_empty = false);

  /// For reading the head: what the first pieces hold. Moves to the first line that is neither blank nor
  /// begins with one of `comments`; false at the end of the file.
  Result<bool> next_content(std::string_view comments);
  TextCursor& head() { return *head_; }
  const std::string& path() const { return path_; }
  /// Bytes of text after the cursor of the head, where they are known.
  std::optional<std::uint64_t> bytes_behind_head() const;

  /// Parses what follows the head into `store`. Refuses more than `most_lines` lines that count through
  /// `parse` itself. `lines_are_sources`: the ends of edges count from the lines before their piece.
  MaybeFailure read(EdgeStore& store, const ParsePiece& parse,
                    std::int64_t most_lines = std::numeric_limits<std::int64_t>::max(), bool lines_are_sources = false);

  /// After read: lines that counted.
  std::int64_t lines() const { return lines_; }
  /// A failure at the end of the file.
  Failure failure_at_end(const std::string& message) const;

 private:
  /// What is kept of a piece.
  struct Record {
    std::int64_t index, text_lines, lines, last_line;
    bool failed;
  };

  LineReader(std::string path, TextPieces pieces, std::uint64_t most_bytes)
      : path_(std::move(path)), pieces_(std::move(pieces)), most_bytes_(most_bytes) {}
  bool next_head_piece();
  void work(EdgeStore& store, const ParsePiece& parse);
  void parse_piece(const TextPiece& piece, EdgeStore& store, const ParsePiece& parse);
  MaybeFailure check_order(EdgeStore& store, const ParsePiece& parse, std::int64_t most_lines);
  MaybeFailure repeat(const Record& wrong, std::int64_t lines_before, std::int64_t text_lines, EdgeStore& store,
                      const ParsePiece& parse);
  std::string_view lines_of(const TextPiece& piece) const;

  std::string path_;
  TextPieces pieces_;
  std::uint64_t most_bytes_;
  TextPiece head_piece_;
  std::optional<TextCursor> head_;
  std::int64_t head_lines_ = 0;  // text lines in pieces before the head's last
  std::size_t head_offset_ = 0;  // where the lines begin in the head's last piece
  std::vector<Record> records_;
  std::vector<std::int64_t> lines_before_;
  std::int64_t lines_ = 0, text_lines_ = 0;
  struct Shared;
  Shared* shared_ = nullptr;
};

/// Refuses a graph larger than the memory, before its rows are built.
MaybeFailure check_rows_of(const LineReader& reader, std::int64_t nodes, const EdgeStore& store);

}  // namespace maxwarp
