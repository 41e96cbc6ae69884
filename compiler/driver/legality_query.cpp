// Maps the lowered program once for each question and throws the result away; what is asked thousands of times is only
// whether the mapping stage has anything against it.
#include "compiler/driver/legality_query.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "runtime/system/shown_text.h"

namespace maxwarp {
namespace {

std::string in_one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return shown(text);
}

std::string answer(const mapping::Verdict& verdict) {
  using Kind = mapping::Verdict::Kind;
  switch (verdict.kind) {
    case Kind::Legal: return "legal";
    case Kind::Ignored: return "ignored: " + verdict.message;
    case Kind::Needs: return fmt::format("needs: {}={}", verdict.needed->key, verdict.needed->form);
    case Kind::Wrong: return "wrong: " + verdict.message;
    case Kind::NotYet: return "not yet: " + verdict.message;
  }
  return "";
}

/// Of a program in two forms: what is said of the first that may not have it, else of the last.
mapping::Verdict judge(const std::vector<LoweredForm>& forms, const mapping::MappingText& text, const SourceFile& file,
                       const DriverOptions& options) {
  mapping::Verdict verdict;
  for (const LoweredForm& form : forms) {
    Diagnostics diagnostics(file);
    verdict = map_form(form, text, options, diagnostics).verdict;
    if (verdict.refused()) break;
  }
  return verdict;
}

}  // namespace

std::string legality_of(const std::vector<LoweredForm>& forms, const std::string& mapping, const SourceFile& file,
                        const DriverOptions& options) {
  std::string error;
  const auto text = mapping::parse_mapping(mapping, error);
  return in_one_line(text ? answer(judge(forms, *text, file, options)) : "malformed: " + error);
}

std::string list_legality(const std::vector<LoweredForm>& forms, const SourceFile& file, const DriverOptions& options) {
  std::string list, error;
  for (const std::string& setting : mapping::every_form()) {
    const mapping::Verdict verdict = judge(forms, *mapping::parse_mapping(setting, error), file, options);
    const Location& at = verdict.place;
    const std::string place = at.valid() ? fmt::format(" ({}:{})", at.line, at.column) : "";
    list += fmt::format("{:<28} {}{}\n", setting, in_one_line(answer(verdict)), place);
  }
  return list;
}

bool answer_legality_queries(const std::vector<LoweredForm>& forms, std::istream& questions, const SourceFile& file,
                             const DriverOptions& options, std::string& error) {
  for (std::string line; std::getline(questions, line);) {
    const std::string said = legality_of(forms, line, file, options) + "\n";
    if (std::fputs(said.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) continue;
    error = fmt::format("cannot write to standard output: {}", std::strerror(errno));
    return false;
  }
  return true;
}

}  // namespace maxwarp
