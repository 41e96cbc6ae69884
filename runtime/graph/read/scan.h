// The fast way through lines of plain numbers. Text must be followed by a line end, as TextPiece does; what
// these functions do not take (signs, comments, damage) is left to TextCursor, which knows all of it.
#pragma once

#include <cstdint>

namespace maxwarp {

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// Reads 1 to 19 digits, which fit; returns the place after them, or nullptr.
inline const char* scan_digits(const char* p, std::uint64_t& value) {
  const char* begin = p;
  std::uint64_t number = 0;
  for (unsigned digit; (digit = static_cast<unsigned char>(*p) - unsigned('0')) < 10; ++p) number = number * 10 + digit;
  value = number;
  return p != begin && p - begin <= 19 ? p : nullptr;
}

inline const char* skip_blanks(const char* p) {
  while (is_blank(*p)) ++p;
  return p;
}

/// Reads two numbers with blanks before, between and after them; returns the place after, or nullptr.
inline const char* scan_pair(const char* p, std::uint64_t& first, std::uint64_t& second) {
  p = scan_digits(skip_blanks(p), first);
  if (!p || !is_blank(*p)) return nullptr;
  p = scan_digits(skip_blanks(p), second);
  return p && (is_blank(*p) || *p == '\n' || *p == '\r') ? skip_blanks(p) : nullptr;
}

/// The place after the line end at p, or nullptr.
inline const char* scan_line_end(const char* p) {
  if (*p == '\r') ++p;
  return *p == '\n' ? p + 1 : nullptr;
}

/// Reads a number of up to 9 digits with an optional minus and the line end; returns the place after, or nullptr.
inline const char* scan_last_int(const char* p, std::int32_t& value) {
  const bool negative = *p == '-';
  std::uint64_t number = 0;
  const char* end = scan_digits(p + negative, number);
  if (!end || end - p - negative > 9) return nullptr;
  value = negative ? -static_cast<std::int32_t>(number) : static_cast<std::int32_t>(number);
  return scan_line_end(skip_blanks(end));
}

}  // namespace maxwarp
