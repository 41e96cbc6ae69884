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
  Malformed,  // the token is no number
  TooLarge,   // an integer beyond 64 bits, an integer weight beyond 2^53, a real beyond double
  NotFinite,  // NaN or infinite
};

class TextCursor {
 public:
  /// `text` must outlive the cursor; `file` is for messages.
  TextCursor(std::string file, std::string_view text)
      : file_(std::move(file)), at_(text.data()), end_(text.data() + text.size()) {}

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
  /// A weight: an integer or a real. `integral` becomes false when it does not fit Int weights.
  Number weight(double& value, bool& integral);

  /// `FILE:LINE: message`.
  Failure failure(const std::string& message) const;
  /// The message for a number that was not Ok; `expected` completes "expected …".
  Failure failure(Number problem, const std::string& expected);

  std::int64_t line() const { return line_; }
  /// Bytes not read yet: bounds the number of lines that can follow.
  std::size_t remaining() const { return static_cast<std::size_t>(end_ - at_); }

 private:
  const char* token_end() const;

  std::string file_;
  const char *at_, *end_;
  std::int64_t line_ = 1;
};

/// A token as shown in messages: in backticks, cut when long, without unprintable bytes.
std::string quoted(std::string_view token);

/// Refuses sizes of a header that the rest of the file cannot hold, before memory is taken for them.
/// `bytes_per_edge` is the shortest possible text of one edge.
MaybeFailure check_header(const TextCursor& cursor, std::int64_t nodes, std::int64_t edges,
                          int bytes_per_edge);

}  // namespace maxwarp
