// Finds out which extents are free by trying: a length takes over what its argument has.
#include "runtime/runner/small_arrays.h"

#include <cstdint>

#include "runtime/graph/hash.h"

namespace maxwarp::runner {
namespace {

/// An extent that no other argument determines.
struct FreeExtent {
  int parameter, dimension;
};

/// The value of an extent, given the extents before it.
std::int64_t extent_value(const Algorithm& algorithm, const Graph& graph, const ArgumentSet& set, int parameter,
                          int dimension) {
  const std::vector<Argument> arguments = host_arguments(set);
  Call call;
  call.graph = view(graph);
  call.arguments = arguments.data();
  return algorithm.parameters[parameter].extents[dimension].value(call);
}

/// Calls `visit(parameter, dimension)` for the extents of all array parameters, in their order.
template <typename Visit>
void for_each_extent(const Algorithm& algorithm, Visit visit) {
  for (int i = 0; i < algorithm.parameter_count; ++i)
    for (int d = 0; d < algorithm.parameters[i].dimensions; ++d) visit(i, d);
}

/// The extents that follow whatever is put in.
std::vector<FreeExtent> free_extents(const Algorithm& algorithm, const Graph& graph, ArgumentSet set) {
  constexpr std::int64_t one = 5, other = 7;
  std::vector<FreeExtent> extents;
  for_each_extent(algorithm, [&](int i, int d) {
    const auto follows = [&](std::int64_t length) {
      set.values[i].extents[d] = length;
      return extent_value(algorithm, graph, set, i, d) == length;
    };
    if (follows(one) && follows(other)) extents.push_back({i, d});
  });
  return extents;
}

/// The lengths to try for `count` free extents.
std::vector<std::vector<std::int64_t>> lengths_to_try(std::size_t count, std::int64_t most) {
  constexpr std::int64_t few = 4, warp = 33, block = 300;
  if (count > 2) most = few;
  std::vector<std::vector<std::int64_t>> all{{}};
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::vector<std::int64_t>> longer;
    for (const auto& lengths : all)
      for (std::int64_t length = 0; length <= most; ++length) longer.emplace_back(lengths).push_back(length);
    all = std::move(longer);
  }
  for (std::size_t large = 0; large < count; ++large) {
    all.emplace_back(count, few)[large] = block;
    all.emplace_back(count, warp)[large] = few;
  }
  all.emplace_back(count, warp);
  return all;
}

ScalarValue value_at(ScalarType type, std::uint64_t bits) {
  constexpr std::int64_t different = 17, middle = 8;
  constexpr double unit = 0.125;
  const auto number = static_cast<std::int64_t>(bounded(bits, different)) - middle;
  if (type == ScalarType::Bool) return {number > 0, 0};
  return is_real(type) ? ScalarValue{0, static_cast<double>(number) * unit} : ScalarValue{number, 0};
}

void fill(HostValue& value, ScalarType type, std::uint64_t seed) {
  value.count = 1;
  for (std::int64_t extent : value.extents) value.count *= extent;
  value.owned.type = type;
  value.owned.resize(value.count);
  const bool square = value.extents.size() == 2 && value.extents[0] == value.extents[1];
  for (std::int64_t i = 0; i < value.count; ++i) {
    ScalarValue element = value_at(type, random_bits(seed, static_cast<std::uint64_t>(i)));
    const bool diagonal = square && i / value.extents[0] == i % value.extents[0];
    if (diagonal && is_real(type)) element.real += 2.0 * static_cast<double>(value.extents[0]);
    value.owned.set(i, element);
  }
  value.data = value.owned.bytes.data();
  value.bytes = value.owned.bytes.size();
}

ArgumentSet filled(const Algorithm& algorithm, ArgumentSet set, std::uint64_t seed) {
  for (int i = 0; i < algorithm.parameter_count; ++i)
    if (algorithm.parameters[i].dimensions > 0)
      fill(set.values[i], algorithm.parameters[i].type, seed + static_cast<std::uint64_t>(i));
  return set;
}

/// The set with the free extents as given and the others as they follow.
ArgumentSet sized(const Algorithm& algorithm, const Graph& graph, ArgumentSet set,
                  const std::vector<FreeExtent>& extents, const std::vector<std::int64_t>& lengths) {
  std::size_t next = 0;
  for_each_extent(algorithm, [&](int i, int d) {
    const bool free = next < extents.size() && extents[next].parameter == i && extents[next].dimension == d;
    set.values[i].extents[d] = free ? lengths[next++]
                                    : std::max<std::int64_t>(extent_value(algorithm, graph, set, i, d), 0);
  });
  return set;
}

}  // namespace

bool has_lengths(const Algorithm& algorithm) {
  bool found = false;
  for_each_extent(algorithm, [&](int, int) { found = true; });
  return found;
}

bool for_each_arrays(const Algorithm& algorithm, const Graph& graph, const ArgumentSet& given, std::int64_t most,
                     const std::function<bool(const ArgumentSet&)>& visit) {
  constexpr std::uint64_t seeds[] = {1, 100};
  ArgumentSet set = given;
  for (int i = 0; i < algorithm.parameter_count; ++i)
    set.values[i].extents.assign(static_cast<std::size_t>(algorithm.parameters[i].dimensions), 0);
  const std::vector<FreeExtent> extents = free_extents(algorithm, graph, set);
  for (const auto& lengths : lengths_to_try(extents.size(), most))
    for (const std::uint64_t seed : seeds) {
      const ArgumentSet made = filled(algorithm, sized(algorithm, graph, set, extents, lengths), seed);
      if (!visit(made)) return false;
    }
  return true;
}

}  // namespace maxwarp::runner
