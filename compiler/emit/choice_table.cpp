// Rows of `ChoiceInfo`, each with the places of its results.
#include "compiler/emit/choice_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/emit/names.h"
#include "compiler/emit/text.h"
#include "compiler/support/sources.h"
#include "dsl/check/choices.h"
#include "runtime/system/shown_text.h"

namespace maxwarp::emit {
namespace {

std::string_view enumerator(checked::ChoiceKind kind) {
  static constexpr std::string_view names[] = {"Any",    "Payload",  "Exchange", "Latest",
                                               "Before", "Rounding", "Overflow"};
  return names[static_cast<int>(kind)];
}

std::string places_of(const checked::Algorithm& algorithm, const checked::Choice& choice) {
  std::string places;
  for (const ir::Symbol* result : choice.results)
    places += fmt::format("{}{}", places.empty() ? "" : ", ",
                          std::ranges::find(algorithm.results, result) - algorithm.results.begin());
  return places;
}

}  // namespace

std::string choice_table(const checked::Algorithm& algorithm, const std::string& prefix, std::size_t& count) {
  std::string arrays, rows;
  count = 0;
  for (const checked::Choice& choice : checked::choices_of(algorithm)) {
    const std::string results = fmt::format("{}shows_choice_{}", prefix, ++count);
    arrays += fmt::format("const int {}[] = {{{}}};\n", results, places_of(algorithm, choice));
    const Sources& sources = *algorithm.sources;
    const std::string file = sources.in_main(choice.location)
                                 ? ""
                                 : ", " + quoted(shown(sources.of(choice.location).name()));
    rows += fmt::format("{{ChoiceKind::{}, {}, {}, {}, {}{}}},\n", enumerator(choice.kind), quoted(choice.name),
                        choice.location.line, results, choice.results.size(), file);
  }
  if (count == 0) return "";
  return arrays + "const ChoiceInfo " + prefix + "choices[] = {\n" + rows + "};\n\n";
}

}  // namespace maxwarp::emit
