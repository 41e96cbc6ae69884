// Tokens and numbers of text files, parsed in place with std::from_chars.
#include "runtime/graph/read/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
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
  if (error == std::errc::result_out_of_range)
    return std::fabs(std::strtod(std::string(begin, end).c_str(), nullptr)) < 1 ? Number::TooSmall : Number::TooLarge;
  if (error != std::errc{} || stop != end) return Number::Malformed;
  return std::isfinite(value) ? Number::Ok : Number::NotFinite;
}

/// Whether the integer literal is `value` to its last digit.
bool is_exact(std::string_view literal, double value) {
  char digits[320];  // of the largest double, and a sign
  const char* end = std::to_chars(digits, digits + sizeof digits, std::fabs(value), std::chars_format::fixed, 0).ptr;
  if (literal.starts_with('-')) literal.remove_prefix(1);
  literal.remove_prefix(std::min(literal.find_first_not_of('0'), literal.size()));
  return literal == std::string_view(digits, end);
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

Number TextCursor::weight(double& value, bool& integral, bool rounded) {
  std::int64_t whole = 0;
  if (at_line_end()) return Number::Missing;
  const char* token = at_;
  const Number kind = integer(whole);
  if (kind == Number::Ok && whole <= exact_limit && whole >= -exact_limit) {
    integral = integral && whole >= -2147483648 && whole < infinity<std::int32_t>();
    value = static_cast<double>(whole);
    return Number::Ok;
  }
  at_ = token;
  const char* end = token_end();
  token = skip_plus(token, end);
  if (const Number real = real_weight(token, end, value); real != Number::Ok) return real;
  const bool is_integer = kind != Number::Malformed;
  if (is_integer && !rounded && !is_exact(std::string_view(token, end), value)) return Number::Inexact;
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
    case Number::TooLarge: return failure(seen + " is too large; expected " + expected);
    case Number::TooSmall: return failure(seen + " is too close to 0 for a double; expected " + expected);
    case Number::Inexact:
      return failure(seen + " is not a double without rounding; expected " + expected +
                     ", with a decimal point if it may be rounded");
    case Number::NotFinite: return failure(seen + " is not finite; expected " + expected);
    default: return failure(seen + " is not a number; expected " + expected);
  }
}

std::string quoted(std::string_view token) {
  std::string text = "`";
  for (char c : token.substr(0, 40)) text += c >= ' ' && c <= '~' ? c : '?';
  return text + (token.size() > 40 ? "…`" : "`");
}

MaybeFailure check_header(const TextCursor& cursor, std::int64_t nodes, std::int64_t edges, int bytes_per_edge,
                          std::optional<std::uint64_t> bytes) {
  if (bytes && static_cast<std::uint64_t>(edges) > *bytes / static_cast<std::uint64_t>(bytes_per_edge) + 1)
    return cursor.failure("header announces " + std::to_string(edges) + " edges; the rest of the file has only " +
                          std::to_string(*bytes) + " bytes");
  // Isolated nodes take no text: how many there may be is a question of memory alone.
  if (auto failure = check_size("header", static_cast<double>(nodes), static_cast<double>(edges)))
    return cursor.failure(failure->message);
  return std::nullopt;
}

}  // namespace maxwarp
