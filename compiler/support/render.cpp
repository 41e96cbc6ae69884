// Rendering of diagnostics: header line, source line, caret line, fix line.
// Control characters and broken UTF-8 of the source are shown as `?`, so that a caret stays in place.
#include "compiler/support/render.h"

#include <llvm/Support/Process.h>

#include <algorithm>
#include <cstdlib>

#include "runtime/system/shown_text.h"

namespace maxwarp {

namespace {

constexpr std::size_t widest_line = 160;

struct Style {
  const char *bold, *error, *warning, *note, *caret, *reset;
};
constexpr Style plain_style = {"", "", "", "", "", ""};
constexpr Style color_style = {"\033[1m", "\033[1;31m", "\033[1;35m", "\033[1;36m", "\033[1;32m", "\033[0m"};

const char* color_of(const Style& style, Severity severity) {
  switch (severity) {
    case Severity::Error: return style.error;
    case Severity::Warning: return style.warning;
    case Severity::Remark:
    case Severity::Note: return style.note;
  }
  return "";
}

/// One column of the shown line: the bytes of the source that it covers and what is printed for them.
struct Column {
  std::size_t begin, end;
  std::string shown;
};

std::vector<Column> columns_of(std::string_view line) {
  std::vector<Column> columns;
  for (std::size_t i = 0; i < line.size();) {
    std::size_t length = utf8_length(line.substr(i));
    const bool shown_as_is = line[i] == '\t' || (length > 0 && !is_control(line.substr(i)));
    length = std::max<std::size_t>(length, 1);
    columns.push_back({i, i + length, shown_as_is ? std::string(line.substr(i, length)) : "?"});
    i += length;
  }
  return columns;
}

/// The columns around the caret, if the line is too wide to be shown.
std::pair<std::size_t, std::size_t> window(const std::vector<Column>& columns, std::size_t caret) {
  if (columns.size() <= widest_line) return {0, columns.size()};
  std::size_t from = caret > widest_line / 2 ? caret - widest_line / 2 : 0;
  from = std::min(from, columns.size() - widest_line);
  return {from, from + widest_line};
}

std::string snippet(const SourceFile& file, const Diagnostic& diagnostic, const Style& style) {
  std::string_view line = file.line(diagnostic.location.line);
  std::vector<Column> columns = columns_of(line);
  std::size_t first = diagnostic.location.column - 1;
  std::size_t last = first + std::max<std::size_t>(diagnostic.location.end - diagnostic.location.begin, 1);
  auto at = std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return c.end > first; });
  std::size_t caret = static_cast<std::size_t>(at - columns.begin());
  auto [from, to] = window(columns, std::min(caret, columns.size()));
  std::string text, indent, marks;
  for (std::size_t i = from; i < to; ++i) {
    text += columns[i].shown;
    if (i < caret) indent += columns[i].shown == "\t" ? '\t' : ' ';
    if (i >= caret && columns[i].begin < last) marks += i == caret ? '^' : '~';
  }
  if (marks.empty()) marks = "^";
  text += fmt::format("\n{}{}{}{}\n", indent, style.caret, marks, style.reset);
  if (!diagnostic.fix.empty())
    text += fmt::format("{}{}{}{}\n", indent, style.caret, shown(diagnostic.fix), style.reset);
  return text;
}

void render_one(std::string& out, const Sources& sources, const Diagnostic& diagnostic, const Style& style) {
  Location at = diagnostic.location;
  const SourceFile& file = sources.of(at);
  out += style.bold + shown(file.name()) + ":";
  if (at.valid()) out += fmt::format("{}:{}:", at.line, at.column);
  out += fmt::format("{} {}{}:{} {}{}{}\n", style.reset, color_of(style, diagnostic.severity),
                     spelling(diagnostic.severity), style.reset, style.bold, shown(diagnostic.message), style.reset);
  if (at.valid()) out += snippet(file, diagnostic, style);
  for (const Diagnostic& note : diagnostic.notes) render_one(out, sources, note, style);
}

}  // namespace

std::string error_line(std::string_view message) { return "gdslc: error: " + shown(message) + "\n"; }

std::string render(const Diagnostics& diagnostics, RenderOptions options) {
  const Style& style = options.colors ? color_style : plain_style;
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics.all())
    if ((options.remarks || diagnostic.severity != Severity::Remark) &&
        (options.warnings || diagnostic.severity != Severity::Warning))
      render_one(out, diagnostics.sources(), diagnostic, style);
  if (diagnostics.truncated())
    out += fmt::format("{}: {}error:{} too many errors, only the first {} are shown\n",
                       shown(diagnostics.sources().main().name()), style.error, style.reset, diagnostics.error_limit);
  return out;
}

bool error_stream_has_colors() { return !std::getenv("NO_COLOR") && llvm::sys::Process::StandardErrHasColors(); }

}  // namespace maxwarp
