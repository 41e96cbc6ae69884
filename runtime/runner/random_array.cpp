// Every value is a hash of the seed, the parameter's name and the place.
#include "runtime/runner/random_array.h"

#include <cmath>
#include <cstdint>
#include <string_view>

#include "runtime/graph/hash.h"
#include "runtime/graph/parse.h"

namespace maxwarp::runner {
namespace {

constexpr std::string_view prefix = "random:";

struct Description {
  std::vector<std::int64_t> extents;
  ScalarValue low, high;
  std::uint64_t seed = 1;
};

Failure failure(const ParameterInfo& parameter, const std::string& reason) {
  return {std::string("--") + parameter.name + ": " + reason + "; expected " + random_array_form(parameter)};
}

Result<std::vector<std::int64_t>> extents_of(const ParameterInfo& parameter, std::string_view text) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  std::vector<std::int64_t> extents;
  std::int64_t count = 1;
  for (const std::string_view word : split(text, 'x')) {
    const auto extent = parse_integer(word);
    if (!extent || *extent < 0) return failure(parameter, "`" + std::string(word) + "` is not a length");
    if (*extent != 0 && count > most / *extent) return failure(parameter, "`" + std::string(text) + "` is too large");
    count *= *extent;
    extents.push_back(*extent);
  }
  if (static_cast<int>(extents.size()) != parameter.dimensions)
    return failure(parameter, "`" + std::string(text) + "` is " + std::to_string(extents.size()) + " of " +
                                  std::to_string(parameter.dimensions) + " lengths");
  return extents;
}

Result<ScalarValue> bound_of(const ParameterInfo& parameter, std::string_view word) {
  const auto value = parse_value(word, parameter.type, Graph{});
  if (!value) return failure(parameter, value.error());
  if (is_unreached(*value, parameter.type) || std::isinf(value->real))
    return failure(parameter, "`" + std::string(word) + "` is not a bound");
  return *value;
}

Result<Description> described(const ParameterInfo& parameter, std::string_view text) {
  const auto words = split(text.substr(prefix.size()), ':');
  if (words.size() < 3 || words.size() > 4)
    return failure(parameter, "`" + std::string(text) + "` is incomplete or too long");
  Description description;
  const auto extents = extents_of(parameter, words[0]);
  if (!extents) return extents.failure();
  description.extents = *extents;
  const auto low = bound_of(parameter, words[1]), high = bound_of(parameter, words[2]);
  if (!low) return low.failure();
  if (!high) return high.failure();
  description.low = *low;
  description.high = *high;
  const bool real = is_real(parameter.type);
  if (real ? high->real < low->real || std::isinf(high->real - low->real) : high->integer < low->integer)
    return failure(parameter,
                   "there is nothing from `" + std::string(words[1]) + "` to `" + std::string(words[2]) + "`");
  if (words.size() == 4) {
    const auto seed = parse_integer(words[3]);
    if (!seed) return failure(parameter, "`" + std::string(words[3]) + "` is not a seed");
    description.seed = static_cast<std::uint64_t>(*seed);
  }
  return description;
}

ScalarValue value_of(const Description& description, bool real, std::uint64_t bits) {
  const ScalarValue &low = description.low, &high = description.high;
  if (real) return {0, low.real + (high.real - low.real) * unit_real(bits)};
  const std::uint64_t width = static_cast<std::uint64_t>(high.integer) - static_cast<std::uint64_t>(low.integer) + 1;
  const std::uint64_t above = width == 0 ? bits : bounded(bits, width);
  return {static_cast<std::int64_t>(static_cast<std::uint64_t>(low.integer) + above), 0};
}

}  // namespace

std::string random_array_form(const ParameterInfo& parameter) {
  std::string extents = "N";
  for (int i = 1; i < parameter.dimensions; ++i) extents += "xN";
  return "`random:" + extents + ":LOW:HIGH[:SEED]`";
}

bool is_random_array(const std::string& text) { return text.starts_with(prefix); }

Result<HostValue> random_array(const ParameterInfo& parameter, const std::string& text) {
  if (parameter.type == ScalarType::Node || parameter.type == ScalarType::Edge)
    return Failure{std::string("--") + parameter.name + ": random values are numbers, and this is an array of " +
                   type_name(parameter.type) + "s; write =@FILE"};
  const auto description = described(parameter, text);
  if (!description) return description.failure();
  std::uint64_t key = description->seed;
  for (const char c : std::string_view(parameter.name)) key = random_bits(key, static_cast<unsigned char>(c));
  HostValue value;
  value.extents = description->extents;
  value.count = 1;
  for (const std::int64_t extent : value.extents) value.count *= extent;
  value.owned.type = parameter.type;
  value.owned.resize(value.count);
  const bool real = is_real(parameter.type);
  for (std::int64_t i = 0; i < value.count; ++i)
    value.owned.set(i, value_of(*description, real, random_bits(key, static_cast<std::uint64_t>(i))));
  value.data = value.owned.bytes.data();
  value.bytes = value.owned.bytes.size();
  return value;
}

}  // namespace maxwarp::runner
