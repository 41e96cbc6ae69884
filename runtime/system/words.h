// Words that people mistype.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace maxwarp {

/// The word of `known` that `word` most likely means, if one is close: at most a third of its letters are
/// wrong.
std::optional<std::string> nearest_word(std::string_view word, const std::vector<std::string>& known);

/// The first `--NAME=` with nothing after it: an empty variable of a shell, as a rule. CLI11 would take the
/// next word for its value.
std::optional<std::string> option_without_value(const std::vector<std::string>& words);

}  // namespace maxwarp
