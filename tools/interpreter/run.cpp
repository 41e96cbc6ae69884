// The options of a run are the runner's; only the order of the iterations is read here.
#include "tools/interpreter/run.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "compiler/support/render.h"
#include "dsl/check/check.h"
#include "dsl/syntax/import.h"
#include "runtime/runner/runner.h"
#include "runtime/system/shown_text.h"
#include "tools/interpreter/describe.h"

namespace maxwarp::interpreter {
namespace {

constexpr int user_error = 1;

int fail(const std::string& message) {
  fmt::print(stderr, "error: {}\n", shown(message));
  return user_error;
}

std::optional<Order> parse_order(std::string_view text) {
  if (text == "forward") return Order{};
  if (text == "reverse") return Order{Turns::Reverse};
  Order shuffled{Turns::Shuffled};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), shuffled.seed);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(shuffled) : std::nullopt;
}

/// The checked program, or null where it has errors; what there is to say about it has been printed. `diagnostics`:
/// those of the parser.
std::unique_ptr<checked::Program> checked_program(const ast::File& tree, Diagnostics diagnostics, Number number,
                                                  bool quiet) {
  std::unique_ptr<checked::Program> program = check(tree, diagnostics, number);
  if (!program || !quiet) fmt::print(stderr, "{}", render(diagnostics));
  return program;
}

}  // namespace

int run(const std::string& name, const std::string& program, const std::string& wanted,
        const std::vector<std::string>& words, bool quiet) {
  constexpr std::string_view order_option = "--order=";
  std::optional<Order> order = Order{};
  std::vector<const char*> rest = {name.c_str()};
  // As the reference of a run its order is forward: the options are that run's.
  const bool is_reference = std::ranges::any_of(
      words, [](const std::string& word) { return word.starts_with("--write-expected-results="); });
  for (const std::string& word : words) {
    if (is_reference || !word.starts_with(order_option)) {
      rest.push_back(word.c_str());
      continue;
    }
    const std::string text = word.substr(order_option.size());
    order = parse_order(text);
    if (!order) return fail("--order: the interpreter has no order `" + text + "`; write forward, reverse or a number");
  }
  std::string error;
  std::optional<SourceFile> file = read_source_file(program, error);
  if (!file) return fail(error);
  Sources sources(std::move(*file));
  Diagnostics diagnostics(sources);
  const ast::File tree = parse_program(sources, diagnostics);
  const auto checked = checked_program(tree, diagnostics, Number::Int, quiet);
  if (!checked) return user_error;
  const auto place = std::ranges::find_if(checked->algorithms,
                                          [&](const auto& one) { return wanted.empty() || one->name == wanted; });
  if (place == checked->algorithms.end()) {
    std::vector<std::string> names;
    for (const auto& one : checked->algorithms) names.push_back("`" + one->name + "`");
    return fail(fmt::format("`{}` has no algorithm `{}`; it has {}", program, wanted, fmt::join(names, ", ")));
  }
  const checked::Algorithm& algorithm = **place;
  const auto reals = algorithm.uses_number ? checked_program(tree, diagnostics, Number::Double, true) : nullptr;
  if (algorithm.uses_number && !reals) return user_error;
  const checked::Algorithm*
      other = reals ? reals->algorithms[static_cast<std::size_t>(place - checked->algorithms.begin())].get() : nullptr;
  return runner::run_program(describe(algorithm, other, looks_at_graph(*checked), *order),
                             static_cast<int>(rest.size()), rest.data());
}

}  // namespace maxwarp::interpreter
