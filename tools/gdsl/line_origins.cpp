// The text with `#line` directives has the same words as the one without, in other lines. So words are compared one by
// one: what stands between them, blanks and the marks of comments that were broken, is skipped.
#include "tools/gdsl/line_origins.h"

#include <charconv>
#include <sstream>

#include "tools/gdsl/distinct_space.h"

namespace maxwarp::workbench {
namespace {

/// The characters that count, each with a number of its line.
using Characters = std::vector<std::pair<char, int>>;

void append(const std::string& line, int number, Characters& characters) {
  for (const char c : line)
    if (c != ' ' && c != '/') characters.emplace_back(c, number);
}

/// `7` of `#line 7 "bfs.gdsl"`; 0: of another file.
int directed_line(const std::string& directive, const std::string& file) {
  int number = 0;
  const char* begin = directive.data() + 6;
  const auto [end, error] = std::from_chars(begin, directive.data() + directive.size(), number);
  const std::string rest(end, directive.data() + directive.size());
  return error == std::errc() && rest == " \"" + file + "\"" ? number : 0;
}

/// With the lines of the program.
Characters told_characters(const std::string& told, const std::string& program) {
  Characters characters;
  std::istringstream lines(told);
  int number = 0;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("#line "))
      number = directed_line(line, program);
    else
      append(line, number, characters);
  return characters;
}

}  // namespace

std::vector<int> line_origins(const std::string& text, const std::string& told, const std::string& program) {
  const Characters known = told_characters(told, program);
  std::vector<int> origins;
  std::istringstream lines(text);
  std::size_t at = 0;
  for (std::string line; std::getline(lines, line);) {
    Characters characters;
    append(line, 0, characters);
    origins.push_back(0);
    for (const auto& [character, ignored] : characters) {
      if (at == known.size() || known[at].first != character) return {};
      if (origins.back() == 0) origins.back() = known[at].second;
      ++at;
    }
  }
  return at == known.size() ? origins : std::vector<int>();
}

llvm::Error add_origins(const Installation& installation, const std::string& program, const std::string& folder,
                        Report& report) {
  std::vector<std::string> mappings;
  for (const ReportRow& row : report.rows)
    if (!row.source.empty()) mappings.push_back(row.mapping);
  const EngineKind kind = report.engine == "openmp" ? EngineKind::OpenMp : EngineKind::Cuda;
  auto texts = texts_of(installation, program, kind, mappings, folder, "-g");
  if (!texts) return texts.takeError();
  auto text = texts->begin();
  for (ReportRow& row : report.rows)
    if (!row.source.empty()) row.origins = line_origins(row.source, (text++)->source, program);
  return llvm::Error::success();
}

}  // namespace maxwarp::workbench
