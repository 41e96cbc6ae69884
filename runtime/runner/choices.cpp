// The one place that says which choice excuses which difference.
#include "runtime/runner/choices.h"

#include <algorithm>

#include "runtime/runner/values.h"

namespace maxwarp::runner {
namespace {

bool shows(const ChoiceInfo& choice, int result) {
  const int* end = choice.results + choice.result_count;
  return std::find(choice.results, end, result) != end;
}

/// Whether the choice may make the result another one.
bool is_open(ChoiceKind kind, ScalarType type, bool numbered_alike) {
  switch (kind) {
    case ChoiceKind::Before: return !numbered_alike;
    case ChoiceKind::Rounding: return !is_real(type);  // a real number stays close
    case ChoiceKind::Any:
    case ChoiceKind::Payload:
    case ChoiceKind::Exchange:
    case ChoiceKind::Latest:
    case ChoiceKind::Overflow: return true;
  }
  return true;
}

}  // namespace

std::string_view choice_name(ChoiceKind kind) {
  static constexpr std::string_view names[] = {"any",    "payload",  "exchange", "latest",
                                               "before", "rounding", "overflow"};
  return names[static_cast<int>(kind)];
}

bool has_to_agree(const Algorithm& algorithm, int result, bool numbered_alike) {
  const ScalarType type = algorithm.results[result].type;
  return std::none_of(algorithm.choices, algorithm.choices + algorithm.choice_count, [&](const ChoiceInfo& choice) {
    return shows(choice, result) && is_open(choice.kind, type, numbered_alike);
  });
}

}  // namespace maxwarp::runner
