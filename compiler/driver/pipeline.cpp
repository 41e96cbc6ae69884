// text -> tokens -> tree -> checked program -> parallel IR -> mapped IR -> C++ text.
#include "compiler/driver/pipeline.h"

#include "compiler/driver/diagnostics.h"
#include "compiler/mapped/print.h"
#include "compiler/mapping/diagnostics.h"
#include "compiler/mapping/map.h"
#include "compiler/parallel/lower.h"
#include "compiler/parallel/print.h"
#include "dsl/check/check.h"
#include "dsl/check/print.h"
#include "dsl/syntax/lexer.h"
#include "dsl/syntax/parse.h"
#include "dsl/syntax/print.h"

#include <cstdio>
#include <cstdlib>

namespace maxwarp {
namespace {

const checked::Algorithm *select(const checked::Program &program, const std::string &wanted, Diagnostics &diagnostics) {
  if (program.algorithms.empty()) {
    diagnostics.report(NoAlgorithm, Location{});
    return nullptr;
  }
  if (wanted.empty()) return program.algorithms.front().get();
  std::string names;
  for (const auto &algorithm : program.algorithms) {
    if (algorithm->name == wanted) return algorithm.get();
    names += (names.empty() ? "`" : ", `") + algorithm->name + "`";
  }
  diagnostics.report(NoSuchAlgorithm, Location{}, wanted, names);
  return nullptr;
}

// A structure that breaks its own rules is a bug of the compiler: stop before wrong code is written.
void must_hold(const std::string &finding) {
  if (finding.empty()) return;
  std::fprintf(stderr, "gdslc: internal error: %s\nPlease report this with the program and the mapping.\n", finding.c_str());
  std::abort();
}

Compilation printed(std::string text) {
  Compilation result;
  result.ok = true;
  result.printed = std::move(text);
  return result;
}

// One algorithm on its way, in one of the forms that `number` gives it.
struct Form {
  std::unique_ptr<checked::Program> program;
  const checked::Algorithm *algorithm;
  bool reals;
  std::unique_ptr<parallel::Program> parallel;
  std::vector<std::unique_ptr<mapped::Program>> mapped;
};

void report_remarks(const mapped::Program &program, const mapping::MappingText &text, Diagnostics &diagnostics) {
  const std::string variant = text.variant.empty() ? "" : text.variant + ": ";
  for (const mapped::Remark &remark : program.remarks) {
    Diagnostic &made = diagnostics.report(mapping::MappingRemark, remark.location, variant + remark.text);
    if (remark.reason.valid()) made.note(mapping::MappingCulprit, remark.reason);
  }
}

bool map_form(Form &form, const DriverOptions &options, Compilation &result, Diagnostics &diagnostics) {
  const auto machine = options.target == emit::Target::Cuda ? mapping::Machine::Gpu : mapping::Machine::Cpu;
  for (const mapping::MappingText &text : options.variants) {
    auto mapped = mapping::map(*form.parallel, text, machine, diagnostics);
    if (!mapped) return false;
    must_hold(mapped::verify(*mapped));
    if (!text.variant.empty()) result.explanation += text.variant + ":\n";
    for (const std::string &line : mapped->explanation) result.explanation += line + "\n";
    if (options.remarks) report_remarks(*mapped, text, diagnostics);
    form.mapped.push_back(std::move(mapped));
  }
  return !diagnostics.has_errors();
}

Compilation map_and_emit(std::vector<Form> &forms, const DriverOptions &options, const std::string &source_name,
                         const FileNames &names, Diagnostics &diagnostics) {
  Compilation result;
  for (Form &form : forms) form.parallel = parallel::lower(*form.algorithm);
  if (options.emit == EmitKind::Parallel) return printed(parallel::print(*forms[0].parallel));
  std::vector<emit::Variant> variants;
  for (Form &form : forms) {
    Diagnostics again(diagnostics.file());  // the second form would only repeat what the first has said
    Compilation repeated;
    const bool first = &form == &forms[0];
    if (!map_form(form, options, first ? result : repeated, first ? diagnostics : again)) return result;
    for (std::size_t i = 0; i < form.mapped.size(); ++i)
      variants.push_back({options.variants[i].variant, form.mapped[i].get(), form.reals});
  }
  result.ok = true;
  if (options.emit == EmitKind::Mapped) {
    for (const auto &program : forms[0].mapped) result.printed += mapped::print(*program);
    return result;
  }
  result.output = emit::emit(variants, {options.target, source_name, names.source, names.header, options.lines});
  return result;
}

}  // namespace

Compilation compile(const SourceFile &file, const DriverOptions &options, const FileNames &names,
                    Diagnostics &diagnostics) {
  if (options.emit == EmitKind::Tokens) return printed(print_tokens(lex(file, diagnostics)));
  const ast::File tree = parse(file, diagnostics);
  if (options.emit == EmitKind::Ast && !diagnostics.has_errors()) return printed(print_ast(tree));
  using Numbers = DriverOptions::Numbers;
  const auto races = options.race_check ? RaceCheck::On : RaceCheck::Off;
  auto program = check(tree, diagnostics, options.numbers == Numbers::Double ? Number::Double : Number::Int, races);
  if (!program) return {};
  if (options.emit == EmitKind::Checked) return printed(print_checked(*program));
  if (options.emit == EmitKind::Gdsl) return printed(print_gdsl(*program));
  const checked::Algorithm *algorithm = select(*program, options.algorithm, diagnostics);
  if (!algorithm) return {};
  std::vector<Form> forms;
  forms.push_back({std::move(program), algorithm, options.numbers == Numbers::Double && algorithm->uses_number, nullptr, {}});
  if (options.numbers == Numbers::Both && algorithm->uses_number) {
    Diagnostics again(file);
    auto reals = check(tree, again, Number::Double, races);
    if (!reals) {  // right with integers only: what is wrong with reals is news
      diagnostics = std::move(again);
      return {};
    }
    const checked::Algorithm *other = select(*reals, options.algorithm, again);
    forms.push_back({std::move(reals), other, true, nullptr, {}});
  }
  return map_and_emit(forms, options, file.name(), names, diagnostics);
}

}  // namespace maxwarp
