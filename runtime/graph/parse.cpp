// Numbers and lists of option values.
#include "runtime/graph/parse.h"

#include <charconv>
#include <cmath>
#include <cstdint>

namespace maxwarp {
namespace {

template <typename T>
std::optional<T> parse_all(std::string_view text) {
  T value{};
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<std::int64_t> parse_integer(std::string_view text) { return parse_all<std::int64_t>(text); }

std::optional<double> parse_real(std::string_view text) {
  auto value = parse_all<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace maxwarp
