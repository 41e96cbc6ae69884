// Threads take pieces in their order, so when one finds a wrong line all pieces before it are being parsed
// and will be finished. The first wrong piece is then read and parsed once more, with its true line numbers.
#include "runtime/graph/read/lines.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "runtime/graph/memory.h"
#include "runtime/graph/parallel.h"

namespace maxwarp {

/// What the threads share.
struct LineReader::Shared {
  std::mutex mutex;
  std::atomic<bool> stop{false};
};

Result<LineReader> LineReader::open(const std::string& path, std::uint64_t most_bytes, bool may_be_empty) {
  auto pieces = TextPieces::open(path, most_bytes, may_be_empty);
  if (!pieces) return pieces.failure();
  LineReader reader(path, *std::move(pieces), most_bytes);
  if (!reader.next_head_piece()) return *reader.pieces_.failure();
  return reader;
}

bool LineReader::next_head_piece() {
  const std::string_view seen = head_ ? head_piece_.text() : std::string_view{};
  const std::int64_t lines = head_lines_ + std::count(seen.begin(), seen.end(), '\n');
  if (!pieces_.next(head_piece_)) return false;
  head_lines_ = lines;
  head_.emplace(path_, head_piece_.text(), head_lines_ + 1);
  return true;
}

Result<bool> LineReader::next_content(std::string_view comments) {
  while (!head_->next_content(comments)) {
    if (next_head_piece()) continue;
    if (pieces_.failure()) return *pieces_.failure();
    return false;
  }
  return true;
}

std::optional<std::uint64_t> LineReader::bytes_behind_head() const {
  if (!pieces_.size()) return std::nullopt;
  return *pieces_.size() - pieces_.bytes() + head_->remaining();
}

std::string_view LineReader::lines_of(const TextPiece& piece) const {
  return piece.text().substr(piece.index == head_piece_.index ? head_offset_ : 0);
}

MaybeFailure LineReader::read(EdgeStore& store, const ParsePiece& parse, std::int64_t most_lines,
                              bool lines_are_sources) {
  const std::string_view first = head_piece_.text();
  head_offset_ = first.size() - head_->remaining();
  head_lines_ += std::count(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(head_offset_), '\n');
  Shared shared;
  shared_ = &shared;
  const std::uint64_t bytes = bytes_behind_head().value_or(UINT64_MAX);
  const auto workers = std::min<std::uint64_t>(static_cast<std::uint64_t>(most_workers()),
                                               bytes / TextPieces::piece_bytes + 1);
  try {
    run_workers(static_cast<int>(workers), [&](int worker) {
      if (worker == 0) parse_piece(head_piece_, store, parse);
      work(store, parse);
    });
  } catch (const NoMoreBlocks& full) {
    // More, where the first piece tells how many lines the whole text has: an edge takes 8 bytes at least.
    const double pieces = static_cast<double>(pieces_.size().value_or(0)) / static_cast<double>(first.size());
    const double lines = pieces * static_cast<double>(std::count(first.begin(), first.end(), '\n'));
    if (auto failure = check_memory(path_ + ": its edges alone", std::max(static_cast<double>(full.wanted), 8 * lines)))
      return failure;
    throw;
  }
  std::sort(records_.begin(), records_.end(), [](const Record& a, const Record& b) { return a.index < b.index; });
  if (auto failure = check_order(store, parse, most_lines)) return failure;
  if (lines_are_sources)
    for (EdgeStore::Piece& piece : store.sorted_pieces())
      piece.first_source = static_cast<std::uint32_t>(lines_before_[piece.index - records_.front().index]);
  return std::nullopt;
}

void LineReader::work(EdgeStore& store, const ParsePiece& parse) {
  TextPiece piece;
  while (!shared_->stop && pieces_.next(piece)) parse_piece(piece, store, parse);
}

void LineReader::parse_piece(const TextPiece& piece, EdgeStore& store, const ParsePiece& parse) {
  EdgePiece edges(store.pool());
  const std::string_view text = lines_of(piece);
  LinePiece lines{TextCursor(path_, text), edges, piece.index};
  const bool failed = parse(lines).has_value();
  if (failed) shared_->stop = true;
  const std::int64_t text_lines = std::count(text.begin(), text.end(), '\n');
  if (!failed) store.add(piece.index, edges);
  std::lock_guard lock(shared_->mutex);
  records_.push_back({piece.index, text_lines, lines.lines, lines.last_line, failed});
}

MaybeFailure LineReader::check_order(EdgeStore& store, const ParsePiece& parse, std::int64_t most_lines) {
  text_lines_ = head_lines_;
  for (const Record& record : records_) {
    if (record.failed || lines_ + record.last_line > most_lines)
      return repeat(record, lines_, text_lines_, store, parse);
    lines_before_.push_back(lines_);
    lines_ = std::min(most_lines, lines_ + record.lines);
    text_lines_ += record.text_lines;
  }
  return pieces_.failure();
}

MaybeFailure LineReader::repeat(const Record& wrong, std::int64_t lines_before, std::int64_t text_lines,
                                EdgeStore& store, const ParsePiece& parse) {
  const Failure changed{path_ + ": has changed while it was read; expected a file that stays as it is"};
  // Damaged compression is the better reason for a wrong line, and shows only at the end.
  TextPiece piece;
  while (!pieces_.size() && pieces_.next(piece)) continue;
  if (!pieces_.size() && pieces_.failure()) return pieces_.failure();
  auto again = TextPieces::open(path_, most_bytes_);
  if (!again) return again.failure();
  while (again->next(piece)) {
    if (piece.index != wrong.index) continue;
    EdgePiece edges(store.pool());
    LinePiece lines{TextCursor(path_, lines_of(piece), text_lines + 1), edges, piece.index, lines_before};
    auto failure = parse(lines);
    return failure ? failure : changed;
  }
  return again->failure() ? again->failure() : changed;
}

Failure LineReader::failure_at_end(const std::string& message) const {
  return {path_ + ":" + std::to_string(text_lines_ + 1) + ": " + message};
}

MaybeFailure check_rows_of(const LineReader& reader, std::int64_t nodes, const EdgeStore& store) {
  const double weight_bytes = store.kind() == WeightKind::None ? 0 : store.kind() == WeightKind::Int ? 4 : 8;
  return check_size(reader.path(), static_cast<double>(nodes), static_cast<double>(store.edges()), weight_bytes);
}

}  // namespace maxwarp
