// Small parsing helpers for option values: numbers that must fill the whole text, lists.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace maxwarp {

/// A decimal integer, or nothing when `text` is anything else.
std::optional<std::int64_t> parse_integer(std::string_view text);
/// A finite real, or nothing.
std::optional<double> parse_real(std::string_view text);
/// The parts of `text` between `separator`s; one empty part for an empty text.
std::vector<std::string_view> split(std::string_view text, char separator);

}  // namespace maxwarp
