// Tokens and numbers of text files, parsed in place with std::from_chars.
#include "runtime/graph/read/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "runtime/graph/memory.h"

namespace maxwarp {
namespace {

bool ends_token(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Integers up to here are exact in double.
constexpr std::int64_t exact_limit = std::int64_t(1) << 53;

/// from_chars takes no plus sign.
const char* skip_plus(const char* begin, const char* end) {
  return end - begin > 1 && *begin == '+' && begin[1] != '-' && begin[1] != '+' ? begin + 1 : begin;
}

Number real_weight(const char* begin, const char* end, double& value) {
  auto [stop, error] = std::from_chars(begin, end, value);
  if (error == std::errc::result_out_of_range) return Number::TooLarge;
  if (error != std::errc{} || stop != end) return Number::Malformed;
  return std::isfinite(value) ? Number::Ok : Number::NotFinite;
}

}  // namespace

void TextCursor::next_line() {
  const void* newline = std::memchr(at_, '\n', end_ - at_);
  if (!newline) {
    at_ = end_;
    return;
  }
  at_ = static_cast<const char*>(newline) + 1;
}

std::int64_t TextCursor::line() const { return first_line_ + std::count(begin_, at_, '\n'); }

bool TextCursor::next_content(std::string_view comments) {
  while (!at_end()) {
    if (!at_line_end() && comments.find(*at_) == std::string_view::npos) return true;
    next_line();
  }
  return false;
}

std::string_view TextCursor::rest_of_line() {
  const void* newline = std::memchr(at_, '\n', end_ - at_);
  const char* begin = at_;
  at_ = newline ? static_cast<const char*>(newline) : end_;
  std::string_view rest(begin, at_ - begin);
  if (rest.ends_with('\r')) rest.remove_suffix(1);
  return rest;
}

const char* TextCursor::token_end() const {
  const char* stop = at_;
  while (stop != end_ && !ends_token(*stop)) ++stop;
  return stop;
}

std::string_view TextCursor::token() {
  if (at_line_end()) return {};
  const char* begin = at_;
  at_ = token_end();
  return {begin, static_cast<std::size_t>(at_ - begin)};
}

Number TextCursor::integer(std::int64_t& value) {
  if (at_line_end()) return Number::Missing;
  // Nearly all numbers are a few digits: twice as fast as the general way below.
  constexpr int safe_digits = 18;
  const char* digit = at_;
  std::int64_t number = 0;
  for (; digit != end_ && digit - at_ < safe_digits && *digit >= '0' && *digit <= '9'; ++digit)
    number = number * 10 + (*digit - '0');
  if (digit != at_ && (digit == end_ || ends_token(*digit))) {
    value = number;
    at_ = digit;
    return Number::Ok;
  }
  auto [stop, error] = std::from_chars(skip_plus(at_, end_), end_, value);
  if (stop != end_ && !ends_token(*stop)) return Number::Malformed;
  if (error == std::errc::result_out_of_range) return Number::TooLarge;
  if (error != std::errc{}) return Number::Malformed;
  at_ = stop;
  return Number::Ok;
}

Number TextCursor::weight(double& value, bool& integral) {
  std::int64_t whole = 0;
  const char* begin = at_line_end() ? end_ : at_;
  Number kind = integer(whole);
  if (kind == Number::Missing || kind == Number::TooLarge) return kind;
  if (kind == Number::Ok) {
    if (whole > exact_limit || whole < -exact_limit) {
      at_ = begin;  // for the message
      return Number::TooLarge;
    }
    integral = integral && whole >= -2147483648 && whole < infinity<std::int32_t>();
    value = static_cast<double>(whole);
    return Number::Ok;
  }
  const char* end = token_end();
  kind = real_weight(skip_plus(at_, end), end, value);
  if (kind != Number::Ok) return kind;
  integral = false;
  at_ = end;
  return Number::Ok;
}

Failure TextCursor::failure(const std::string& message) const {
  return {file_ + ":" + std::to_string(line()) + ": " + message};
}

Failure TextCursor::failure(Number problem, const std::string& expected) {
  if (problem == Number::Missing)
    return failure((at_end() ? "the file ends" : "the line ends") + std::string("; expected ") + expected);
  std::string seen = quoted(std::string_view(at_, token_end() - at_));
  switch (problem) {
    case Number::TooLarge:
      return failure(seen + " is too large; expected " + expected);
    case Number::NotFinite:
      return failure(seen + " is not finite; expected " + expected);
    default:
      return failure(seen + " is no number; expected " + expected);
  }
}

std::string quoted(std::string_view token) {
  std::string text = "`";
  for (char c : token.substr(0, 40)) text += c >= ' ' && c <= '~' ? c : '?';
  return text + (token.size() > 40 ? "…`" : "`");
}

MaybeFailure check_header(const TextCursor& cursor, std::int64_t nodes, std::int64_t edges, int bytes_per_edge,
                          std::optional<std::uint64_t> bytes) {
  // Isolated nodes take no text, so a small file may have many; a header far beyond that is damage.
  constexpr std::uint64_t free_nodes = 10'000'000, nodes_per_byte = 64;
  const auto lie = [&](std::int64_t count, const char* what) {
    return cursor.failure("header announces " + std::to_string(count) + what + "; the rest of the file has only " +
                          std::to_string(*bytes) + " bytes");
  };
  if (bytes && static_cast<std::uint64_t>(edges) > *bytes / static_cast<std::uint64_t>(bytes_per_edge) + 1)
    return lie(edges, " edges");
  if (bytes && static_cast<std::uint64_t>(nodes) > free_nodes && static_cast<std::uint64_t>(nodes) / nodes_per_byte > *bytes)
    return lie(nodes, " nodes");
  if (auto failure = check_size("header", static_cast<double>(nodes), static_cast<double>(edges)))
    return cursor.failure(failure->message);
  return std::nullopt;
}

}  // namespace maxwarp
