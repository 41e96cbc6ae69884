// text -> tokens -> tree -> checked program -> parallel IR -> mapped IR -> C++ text.
#include "compiler/driver/pipeline.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "compiler/driver/diagnostics.h"
#include "compiler/driver/no_effect.h"
#include "compiler/mapped/print.h"
#include "compiler/mapping/diagnostics.h"
#include "compiler/mapping/selection.h"
#include "compiler/parallel/lower.h"
#include "compiler/parallel/print.h"
#include "dsl/check/check.h"
#include "dsl/check/print.h"
#include "dsl/syntax/import.h"
#include "dsl/syntax/lexer.h"
#include "dsl/syntax/parse.h"
#include "dsl/syntax/print.h"

namespace maxwarp {
namespace {

const checked::Algorithm* select(const checked::Program& program, const std::string& wanted, Diagnostics& diagnostics) {
  if (program.algorithms.empty()) {
    diagnostics.report(NoAlgorithm, Location{});
    return nullptr;
  }
  if (wanted.empty()) return program.algorithms.front().get();
  std::string names;
  for (const auto& algorithm : program.algorithms) {
    if (algorithm->name == wanted) return algorithm.get();
    names += (names.empty() ? "`" : ", `") + algorithm->name + "`";
  }
  diagnostics.report(NoSuchAlgorithm, Location{}, wanted, names);
  return nullptr;
}

// A structure that breaks its own rules is a bug of the compiler: stop before wrong code is written.
void must_hold(const std::string& finding) {
  if (finding.empty()) return;
  std::fprintf(stderr, "gdslc: internal error: %s\nPlease report this with the program and the mapping.\n",
               finding.c_str());
  std::abort();
}

Compilation printed(std::string text) {
  Compilation result;
  result.ok = true;
  result.printed = std::move(text);
  return result;
}

/// The variants of one form, in the order of the options.
using MappedForm = std::vector<std::unique_ptr<mapped::Program>>;

void report_remarks(const mapped::Program& program, const mapping::MappingText& text, Diagnostics& diagnostics) {
  const std::string variant = text.variant.empty() ? "" : text.variant + ": ";
  for (const mapped::Remark& remark : program.remarks) {
    Diagnostic& made = diagnostics.report(mapping::MappingRemark, remark.location, variant + remark.text);
    if (remark.reason.valid()) made.note(mapping::MappingCulprit, remark.reason);
  }
}

bool map_variants(const LoweredForm& form, const DriverOptions& options, Compilation& result, MappedForm& variants,
                  Diagnostics& diagnostics) {
  for (const mapping::MappingText& text : options.variants) {
    const std::size_t first = diagnostics.all().size();
    mapping::Mapped mapped = map_form(form, text, options, diagnostics);
    if (options.variants.size() > 1) diagnostics.note_since(first, mapping::MappingOfVariant, Location{}, text.variant);
    if (!mapped.program) return false;
    if (!text.variant.empty()) result.explanation += text.variant + ":\n";
    for (const std::string& line : mapped.program->explanation) result.explanation += line + "\n";
    if (options.remarks) {
      report_remarks(*mapped.program, text, diagnostics);
      remark_without_effect(form, text, mapped, options, diagnostics);
    }
    variants.push_back(std::move(mapped.program));
  }
  return !diagnostics.has_errors();
}

/// What was chosen instead of given: the tree of several variants, or why there is this one.
struct Chosen {
  std::vector<SelectionNode> tree;
  std::string reason;
};

Compilation map_and_emit(const std::vector<LoweredForm>& forms, const DriverOptions& options, const Chosen& chosen,
                         const std::string& source_name, const FileNames& names, Diagnostics& diagnostics) {
  Compilation result;
  std::vector<MappedForm> mapped(forms.size());
  std::vector<emit::Variant> variants;
  for (std::size_t f = 0; f < forms.size(); ++f) {
    Diagnostics again(diagnostics.sources());  // the second form would only repeat what the first has said
    Compilation repeated;
    if (!map_variants(forms[f], options, f == 0 ? result : repeated, mapped[f], f == 0 ? diagnostics : again))
      return result;
    for (std::size_t i = 0; i < mapped[f].size(); ++i)
      variants.push_back({options.variants[i].variant, mapped[f][i].get(), forms[f].reals});
  }
  result.ok = true;
  if (options.emit == EmitKind::Mapped) {
    for (const auto& program : mapped[0]) result.printed += mapped::print(*program);
    return result;
  }
  result.output = emit::emit(
      variants, {options.target, source_name, names.source, names.header, options.lines, chosen.tree, chosen.reason});
  return result;
}

/// What a mapping makes of all forms of the program, printed; nothing where one of them may not have it, or where the
/// machine or the program ignores some of it.
std::optional<std::string> mapped_text(const std::vector<LoweredForm>& forms, const mapping::MappingText& text,
                                       const DriverOptions& options, const Sources& sources) {
  std::string all;
  for (const LoweredForm& form : forms) {
    Diagnostics unheard(sources);
    const mapping::Mapped mapped = map_form(form, text, options, unheard);
    if (mapped.verdict.kind != mapping::Verdict::Kind::Legal) return std::nullopt;
    const std::string text = mapped::print(*mapped.program);
    all += text.substr(text.find('\n'));  // after the line that names the mapping
  }
  return all;
}

/// `--map=auto`: what the program gets is known before it is mapped; then these are variants like any others.
Compilation emit_selection(const std::vector<LoweredForm>& forms, const DriverOptions& options,
                           const mapping::Judge& judge, const std::string& source_name, const FileNames& names,
                           Diagnostics& diagnostics) {
  const mapping::Selection selection = options.automatic == DriverOptions::Automatic::All
                                           ? mapping::select_mappings(*forms[0].parallel, judge)
                                           : mapping::select_granularity(*forms[0].parallel, options.variants.front(),
                                                                         judge);
  if (options.emit == EmitKind::Selection) return printed(mapping::selection_json(selection));
  DriverOptions chosen = options;
  chosen.variants = selection.variants;
  Compilation result = map_and_emit(forms, chosen, {selection.tree, ""}, source_name, names, diagnostics);
  result.explanation = "auto:\n" + mapping::describe(selection) + result.explanation;
  return result;
}

/// No mapping option: the one that is best alone, with the reason in all that tells of mappings.
Compilation emit_single(const std::vector<LoweredForm>& forms, const DriverOptions& options,
                        const mapping::Judge& judge, const std::string& source_name, const FileNames& names,
                        Diagnostics& diagnostics) {
  DriverOptions chosen = options;
  const mapping::MappingText& text = chosen.variants.front() = mapping::select_single(*forms[0].parallel, judge);
  const std::string reason = mapping::why_single(text);
  const std::string told = fmt::format("mapping {}: {}", mapping::written(text), reason);
  if (options.remarks) diagnostics.report(mapping::MappingRemark, Location{}, told);
  Compilation result = map_and_emit(forms, chosen, {{}, reason}, source_name, names, diagnostics);
  result.explanation = told + "\n" + result.explanation;
  return result;
}

Compilation select_and_emit(const std::vector<LoweredForm>& forms, const DriverOptions& options, const Sources& sources,
                            const FileNames& names, Diagnostics& diagnostics) {
  const std::string& source_name = sources.main().name();
  if (options.emit == EmitKind::Parallel) return printed(parallel::print(*forms[0].parallel));
  using Automatic = DriverOptions::Automatic;
  if (options.automatic == Automatic::None) return map_and_emit(forms, options, {}, source_name, names, diagnostics);
  const mapping::Judge judge = [&](const mapping::MappingText& text) {
    return mapped_text(forms, text, options, sources);
  };
  return (options.automatic == Automatic::Single ? emit_single : emit_selection)(forms, options, judge, source_name,
                                                                                 names, diagnostics);
}

LoweredForm lower_form(std::unique_ptr<checked::Program> program, const checked::Algorithm* algorithm, bool reals) {
  auto parallel = parallel::lower(*algorithm);
  return {std::move(program), algorithm, reals, std::move(parallel)};
}

// The program in both forms of `number`, where the options ask for both and it has two.
std::vector<LoweredForm> lower_forms(const ast::File& tree, std::unique_ptr<checked::Program> program,
                                     const DriverOptions& options, Diagnostics& diagnostics) {
  using Numbers = DriverOptions::Numbers;
  std::vector<LoweredForm> forms;
  const checked::Algorithm* algorithm = select(*program, options.algorithm, diagnostics);
  if (!algorithm) return forms;
  const bool both = options.numbers == Numbers::Both && algorithm->uses_number;
  const bool reals = options.numbers == Numbers::Double && algorithm->uses_number;
  forms.push_back(lower_form(std::move(program), algorithm, reals));
  if (!both) return forms;
  Diagnostics again(diagnostics.sources());
  auto other = check(tree, again, Number::Double, options.race_check ? RaceCheck::On : RaceCheck::Off);
  if (!other) {  // right with integers only: what is wrong with reals is news
    diagnostics = std::move(again);
    return {};
  }
  const checked::Algorithm* same = select(*other, options.algorithm, again);
  forms.push_back(lower_form(std::move(other), same, true));
  return forms;
}

std::unique_ptr<checked::Program> check_tree(const ast::File& tree, const DriverOptions& options,
                                             Diagnostics& diagnostics) {
  const bool reals = options.numbers == DriverOptions::Numbers::Double;
  return check(tree, diagnostics, reals ? Number::Double : Number::Int,
               options.race_check ? RaceCheck::On : RaceCheck::Off);
}

// A line for each imported file.
std::string list_imports(const Sources& sources) {
  std::string list;
  for (const SourceFile* file : sources.read_files())
    if (file != &sources.main()) list += file->name() + "\n";
  return list;
}

}  // namespace

mapping::Mapped map_form(const LoweredForm& form, const mapping::MappingText& mapping, const DriverOptions& options,
                         Diagnostics& diagnostics) {
  const auto machine = options.target == emit::Target::Cuda ? mapping::Machine::Gpu : mapping::Machine::Cpu;
  auto mapped = mapping::map(*form.parallel, mapping, machine, options.instrument,
                             options.costs.value_or(mapping::StepCosts{}),
                             options.fact_check ? mapping::FactCheck::On : mapping::FactCheck::Off, diagnostics);
  if (mapped.program && options.checked) mapping::check_indices(*mapped.program);
  if (mapped.program) must_hold(mapped::verify(*mapped.program));
  return mapped;
}

std::vector<LoweredForm> lower_program(Sources& sources, const DriverOptions& options, Diagnostics& diagnostics) {
  const ast::File tree = parse_program(sources, diagnostics, options.import_root);
  auto program = check_tree(tree, options, diagnostics);
  if (!program) return {};
  return lower_forms(tree, std::move(program), options, diagnostics);
}

Compilation compile(Sources& sources, const DriverOptions& options, const FileNames& names, Diagnostics& diagnostics) {
  if (options.emit == EmitKind::Tokens) return printed(print_tokens(lex(sources.main(), diagnostics)));
  if (options.emit == EmitKind::Ast) return printed(print_ast(parse(sources.main(), diagnostics)));
  const ast::File tree = parse_program(sources, diagnostics, options.import_root);
  if (options.emit == EmitKind::Imports) return printed(list_imports(sources));
  auto program = check_tree(tree, options, diagnostics);
  if (!program) return {};
  if (options.emit == EmitKind::Checked) return printed(print_checked(*program));
  if (options.emit == EmitKind::Gdsl) return printed(print_gdsl(*program));
  const auto forms = lower_forms(tree, std::move(program), options, diagnostics);
  if (forms.empty()) return {};
  return select_and_emit(forms, options, sources, names, diagnostics);
}

}  // namespace maxwarp
