// One comparison for mappings (--agree) and for orders of threads (--orders).
#include "runtime/runner/difference.h"

#include <algorithm>
#include <cmath>

#include "runtime/runner/choices.h"
#include "runtime/runner/outcome.h"

namespace maxwarp::runner {

HostArray values_of(const ResultInfo& info, const RunResult& result, int index) {
  if (info.space != ValueSpace::Global) return result.arrays[static_cast<std::size_t>(index)];
  HostArray value{info.type, {}};
  value.resize(1);
  value.set(0, result.scalars[static_cast<std::size_t>(index)]);
  return value;
}

bool same_value(const ScalarValue& a, const ScalarValue& b, ScalarType type, double absolute) {
  if (!is_real(type)) return a.integer == b.integer;
  if (std::isnan(a.real) && std::isnan(b.real)) return true;
  if (a.real == 0 && b.real == 0) return std::signbit(a.real) == std::signbit(b.real);
  return near(b.real, a.real, relative_tolerance(type), absolute);
}

bool same_values(const RunResult& a, const RunResult& b) {
  const auto same_scalar = [](const ScalarValue& x, const ScalarValue& y) {
    return x.integer == y.integer && x.real == y.real;
  };
  const auto same_array = [](const HostArray& x, const HostArray& y) { return x.type == y.type && x.bytes == y.bytes; };
  return a.extents == b.extents && std::ranges::equal(a.scalars, b.scalars, same_scalar) &&
         std::ranges::equal(a.arrays, b.arrays, same_array);
}

double absolute_tolerance(const Algorithm& algorithm, const ArgumentSet& arguments) {
  const int tolerance = find_parameter(algorithm, "tolerance");
  const bool given = tolerance >= 0 && is_real(algorithm.parameters[tolerance].type);
  return given ? 2 * std::abs(arguments.values[static_cast<std::size_t>(tolerance)].scalar.real) : 0;
}

std::string element_name(const char* name, ValueSpace space, const Labels& labels, std::int64_t i) {
  if (space == ValueSpace::Global) return name;
  const bool node = space == ValueSpace::Node || space == ValueSpace::NodeSet;
  return std::string(name) + "[" + std::to_string(node ? labels[static_cast<node_t>(i)] : i) + "]";
}

std::optional<Difference> difference_in(const Algorithm& algorithm, int result, const Graph& graph, double absolute,
                                        const HostArray& first, const HostArray& second) {
  const ResultInfo& info = algorithm.results[result];
  if (first.bytes == second.bytes) return std::nullopt;
  for (std::int64_t i = 0; i < first.size(); ++i)
    if (!same_value(first[i], second[i], info.type, absolute))
      return Difference{result, element_name(info.name, info.space, graph.labels, i),
                        value_text(first[i], info.type, graph.labels), value_text(second[i], info.type, graph.labels)};
  return std::nullopt;
}

std::optional<Difference> difference_of(const Algorithm& algorithm, const Graph& graph, double absolute,
                                        const RunResult& first, const RunResult& second, bool numbered_alike) {
  for (int i = 0; i < algorithm.result_count; ++i) {
    const ResultInfo& info = algorithm.results[i];
    if (!has_to_agree(algorithm, i, numbered_alike)) continue;
    auto difference = difference_in(algorithm, i, graph, absolute, values_of(info, first, i),
                                    values_of(info, second, i));
    if (difference) return difference;
  }
  return std::nullopt;
}

}  // namespace maxwarp::runner
