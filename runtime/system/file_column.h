// `FILE:colN`: a column of a file of lines, as arguments name it.
#pragma once

#include <charconv>
#include <string>
#include <string_view>

namespace maxwarp {

struct FileColumn {
  std::string file;
  int column = 0;  // from 1; 0: none is named
};

/// Takes `:colN` off the name of a file.
inline FileColumn file_column(std::string_view text) {
  constexpr std::string_view mark = ":col";
  const std::size_t at = text.rfind(mark);
  if (at == std::string_view::npos) return {std::string(text)};
  const std::string_view digits = text.substr(at + mark.size());
  int column = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), column);
  if (error != std::errc{} || end != digits.data() + digits.size() || column < 1) return {std::string(text)};
  return {std::string(text.substr(0, at)), column};
}

}  // namespace maxwarp
