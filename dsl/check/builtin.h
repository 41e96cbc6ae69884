// Built-in names: which are values, which are functions, and which the language plans but the compiler
// does not support yet. The supported ones are listed in builtins.def.
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
/// A function or value that the language has and the compiler does not support yet.
bool is_planned(std::string_view name);
/// For suggestions.
std::vector<std::string_view> builtin_value_names();
std::vector<std::string_view> builtin_function_names();

}  // namespace maxwarp
