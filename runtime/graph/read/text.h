// A cursor over a text file: lines, blank-separated tokens, numbers, and messages with file and line.
// All readers of text formats are written with it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/graph/graph.h"
#include "runtime/graph/result.h"

namespace maxwarp {

/// What came of reading a number.
enum class Number {
  Ok,
  Missing,    // the line ended
  Malformed,  // the token is not a number
  TooLarge,   // an integer beyond 64 bits, a real beyond double
  TooSmall,   // a real that is not 0, but would be as a double
  Inexact,    // an integer weight that would be another one as a double
  NotFinite,  // NaN or infinite
};

class TextCursor {
 public:
  /// `text` must outlive the cursor; `file` is for messages, in which the text begins with `first_line`.
  TextCursor(std::string file, std::string_view text, std::int64_t first_line = 1)
      : file_(std::move(file)), begin_(text.data()), at_(begin_), end_(begin_ + text.size()), first_line_(first_line) {}

  bool at_end() const { return at_ == end_; }
  /// Moves over blanks, tabs and carriage returns; then whether the line ends here.
  bool at_line_end() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r')) ++at_;
    return at_ == end_ || *at_ == '\n';
  }
  /// The next byte, or '\0' at the end.
  char peek() const { return at_ == end_ ? '\0' : *at_; }
  /// Moves to the start of the next line.
  void next_line();
  /// Moves to the first line that is neither blank nor starts with one of `comments`; false at the end.
  bool next_content(std::string_view comments);
  /// The rest of the line without its end; moves to the end of the line.
  std::string_view rest_of_line();
  /// The next token of the line, empty at its end.
  std::string_view token();

  /// An integer token. On failure the cursor stays before the token.
  Number integer(std::int64_t& value);
  /// A weight: an integer or a real. `integral` becomes false when it does not fit Int weights. Integers
  /// are taken exactly, unless all weights of the file are reals, which may be `rounded`.
  Number weight(double& value, bool& integral, bool rounded = false);

  /// `FILE:LINE: message`.
  Failure failure(const std::string& message) const;
  /// The message for a number that was not Ok; `expected` completes "expected …".
  Failure failure(Number problem, const std::string& expected);

  /// The number of the current line; takes time, since lines are counted only on demand.
  std::int64_t line() const;
  /// Bytes not read yet.
  std::size_t remaining() const { return static_cast<std::size_t>(end_ - at_); }

  /// The place in the text, for those who scan by themselves; `seek` beyond the end is the end.
  const char* at() const { return at_; }
  void seek(const char* place) { at_ = place < end_ ? place : end_; }

 private:
  const char* token_end() const;

  std::string file_;
  const char *begin_, *at_, *end_;
  std::int64_t first_line_;
};

/// A token as shown in messages: in backticks, cut when long, without unprintable bytes.
std::string quoted(std::string_view token);

/// Refuses sizes of a header that `bytes` of text after it, or the memory, cannot hold, before any is taken.
/// `bytes_per_edge` is the shortest possible text of one edge; empty `bytes`: not known yet.
MaybeFailure check_header(const TextCursor& cursor, std::int64_t nodes, std::int64_t edges, int bytes_per_edge,
                          std::optional<std::uint64_t> bytes);

}  // namespace maxwarp
