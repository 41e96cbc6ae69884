// gdsl-interpret: runs a program under the interpreter, with the options and the output of a compiled one.
// `gdsl-interpret PROGRAM [--order=forward|reverse|SEED] OPTIONS…`; `--batch`: a line of the input each.
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/support/render.h"
#include "dsl/check/check.h"
#include "dsl/syntax/import.h"
#include "runtime/runner/runner.h"
#include "test/differential/batch.h"
#include "test/differential/interpreter/describe.h"

namespace {

using namespace maxwarp;

interpreter::Order parse_order(std::string_view text) {
  if (text == "forward") return {};
  if (text == "reverse") return {interpreter::Turns::Reverse};
  return {interpreter::Turns::Shuffled, std::strtoull(text.data(), nullptr, 10)};
}

/// The checked program, or null after its errors have been printed. `diagnostics`: those of the parser.
std::unique_ptr<checked::Program> checked_program(const ast::File& tree, Diagnostics diagnostics, Number number) {
  std::unique_ptr<checked::Program> program = check(tree, diagnostics, number);
  if (!program) fmt::print(stderr, "{}", render(diagnostics));
  return program;
}

/// `words`: the name of the tool, the program, then what the program's own main would take.
int run(int count, const char* const* words) {
  std::string error = "which program?";
  std::optional<SourceFile> file = count > 1 ? read_source_file(words[1], error) : std::nullopt;
  if (!file) {
    fmt::print(stderr, "error: {}\n", error);
    return 1;
  }
  constexpr std::string_view order_option = "--order=";
  interpreter::Order order;
  std::vector<const char*> rest = {words[0]};
  for (int i = 2; i < count; ++i) {
    const std::string_view word = words[i];
    if (word.starts_with(order_option))
      order = parse_order(word.substr(order_option.size()));
    else
      rest.push_back(words[i]);
  }
  Sources sources(std::move(*file));
  Diagnostics diagnostics(sources);
  const ast::File tree = parse_program(sources, diagnostics);
  const auto program = checked_program(tree, diagnostics, Number::Int);
  if (!program) return 1;
  const checked::Algorithm& algorithm = *program->algorithms[0];
  const auto reals = algorithm.uses_number ? checked_program(tree, diagnostics, Number::Double) : nullptr;
  const checked::Algorithm* other = reals ? reals->algorithms[0].get() : nullptr;
  return runner::run_program(interpreter::describe(algorithm, other, interpreter::looks_at_graph(*program), order),
                             static_cast<int>(rest.size()), rest.data());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--batch") {
    return differential::run_batch(std::cin, [](int count, const char* const* words) { return run(count, words); });
  }
  return run(argc, argv);
}
