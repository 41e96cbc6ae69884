// Cutting a stream of text at line ends.
#include "runtime/graph/read/pieces.h"

#include <algorithm>
#include <cstring>

#include "runtime/graph/read/file.h"

namespace maxwarp {

TextPieces::TextPieces(std::string path, OpenedFile file, std::uint64_t most_bytes)
    // A plain file is as large as it looks; only what is unpacked can be a surprise.
    : path_(std::move(path)),
      size_(file.size),
      most_bytes_(file.size ? UINT64_MAX : most_bytes),
      state_(std::make_unique<State>()) {
  state_->stream = std::move(file.stream);
}

Result<TextPieces> TextPieces::open(const std::string& path, std::uint64_t most_bytes, bool may_be_empty) {
  auto file = open_file(path, "a graph file");
  if (!file) return file.failure();
  TextPieces pieces(path, *std::move(file), most_bytes);
  // The first byte tells an empty file, packed or not.
  char first = 0;
  auto count = pieces.state_->stream->read(&first, 1);
  if (!count) return count.failure();
  if (*count == 0 && !may_be_empty) return Failure{path + ": is empty; expected a graph"};
  pieces.state_->rest.assign(*count, first);
  return pieces;
}

bool TextPieces::next(TextPiece& piece) {
  std::lock_guard lock(state_->mutex);
  if (state_->ended) return false;
  state_->failure = fill(piece);
  if (state_->failure) {
    state_->ended = true;
    return false;
  }
  if (state_->ended && piece.size_ == 0 && state_->pieces > 0) return false;
  piece.index = state_->pieces++;
  state_->bytes += piece.size_;
  return true;
}

std::int64_t TextPieces::line_at(std::uint64_t offset) const {
  std::int64_t line = 1;
  auto file = open_file(path_, "a graph file");
  std::string text(std::min<std::uint64_t>(offset, piece_bytes), '\0');
  while (file && offset > 0) {
    const auto count = file->stream->read(text.data(), std::min<std::uint64_t>(offset, text.size()));
    if (!count || *count == 0) break;
    line += std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(*count), '\n');
    offset -= *count;
  }
  return line;
}

MaybeFailure TextPieces::fill(TextPiece& piece) {
  Array<char>& buffer = piece.buffer_;
  constexpr std::size_t sentinel = 2;
  std::size_t filled = state_->rest.size(), room = std::max(piece_bytes, 2 * filled);
  if (buffer.size() < room + sentinel) buffer = Array<char>(room + sentinel);
  std::memcpy(buffer.data(), state_->rest.data(), filled);
  state_->rest.clear();
  const void* last = nullptr;
  for (;;) {
    auto count = state_->stream->read(buffer.data() + filled, room - filled);
    if (!count) return count.failure();
    filled += *count;
    state_->ended = filled < room;
    if (state_->bytes + filled > most_bytes_)
      return Failure{path_ + ": unpacks to more than " + std::to_string(most_bytes_) +
                     " bytes; expected less, or a higher --max-bytes"};
    last = memrchr(buffer.data(), '\n', filled);
    // The text begins with a line; others in it are shorter than a piece, or begin the next one. A text that unpacks to
    // too much is called that, whether it has lines or not.
    const bool complete = last || state_->ended;
    if ((complete ? filled : filled / 2) > longest_line && !std::memchr(buffer.data(), '\n', longest_line + 1))
      return line_too_long(path_, line_at(state_->bytes));
    if (complete) break;
    room *= 2;  // a line longer than the piece
    buffer.resize(room + sentinel);
  }
  piece.size_ = filled;
  if (!state_->ended) {
    piece.size_ = static_cast<std::size_t>(static_cast<const char*>(last) - buffer.data()) + 1;
    state_->rest.assign(buffer.data() + piece.size_, filled - piece.size_);
  }
  // The text may be followed by the next lines here: they have been copied.
  std::memcpy(buffer.data() + piece.size_, "\n", sentinel);
  return std::nullopt;
}

}  // namespace maxwarp
