// Maps the lowered program once for each question and throws the result away; what is asked thousands of times is only
// whether the mapping stage has anything against it.
#include "compiler/driver/judge.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "compiler/mapping/diagnostics.h"
#include "compiler/mapping/map.h"
#include "runtime/system/shown_text.h"

namespace maxwarp {
namespace {

std::string in_one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return shown(text);
}

/// `KEY=FORM` of "`key=value` does nothing without `KEY=FORM`; …".
std::string needed_value(const std::string& message) {
  const std::size_t begin = message.find('`', message.find('`', 1) + 1) + 1;
  return message.substr(begin, message.find('`', begin) - begin);
}

/// The answer that the diagnostics of one form give.
std::string answer(const Diagnostics& diagnostics) {
  std::string ignored;
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.kind == mapping::MappingNeeds.name) return "needs: " + needed_value(diagnostic.message);
    if (diagnostic.severity == Severity::Error) return "refused: " + diagnostic.message;
    if (diagnostic.kind == mapping::MappingNotHere.name && ignored.empty()) ignored = "ignored: " + diagnostic.message;
  }
  return ignored.empty() ? "legal" : ignored;
}

}  // namespace

std::string judge_mapping(const std::vector<LoweredForm>& forms, const std::string& mapping, const SourceFile& file,
                          const DriverOptions& options) {
  std::string error;
  const auto text = mapping::parse_mapping(mapping, error);
  if (!text) return in_one_line("malformed: " + error);
  std::string said;
  for (const LoweredForm& form : forms) {
    Diagnostics diagnostics(file);
    map_form(form, *text, options, diagnostics);
    said = answer(diagnostics);
    if (diagnostics.has_errors()) break;
  }
  return in_one_line(said);
}

std::string list_legality(const std::vector<LoweredForm>& forms, const SourceFile& file, const DriverOptions& options) {
  std::string list;
  for (const std::string& setting : mapping::every_form())
    list += fmt::format("{:<28} {}\n", setting, judge_mapping(forms, setting, file, options));
  return list;
}

bool judge_mappings(const std::vector<LoweredForm>& forms, std::istream& questions, const SourceFile& file,
                    const DriverOptions& options, std::string& error) {
  for (std::string line; std::getline(questions, line);) {
    const std::string said = judge_mapping(forms, line, file, options) + "\n";
    if (std::fputs(said.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) continue;
    error = fmt::format("cannot write to standard output: {}", std::strerror(errno));
    return false;
  }
  return true;
}

}  // namespace maxwarp
