// Bytes are escaped one by one: what is no UTF-8 has no character to be named by.
#include "runtime/system/shown_text.h"

#include <algorithm>

namespace maxwarp {
namespace {

/// The byte at place `i`, or 0 after the end.
unsigned byte_at(std::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
}

/// The character that a sequence of `length` bytes stands for.
unsigned code_point(std::string_view text, std::size_t length) {
  constexpr unsigned first_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  unsigned code = byte_at(text, 0) & first_bits[length];
  for (std::size_t i = 1; i < length; ++i) code = code << 6 | (byte_at(text, i) & 0x3F);
  return code;
}

void append_escaped(std::string& text, std::string_view bytes) {
  constexpr const char* digits = "0123456789abcdef";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
  }
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  auto follows = [&](std::size_t i) { return (byte_at(text, i) & 0xC0) == 0x80; };
  const unsigned first = byte_at(text, 0), second = byte_at(text, 1);
  if (text.empty()) return 0;
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool overlong = first == 0xE0 && second < 0xA0, surrogate = first == 0xED && second > 0x9F;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool overlong = first == 0xF0 && second < 0x90, above = first == 0xF4 && second > 0x8F;
    return follows(1) && follows(2) && follows(3) && !overlong && !above ? 4 : 0;
  }
  return 0;
}

bool is_control(std::string_view text) {
  const std::size_t length = utf8_length(text);
  if (length == 0) return false;
  const unsigned code = code_point(text, length);
  const auto within = [&](unsigned first, unsigned last) { return code >= first && code <= last; };
  const bool steers = within(0, 0x1F) || within(0x7F, 0x9F) || within(0x2028, 0x2029);
  const bool turns = code == 0x061C || within(0x200E, 0x200F) || within(0x202A, 0x202E) || within(0x2066, 0x2069);
  return steers || turns;
}

std::string shown(std::string_view text, std::string_view kept) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(utf8_length(text), 1);
    const std::string_view character = text.substr(0, length);
    const bool plain = utf8_length(text) > 0 && !is_control(text);
    if (plain || kept.find(text[0]) != std::string_view::npos)
      result += character;
    else
      append_escaped(result, character);
    text.remove_prefix(length);
  }
  return result;
}

}  // namespace maxwarp
