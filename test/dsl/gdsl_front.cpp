// gdsl-front: runs the front end on each file and prints one of its structures, for the tests.
// Modes: --tokens --ast --checked --gdsl --check --kinds --round-trip --verify-diagnostics; --kinds prints a line for
// each file with the kinds of its errors; --granted=PREMISE is --check with a
// premise of the race check taken for granted, and --premises lists them.
#include <cstdio>
#include <string>
#include <string_view>

#include "compiler/support/render.h"
#include "compiler/support/verify.h"
#include "dsl/check/check.h"
#include "dsl/check/print.h"
#include "dsl/syntax/import.h"
#include "dsl/syntax/lexer.h"
#include "dsl/syntax/parse.h"
#include "dsl/syntax/print.h"

namespace {

using namespace maxwarp;

int finish(const Diagnostics& diagnostics) {
  fmt::print(stderr, "{}", render(diagnostics));
  return diagnostics.has_errors() ? 1 : 0;
}

/// Prints the program as text, checks that text, and compares the two programs and texts.
int round_trip(const checked::Program& program) {
  std::string text = print_gdsl(program);
  Sources again(SourceFile("<printed>", text));
  Diagnostics diagnostics(again);
  ast::File tree = parse_program(again, diagnostics);
  std::unique_ptr<checked::Program> second = check(tree, diagnostics);
  if (!second) {
    fmt::print(stderr, "the printed program has errors:\n{}\n{}", render(diagnostics), text);
    return 1;
  }
  bool same = print_checked(program) == print_checked(*second) && print_gdsl(*second) == text;
  if (!same) fmt::print(stderr, "not the same program:\n{}\n{}", print_checked(program), print_checked(*second));
  return same ? 0 : 1;
}

int list_kinds(const Diagnostics& diagnostics) {
  std::string line;
  for (const Diagnostic& diagnostic : diagnostics.all())
    if (diagnostic.severity == Severity::Error) line += fmt::format("{}{}", line.empty() ? "" : " ", diagnostic.kind);
  fmt::print("{}\n", line);
  return diagnostics.has_errors() ? 1 : 0;
}

constexpr std::string_view granted_option = "--granted=";

/// The premise of `--granted=PREMISE`.
std::optional<race::Premise> granted_by(std::string_view mode) {
  if (!mode.starts_with(granted_option)) return std::nullopt;
  return race::premise_of(mode.substr(granted_option.size()));
}

int list_premises() {
#define MAXWARP_PREMISE(Name, Spelling) fmt::print("{}\n", Spelling);
#include "dsl/check/race/premises.def"
  return 0;
}

int run(std::string_view mode, Sources& sources) {
  Diagnostics diagnostics(sources);
  if (mode == "--tokens") {
    fmt::print("{}", print_tokens(lex(sources.main(), diagnostics)));
    return finish(diagnostics);
  }
  if (mode == "--ast") {
    fmt::print("{}", print_ast(parse(sources.main(), diagnostics)));
    return finish(diagnostics);
  }
  ast::File tree = parse_program(sources, diagnostics);
  std::unique_ptr<checked::Program> program = check(tree, diagnostics, Number::Int, RaceCheck::On, granted_by(mode));
  if (mode == "--verify-diagnostics") {
    std::vector<std::string> failures = verify_expectations(diagnostics);
    for (const std::string& failure : failures) fmt::print(stderr, "{}\n", failure);
    return failures.empty() ? 0 : 1;
  }
  if (mode == "--kinds") return list_kinds(diagnostics);
  int status = finish(diagnostics);
  if (!program) return 1;
  if (mode == "--round-trip") return round_trip(*program);
  if (mode == "--checked") fmt::print("{}", print_checked(*program));
  if (mode == "--gdsl") fmt::print("{}", print_gdsl(*program));
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  std::string_view mode = argc > 1 ? argv[1] : "";
  if (mode == "--premises") return list_premises();
  bool known = granted_by(mode).has_value() || mode == "--tokens" || mode == "--ast" || mode == "--checked" ||
               mode == "--gdsl" || mode == "--check" || mode == "--kinds" || mode == "--round-trip" ||
               mode == "--verify-diagnostics";
  if (!known || argc < 3) {
    fmt::print(stderr,
               "usage: gdsl-front --tokens|--ast|--checked|--gdsl|--check|--kinds|--round-trip|--verify-diagnostics|"
               "--granted=PREMISE FILES\n       gdsl-front --premises\n");
    return 1;
  }
  int status = 0;
  for (int i = 2; i < argc; ++i) {
    std::string error;
    std::optional<maxwarp::SourceFile> file = maxwarp::read_source_file(argv[i], error);
    if (!file) fmt::print(stderr, "gdsl-front: error: {}\n", error);
    if (!file) {
      status = 1;
      continue;
    }
    Sources sources(std::move(*file));
    status |= run(mode, sources);
  }
  return status;
}
