// libFuzzer target: any text is checked, races included. What is accepted is printed as a program, and that
// program has to be accepted again and be the same.
#include <cstdint>
#include <cstdlib>

#include "compiler/support/render.h"
#include "dsl/check/check.h"
#include "dsl/check/print.h"
#include "dsl/syntax/parse.h"

namespace {

using namespace maxwarp;

void must_round_trip(const checked::Program& program, Number number) {
  const std::string text = print_gdsl(program);
  const Sources again(SourceFile("printed.gdsl", text));
  Diagnostics diagnostics(again);
  const ast::File tree = parse(again.main(), diagnostics);
  const auto second = check(tree, diagnostics, number);
  if (second && print_gdsl(*second) == text) return;
  fmt::print(stderr, "the printed program is another one:\n{}\n{}", render(diagnostics), text);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Sources sources(SourceFile("fuzz.gdsl", std::string(reinterpret_cast<const char*>(data), size)));
  for (Number number : {Number::Int, Number::Double}) {
    Diagnostics diagnostics(sources);
    const ast::File tree = parse(sources.main(), diagnostics);
    const auto program = check(tree, diagnostics, number);
    if (!program && !diagnostics.has_errors()) std::abort();
    (void)render(diagnostics);
    if (program && number == Number::Int) must_round_trip(*program, number);
  }
  return 0;
}
