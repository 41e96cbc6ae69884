// Maps the lowered program once for each question and throws the result away; what is asked thousands of times is only
// whether the mapping stage has anything against it.
#include "compiler/driver/legality_query.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>

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

/// ` (7:5)`, or ` (lib.gdsl:7:5)` in an imported file.
std::string place_text(const Sources& sources, Location at) {
  const std::string file = sources.in_main(at) ? "" : in_one_line(sources.of(at).name()) + ":";
  return fmt::format(" ({}{}:{})", file, at.line, at.column);
}

/// The answer, and where the fact stands in the program.
std::string placed(const mapping::Verdict& verdict, const Sources& sources) {
  return in_one_line(answer(verdict)) + (verdict.place.valid() ? place_text(sources, verdict.place) : "");
}

/// Of a program in two forms: what is said of the first that may not have it, else of the last.
mapping::Verdict judge(const std::vector<LoweredForm>& forms, const mapping::MappingText& text, const Sources& sources,
                       const DriverOptions& options) {
  mapping::Verdict verdict;
  for (const LoweredForm& form : forms) {
    Diagnostics diagnostics(sources);
    verdict = map_form(form, text, options, diagnostics).verdict;
    if (verdict.refused()) break;
  }
  return verdict;
}

/// A loop that has a label, for each label; a callee that is called twice has one for all its copies.
void labelled_loops(const parallel::Sequence& controls, std::map<std::string, const parallel::Control*>& loops) {
  for (const parallel::Control* control : controls) {
    if (!control->region.label.empty()) loops.emplace(control->region.label, control);
    labelled_loops(control->body, loops);
    labelled_loops(control->other, loops);
  }
}

std::string legality_of_label(const std::vector<LoweredForm>& forms, const std::string& label,
                              const parallel::Control& loop, const Sources& sources, const DriverOptions& options) {
  std::string list, error;
  for (const std::string& form : mapping::every_form()) {
    const mapping::Axis& axis = *mapping::find_axis(form.substr(0, form.find('=')));
    if (axis.of_program || !axis.on(loop)) continue;
    const std::string setting = label + "." + form;
    const mapping::Verdict verdict = judge(forms, *mapping::parse_mapping(setting, error), sources, options);
    list += fmt::format("{:<28} {}\n", setting, placed(verdict, sources));
  }
  return list;
}

}  // namespace

std::string legality_of(const std::vector<LoweredForm>& forms, const std::string& mapping, const Sources& sources,
                        const DriverOptions& options) {
  std::string error;
  const auto text = mapping::parse_mapping(mapping, error);
  return text ? placed(judge(forms, *text, sources, options), sources) : in_one_line("malformed: " + error);
}

std::string list_legality(const std::vector<LoweredForm>& forms, const Sources& sources, const DriverOptions& options) {
  std::string list, error;
  for (const std::string& setting : mapping::every_form()) {
    const mapping::Verdict verdict = judge(forms, *mapping::parse_mapping(setting, error), sources, options);
    list += fmt::format("{:<28} {}\n", setting, placed(verdict, sources));
  }
  std::map<std::string, const parallel::Control*> loops;
  labelled_loops(forms.front().parallel->body, loops);
  for (const auto& [label, loop] : loops) list += legality_of_label(forms, label, *loop, sources, options);
  return list;
}

bool answer_legality_queries(const std::vector<LoweredForm>& forms, std::istream& questions, const Sources& sources,
                             const DriverOptions& options, std::string& error) {
  for (std::string line; std::getline(questions, line);) {
    const std::string said = legality_of(forms, line, sources, options) + "\n";
    if (std::fputs(said.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) continue;
    error = fmt::format("cannot write to standard output: {}", std::strerror(errno));
    return false;
  }
  return true;
}

}  // namespace maxwarp
