// Escapes are octal: unlike hexadecimal ones they end after three digits, whatever follows.
#include "compiler/emit/text.h"

#include <fmt/format.h>

#include <string_view>

namespace maxwarp::emit {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n')
      result += "\\n";
    else if (byte < 0x20 || byte == 0x7F)
      result += fmt::format("\\{:03o}", byte);
    else if (c == '"' || c == '\\' || (c == '?' && result.ends_with('?')))  // `??` begins a trigraph
      result += {'\\', c};
    else
      result += c;
  }
  return result + "\"";
}

std::string in_comment(const std::string& line) {
  std::string result;
  for (std::size_t begin = 0; begin < line.size();) {
    const std::size_t end = std::min(line.find_first_of(" \t", begin), line.size());
    const std::string_view word = std::string_view(line).substr(begin, end - begin);
    result += word;
    if (word.ends_with('\\') || word.ends_with("?\?/")) result += '.';
    if (end < line.size()) result += line[end];
    begin = end + 1;
  }
  return result;
}

}  // namespace maxwarp::emit
