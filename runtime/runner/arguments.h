// The arguments of a run: from the text of the command line (and the graph's weights) to values.
// A node parameter may be given as several nodes; the program then runs once for each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/runner/values.h"

namespace maxwarp::runner {

/// The value of one parameter on the host: `scalar`, or `count` elements behind `data`, of which an array has
/// as many as the product of its `extents`.
struct HostValue {
  ScalarValue scalar;
  const void* data = nullptr;
  std::size_t bytes = 0;
  std::int64_t count = 0;
  std::vector<std::int64_t> extents;
  HostArray owned;  // what `data` points to, unless it points to the graph's weights
};

/// All arguments of one run, in the order of the parameters.
struct ArgumentSet {
  std::vector<HostValue> values;
};

/// The set as a call takes it, with data in host memory; valid as long as the set.
std::vector<Argument> host_arguments(const ArgumentSet& set);

/// The text of each argument as given, in the order of the parameters; empty: not given.
using ArgumentTexts = std::vector<std::optional<std::string>>;

/// The arguments of all runs: one set, or one for each node where a node parameter lists several.
/// The sets point into `graph`. Error: an argument is missing, malformed, or does not fit the graph.
Result<std::vector<ArgumentSet>> resolve_arguments(const Algorithm& algorithm, const ArgumentTexts& texts,
                                                   const Graph& graph);

/// The weights of the graph as an edge property of `type`. Error: none there, or they do not fit.
Result<HostValue> weights_value(const ParameterInfo& parameter, const Graph& graph);

/// The text of a scalar argument, no node, as a value. Error: it is no value of the parameter's type.
Result<HostValue> scalar_value(const ParameterInfo& parameter, const std::string& text, const Graph& graph);

/// The default of a parameter as a value; only to be called when it has one.
HostValue default_value(const ParameterInfo& parameter);

}  // namespace maxwarp::runner
