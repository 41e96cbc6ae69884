// Built-in names: which are values and which are functions. They are listed in builtins.def.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "dsl/check/program.h"

namespace maxwarp {

/// A built-in without operands: `nodes`, `round`, …
std::optional<checked::Builtin> builtin_value(std::string_view name);
bool is_builtin_value(std::string_view name);
/// A built-in that is called: `outdegree(v)`.
std::optional<checked::Builtin> builtin_function(std::string_view name);
/// Whether its value follows from its operands alone: arithmetic, conversions, functions of bits.
constexpr bool is_arithmetic(checked::Builtin builtin) {
  return builtin >= checked::Builtin::Abs && builtin <= checked::Builtin::ToBits;
}
/// Whether it reads arrays of the graph, which the host cannot when they lie on a GPU: more than a fact of the whole
/// graph.
bool reads_graph_arrays(checked::Builtin builtin);
/// For suggestions.
std::vector<std::string_view> builtin_value_names();
std::vector<std::string_view> builtin_function_names();

}  // namespace maxwarp
