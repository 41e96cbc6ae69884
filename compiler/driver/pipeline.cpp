// text -> tokens -> tree -> checked program -> parallel IR -> mapped IR -> C++ text.
#include "compiler/driver/pipeline.h"

#include "compiler/driver/diagnostics.h"
#include "compiler/mapped/print.h"
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

Compilation map_and_emit(const checked::Algorithm &algorithm, const DriverOptions &options, const std::string &source_name,
                         const FileNames &names, Diagnostics &diagnostics) {
  const auto machine = options.target == emit::Target::Cuda ? mapping::Machine::Gpu : mapping::Machine::Cpu;
  const auto parallel = parallel::lower(algorithm);
  if (options.emit == EmitKind::Parallel) return printed(parallel::print(*parallel));

  std::vector<std::unique_ptr<mapped::Program>> programs;
  std::vector<emit::Variant> variants;
  Compilation result;
  for (const mapping::MappingText &text : options.variants) {
    auto mapped = mapping::map(*parallel, text, machine, diagnostics);
    if (!mapped) return result;
    must_hold(mapped::verify(*mapped));
    if (!text.variant.empty()) result.explanation += text.variant + ":\n";
    for (const std::string &line : mapped->explanation) result.explanation += line + "\n";
    variants.push_back({text.variant, mapped.get()});
    programs.push_back(std::move(mapped));
  }
  result.ok = !diagnostics.has_errors();
  if (!result.ok) return result;
  if (options.emit == EmitKind::Mapped) {
    for (const auto &program : programs) result.printed += mapped::print(*program);
    return result;
  }
  result.name = algorithm.name;
  result.output = emit::emit(variants, {options.target, source_name, names.source, names.header, options.lines});
  return result;
}

}  // namespace

Compilation compile(const SourceFile &file, const DriverOptions &options, const FileNames &names,
                    Diagnostics &diagnostics) {
  if (options.emit == EmitKind::Tokens) return printed(print_tokens(lex(file, diagnostics)));
  const ast::File tree = parse(file, diagnostics);
  if (options.emit == EmitKind::Ast && !diagnostics.has_errors()) return printed(print_ast(tree));
  const auto program = check(tree, diagnostics);
  if (!program) return {};
  if (options.emit == EmitKind::Checked) return printed(print_checked(*program));
  if (options.emit == EmitKind::Gdsl) return printed(print_gdsl(*program));
  const checked::Algorithm *algorithm = select(*program, options.algorithm, diagnostics);
  if (!algorithm) return {};
  return map_and_emit(*algorithm, options, file.name(), names, diagnostics);
}

}  // namespace maxwarp
