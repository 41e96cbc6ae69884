// The text of a file in pieces of whole lines, unpacked on the way, so that threads can parse them at the
// same time and a text is never in memory as a whole. Where the cuts are depends on the file alone.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/graph/array.h"
#include "runtime/graph/read/stream.h"

namespace maxwarp {

/// Some whole lines. After the text stand a line end and a zero that do not belong to it, so that scanning
/// for the end of a number needs no other bound.
class TextPiece {
 public:
  std::int64_t index = -1;
  /// All of it; the last piece of a file may end without a line end.
  std::string_view text() const { return {buffer_.data(), size_}; }

 private:
  friend class TextPieces;
  Array<char> buffer_;
  std::size_t size_ = 0;
};

class TextPieces {
 public:
  /// Bytes of a piece, unless a line is longer.
  static constexpr std::size_t piece_bytes = std::size_t(1) << 20;

  /// Starts reading; `most_bytes` bounds the unpacked text. Errors: those of open_file, and an empty file
  /// unless it `may_be_empty`: then it is one empty piece.
  static Result<TextPieces> open(const std::string& path, std::uint64_t most_bytes, bool may_be_empty = false);
  TextPieces(TextPieces&&) = default;

  /// Fills `piece` with the next one; false at the end and once reading has failed. By several threads.
  bool next(TextPiece& piece);
  /// Why reading has failed, if it has.
  const MaybeFailure& failure() const { return state_->failure; }
  /// Bytes of text handed out.
  std::uint64_t bytes() const { return state_->bytes; }
  /// Bytes of the whole text, where they are known before its end.
  std::optional<std::uint64_t> size() const { return size_; }

 private:
  /// Behind a pointer, as a mutex cannot be moved.
  struct State {
    std::mutex mutex;
    std::unique_ptr<ByteStream> stream;
    std::string rest;  // the beginning of a line whose end has not been read
    std::uint64_t bytes = 0;
    std::int64_t pieces = 0;
    bool ended = false;
    MaybeFailure failure;
  };
  TextPieces(std::string path, OpenedFile file, std::uint64_t most_bytes);
  MaybeFailure fill(TextPiece& piece);
  /// The number of the line that begins there. Only for a message, as it reads all before again.
  std::int64_t line_at(std::uint64_t offset) const;

  std::string path_;
  std::optional<std::uint64_t> size_;
  std::uint64_t most_bytes_;
  std::unique_ptr<State> state_;
};

}  // namespace maxwarp
