// What a result depends on besides the program, the graph and the arguments. Everything else is the same in every run,
// on every engine and under every mapping; so two runs are compared but for these.
#pragma once

#include <set>
#include <vector>

#include "dsl/check/program.h"

namespace maxwarp::checked {

enum class ChoiceKind : std::uint8_t {
  Any,       // `any=`: which of the offered values stays
  Payload,   // `min= … with …`: whose payload stays of those that offer the same value
  Exchange,  // `was(x = 0)`: which part of a sum an iteration finds
  Latest,    // `latest p[v]`: which of the values that the element holds meanwhile
  Before,    // `before(v, w)`: the order of the nodes, which the mapping chooses
  Rounding,  // of real sums and products over iterations, their overflow, and arithmetic that engines round differently
  Overflow,  // integer sums of both signs that may leave their type on the way
};

/// Choices of one kind about one name.
struct Choice {
  ChoiceKind kind;
  std::string name;                    // the variable, property or function
  Location location;                   // the first place
  std::vector<const Symbol*> results;  // which may show it, in their order; at least one
};

/// `any`, `payload`, `exchange`, `latest`, `before`, `rounding`, `overflow`.
std::string_view spelling(ChoiceKind kind);

/// The choices that may show in a result, in the order of the program. Empty: the result is fixed. A result that is
/// listed with none of them never shows one; one that is listed may still always be the same.
std::vector<Choice> choices_of(const Algorithm& algorithm);

/// The variables and properties that may differ between two runs of one mapping by more than rounding.
std::set<const Symbol*> open_values(const Algorithm& algorithm);

}  // namespace maxwarp::checked
