// clang-format in-process: the Google style with 110 columns, as the project's own code.
// It takes memory for every token that it looks at and, where it has to break them, time for every pair of places in a
// line, a comment or a string. So the text is laid out in pieces, and a piece with a line beyond all measure more
// simply.
#include "compiler/emit/format.h"

#include <clang/Format/Format.h>
#include <clang/Tooling/Core/Replacement.h>

#include <algorithm>
#include <string_view>

namespace maxwarp::emit {
namespace {

constexpr std::size_t columns = 110;
constexpr std::size_t longest_part = 8000;
constexpr std::size_t usual_piece = 1 << 16;

clang::format::FormatStyle style_of_generated_text() {
  clang::format::FormatStyle style = clang::format::getGoogleStyle(clang::format::FormatStyle::LK_Cpp);
  style.ColumnLimit = columns;
  style.AllowShortFunctionsOnASingleLine = clang::format::FormatStyle::SFS_All;
  style.SortIncludes.Enabled = false;
  return style;
}

/// The length of the first lines of `text` that are laid out together: up to a blank line, as far as there is one.
std::size_t piece_of(std::string_view text) {
  std::size_t end = text.find("\n\n");
  while (end != std::string_view::npos && end < usual_piece) {
    const std::size_t next = text.find("\n\n", end + 1);
    if (next > usual_piece) break;
    end = next;
  }
  return end == std::string_view::npos ? text.size() : end + 1;
}

/// Calls `visit` for every line, with its end.
template <typename Visit>
void each_line(std::string_view text, const Visit& visit) {
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end) {
    end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    visit(text.substr(begin, end - begin));
  }
}

/// Whether clang-format would have to find the breaks of a list, a table, a comment or a string without measure.
bool has_overlong_part(std::string_view text) {
  std::size_t length = 0, longest = 0;
  bool in_comment = false, in_table = false;
  each_line(text, [&](std::string_view line) {
    const bool comment = line.starts_with("//");
    if (comment != in_comment) length = 0;
    in_comment = comment;
    length += line.size();
    longest = std::max(longest, length);
    in_table = (in_table || line.ends_with("= {\n")) && line != "};\n";
    const bool goes_on = comment || in_table || line.ends_with(",\n");
    if (!goes_on) length = 0;
  });
  return longest > longest_part;
}

/// The line, broken after commas; a comment stays as it is, and so do strings.
std::string broken(std::string_view line) {
  if (line.size() <= columns || line.starts_with("//")) return std::string(line);
  std::string result;
  std::size_t column = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i, ++column) {
    result += line[i];
    if (line[i] == '\\' && quoted && i + 1 < line.size())
      result += line[++i];
    else if (line[i] == '"')
      quoted = !quoted;
    const bool gap = !quoted && line[i] == ',' && i + 1 < line.size() && line[i + 1] == ' ';
    if (!gap || column < columns * 3 / 4) continue;
    result += '\n';
    column = 0;
  }
  return result;
}

std::string laid_out(const std::string& text, const clang::format::FormatStyle& style) {
  const clang::tooling::Replacements replacements = clang::format::reformat(
      style, text, {clang::tooling::Range(0, static_cast<unsigned>(text.size()))}, "generated.cu");
  auto result = clang::tooling::applyAllReplacements(text, replacements);
  if (result) return *result;
  llvm::consumeError(result.takeError());
  return text;
}

/// Keeps the line breaks that the text has, and the comments that it begins with as they are.
std::string simply_laid_out(std::string_view text, clang::format::FormatStyle style) {
  style.ColumnLimit = 0;
  style.BreakStringLiterals = false;
  style.ReflowComments = clang::format::FormatStyle::RCS_Never;
  std::string comments, lines;
  each_line(text, [&](std::string_view line) {
    if (lines.empty() && line.starts_with("//"))
      comments += line;
    else
      lines += broken(line);
  });
  return comments + laid_out(lines, style);
}

}  // namespace

std::string format(const std::string& text) {
  const clang::format::FormatStyle style = style_of_generated_text();
  std::string result;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view piece = rest.substr(0, piece_of(rest));
    rest.remove_prefix(piece.size());
    result += has_overlong_part(piece) ? simply_laid_out(piece, style) : laid_out(std::string(piece), style);
    rest.remove_prefix(std::min(rest.find_first_not_of('\n'), rest.size()));
    if (!rest.empty()) result += '\n';
  }
  return result;
}

}  // namespace maxwarp::emit
