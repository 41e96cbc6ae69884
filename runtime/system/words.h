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

}  // namespace maxwarp
