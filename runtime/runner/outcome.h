// A finished run by names, and how its values are compared: for the files that hold the checks.
#pragma once

#include <any>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "runtime/runner/session.h"

namespace maxwarp::runner {

/// The place of a parameter, or -1.
inline int find_parameter(const Algorithm& algorithm, std::string_view name) {
  for (int i = 0; i < algorithm.parameter_count; ++i)
    if (name == algorithm.parameters[i].name) return i;
  return -1;
}

/// The place of a result, or -1.
inline int find_result(const Algorithm& algorithm, std::string_view name) {
  for (int i = 0; i < algorithm.result_count; ++i)
    if (name == algorithm.results[i].name) return i;
  return -1;
}

/// A finished run, with its values by name.
struct Outcome {
  const Algorithm& algorithm;
  const Graph& graph;
  const ArgumentSet& arguments;
  const RunResult& result;
  std::any& expected;  // of an earlier outcome of the same graph and arguments

  /// What `compute` gives, computed once for all outcomes of the same graph and arguments.
  template <typename Compute>
  const std::invoke_result_t<Compute>& once(Compute compute) const {
    using Value = std::invoke_result_t<Compute>;
    if (!expected.has_value()) expected = compute();
    return std::any_cast<const Value&>(expected);
  }

  int parameter(std::string_view name) const { return find_parameter(algorithm, name); }
  int result_index(std::string_view name) const { return find_result(algorithm, name); }
  const HostValue& argument(std::string_view name) const { return arguments.values[parameter(name)]; }
  /// A copy of an argument that is no single value.
  HostArray argument_array(std::string_view name) const {
    const HostValue& value = argument(name);
    HostArray array{algorithm.parameters[parameter(name)].type, {}};
    array.resize(value.count);
    if (!array.bytes.empty()) std::memcpy(array.bytes.data(), value.data, array.bytes.size());
    return array;
  }
  node_t node(std::string_view name) const { return static_cast<node_t>(argument(name).scalar.integer); }
  const HostArray& array(std::string_view name) const { return result.arrays[result_index(name)]; }
  const ScalarValue& scalar(std::string_view name) const { return result.scalars[result_index(name)]; }
};

/// `name[label]`, or the place in an array.
inline std::string element_text(const Outcome& outcome, std::string_view name, std::int64_t i) {
  const ResultInfo& info = outcome.algorithm.results[outcome.result_index(name)];
  const bool is_node = info.space == ValueSpace::Node;
  return std::string(name) + "[" + std::to_string(is_node ? outcome.graph.labels[static_cast<node_t>(i)] : i) + "]";
}

inline std::string difference_text(const std::string& where, const std::string& seen, const std::string& expected) {
  return where + " is " + seen + ", the reference says " + expected;
}

/// The first element that is not exactly the expected one.
template <typename T>
inline std::string compare_exact(const Outcome& outcome, std::string_view name, const std::vector<T>& expected) {
  const HostArray& array = outcome.array(name);
  if (array.size() != static_cast<std::int64_t>(expected.size()))
    return difference_text("the length of " + std::string(name), std::to_string(array.size()),
                           std::to_string(expected.size()));
  for (std::int64_t i = 0; i < array.size(); ++i) {
    if (array[i].integer == expected[i]) continue;
    const auto text = [&](std::int64_t value) { return value_text({value, 0}, array.type, outcome.graph.labels); };
    return difference_text(element_text(outcome, name, i), text(array[i].integer), text(expected[i]));
  }
  return "";
}

/// How far floating-point results may be apart, relative to their size.
inline double relative_tolerance(ScalarType type) { return type == ScalarType::Float ? 1e-4 : 1e-9; }

/// Whether two real numbers are equal within rounding and `absolute`. Nothing but itself is near to infinity; nan is
/// near to nothing.
inline bool near(double seen, double wanted, double relative, double absolute) {
  if (seen == wanted) return true;
  return std::isfinite(seen) && std::isfinite(wanted) &&
         std::abs(seen - wanted) <= absolute + relative * std::abs(wanted);
}

/// The first element that is farther from the expected one than rounding explains.
inline std::string compare_near(const Outcome& outcome, std::string_view name, const std::vector<double>& expected,
                                double absolute) {
  const HostArray& array = outcome.array(name);
  if (array.size() != static_cast<std::int64_t>(expected.size()))
    return difference_text("the length of " + std::string(name), std::to_string(array.size()),
                           std::to_string(expected.size()));
  const double relative = relative_tolerance(array.type);
  for (std::int64_t i = 0; i < array.size(); ++i) {
    const double seen = array[i].real, wanted = expected[i];
    if (near(seen, wanted, relative, absolute)) continue;
    const auto text = [&](double value) { return value_text({0, value}, ScalarType::Double, outcome.graph.labels); };
    return difference_text(element_text(outcome, name, i), text(seen), text(wanted));
  }
  return "";
}

/// The elements as doubles, whatever their type is.
inline std::vector<double> as_reals(const HostArray& array) {
  std::vector<double> values;
  for (std::int64_t i = 0; i < array.size(); ++i)
    values.push_back(is_real(array.type) ? array[i].real : static_cast<double>(array[i].integer));
  return values;
}

/// The checks of the array programs: what is wrong, or nothing.
std::string check_sorted(const Outcome& outcome);
std::string check_layer(const Outcome& outcome);
std::string check_lu(const Outcome& outcome);
std::string check_kmeans(const Outcome& outcome);
std::string check_nearest(const Outcome& outcome);

/// The checks of the programs with vectors: what is wrong, or nothing.
std::string check_graph_layer(const Outcome& outcome);
std::string check_simrank(const Outcome& outcome);
std::string check_latent_features(const Outcome& outcome);

}  // namespace maxwarp::runner
