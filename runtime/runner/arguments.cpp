// Resolves arguments by the kind of the parameter: scalars and nodes from text, node sets from lists,
// properties from a value, a file or the graph's weights, arrays from a list or a file.
#include "runtime/runner/arguments.h"

#include <cstdint>
#include <utility>

#include "runtime/graph/node_set.h"
#include "runtime/runner/array_argument.h"
#include "runtime/runner/options.h"
#include "runtime/runner/property_file.h"

namespace maxwarp::runner {
namespace {

Failure argument_failure(const ParameterInfo& parameter, const std::string& reason) {
  return {std::string("--") + parameter.name + ": " + reason};
}

/// Makes `data` point to the value's own array.
HostValue finished(HostArray array) {
  HostValue value;
  value.owned = std::move(array);
  value.data = value.owned.bytes.data();
  value.bytes = value.owned.bytes.size();
  value.count = value.owned.size();
  return value;
}

Failure missing(const ParameterInfo& parameter) {
  const std::string name = parameter.name;
  std::string example = "=VALUE";
  if (parameter.space == ValueSpace::NodeSet) example = "=NODE,NODE,… (or all, @FILE, random:COUNT:SEED)";
  if (parameter.space == ValueSpace::Global && parameter.type == ScalarType::Node) example = "=NODE";
  if (parameter.space == ValueSpace::Node || parameter.space == ValueSpace::Array) example = "=@FILE";
  const std::string option = is_tool_option(name) ? "" : "--" + name + example + " or ";
  return argument_failure(parameter, "missing; write " + option + "-P " + name + example);
}

/// The nodes of a list as an array.
HostValue node_set(const std::vector<node_t>& nodes) {
  HostArray array{ScalarType::Node, {}};
  array.resize(static_cast<std::int64_t>(nodes.size()));
  for (std::size_t i = 0; i < nodes.size(); ++i) array.set(static_cast<std::int64_t>(i), {nodes[i], 0});
  return finished(std::move(array));
}

/// The same value at each of `count` nodes or edges. `otherwise`: what else may be written.
Result<HostValue> same_values(const ParameterInfo& parameter, const std::string& text, const Graph& graph,
                              std::int64_t count, const std::string& otherwise) {
  const auto value = parse_value(text, parameter.type, graph);
  if (!value) return argument_failure(parameter, value.error() + "; or write " + otherwise);
  HostArray array{parameter.type, {}};
  array.resize(count);
  for (std::int64_t i = 0; i < count; ++i) array.set(i, *value);
  return finished(std::move(array));
}

/// A property from `@FILE`, or one value for all of the `count` nodes or edges. `otherwise`: what else may be written.
Result<HostValue> property_values(const ParameterInfo& parameter, const std::string& text, const Graph& graph,
                                  std::int64_t count, const std::string& otherwise = "") {
  if (!text.starts_with("@"))
    return same_values(parameter, text, graph, count, otherwise + property_file_form(parameter.space));
  auto array = property_of_file(parameter, text, graph);
  if (!array) return array.failure();
  return finished(*std::move(array));
}

Result<HostValue> edge_values(const ParameterInfo& parameter, const std::optional<std::string>& text,
                              const Graph& graph) {
  if (!text || *text == "weights") return weights_value(parameter, graph);
  return property_values(parameter, *text, graph, graph.edges(), "`weights` for those of the graph, or ");
}

/// The weights of the graph are one column, which one property of the edges may take unasked. The only property of the
/// edges is not one value for all: the weights are chosen by options of the graph.
MaybeFailure check_columns(const Algorithm& algorithm, const ArgumentTexts& texts) {
  const ParameterInfo *only = nullptr, *taker = nullptr;
  const std::string form = property_file_form(ValueSpace::Edge);
  int properties = 0;
  for (int i = 0; i < algorithm.parameter_count; ++i) {
    const ParameterInfo& parameter = algorithm.parameters[i];
    if (parameter.space != ValueSpace::Edge) continue;
    const auto& text = texts[static_cast<std::size_t>(i)];
    only = properties++ == 0 && text && *text != "weights" && !text->starts_with("@") ? &parameter : nullptr;
    if (text) continue;
    const std::string option = std::string("--") + parameter.name;
    if (taker)
      return argument_failure(parameter, std::string("missing; `") + taker->name +
                                             "` takes the weights of the graph, which are one column; write " + option +
                                             "=weights to take them, too, " + option + "=VALUE for all edges, or " +
                                             option + "=" + form);
    taker = &parameter;
  }
  if (!only) return std::nullopt;
  return argument_failure(*only,
                          std::string("a property of the edges, which takes the weights of the graph; choose them by "
                                      "--weights=file, unit or random:LO:HI, or write --") +
                              only->name + "=" + form);
}

/// All values that the text of a parameter stands for: one, or several nodes.
Result<std::vector<HostValue>> values_of(const ParameterInfo& parameter, const std::optional<std::string>& text,
                                         const Graph& graph) {
  const auto single = [](Result<HostValue> value) -> Result<std::vector<HostValue>> {
    if (!value) return value.failure();
    std::vector<HostValue> values;
    values.push_back(*std::move(value));
    return values;
  };
  if (parameter.space == ValueSpace::Edge) return single(edge_values(parameter, text, graph));
  if (!text && parameter.has_default) return single(default_value(parameter));
  if (!text) return missing(parameter);
  if (parameter.space == ValueSpace::Node) return single(property_values(parameter, *text, graph, graph.nodes));
  if (parameter.space == ValueSpace::Array) return single(array_argument(parameter, *text, graph));
  if (parameter.type != ScalarType::Node) return single(scalar_value(parameter, *text, graph));
  const auto nodes = resolve_nodes(graph, parameter.name, *text);
  if (!nodes) return nodes.failure();
  std::vector<HostValue> values;
  if (parameter.space == ValueSpace::NodeSet) {
    values.push_back(node_set(*nodes));
    return values;
  }
  if (nodes->empty()) return argument_failure(parameter, "`" + *text + "` names no node");
  for (node_t node : *nodes) values.emplace_back().scalar.integer = node;
  return values;
}

/// Whether the extents of the array argument are those that the program asks for.
MaybeFailure check_extents(const Algorithm& algorithm, const Call& call, int index) {
  const ParameterInfo& parameter = algorithm.parameters[index];
  for (int d = 0; d < parameter.dimensions; ++d) {
    const std::int64_t seen = call.arguments[index].extents[d], wanted = parameter.extents[d].value(call);
    if (seen == wanted) continue;
    const std::string number = std::to_string(seen);
    const std::string has = parameter.dimensions == 1 ? number + " value(s)"
                            : d == 0                  ? number + " rows"
                                                      : "rows of " + number + " value(s)";
    const std::string text = parameter.extents[d].text;
    const std::string named = text == std::to_string(wanted) ? text
                                                             : "`" + text + "`, which is " + std::to_string(wanted);
    return argument_failure(parameter, "has " + has + "; expected " + named);
  }
  return std::nullopt;
}

/// An array without rows has rows of any length.
void adapt_empty_rows(const Algorithm& algorithm, const Call& call, ArgumentSet& set) {
  for (int i = 0; i < algorithm.parameter_count; ++i)
    for (int d = 1; d < algorithm.parameters[i].dimensions; ++d) {
      const std::int64_t wanted = algorithm.parameters[i].extents[d].value(call);
      if (set.values[i].extents[0] == 0 && wanted >= 0) set.values[i].extents[d] = wanted;
    }
}

MaybeFailure check_extents(const Algorithm& algorithm, const Graph& graph, ArgumentSet& set) {
  const std::vector<Argument> arguments = host_arguments(set);
  Call call;
  call.graph = view(graph);
  call.arguments = arguments.data();
  adapt_empty_rows(algorithm, call, set);
  for (int i = 0; i < algorithm.parameter_count; ++i)
    if (auto failure = check_extents(algorithm, call, i)) return failure;
  return std::nullopt;
}

/// A copy that points to its own array, where it has one.
HostValue copy_of(const HostValue& value) {
  HostValue copy = value;
  if (!copy.owned.bytes.empty()) copy.data = copy.owned.bytes.data();
  return copy;
}

}  // namespace

std::vector<Argument> host_arguments(const ArgumentSet& set) {
  std::vector<Argument> arguments;
  for (const HostValue& value : set.values)
    arguments.push_back({value.scalar, value.data, value.count, value.extents.data()});
  return arguments;
}

Result<HostValue> scalar_value(const ParameterInfo& parameter, const std::string& text, const Graph& graph) {
  const auto value = parse_value(text, parameter.type, graph);
  if (!value) return argument_failure(parameter, value.error());
  HostValue result;
  result.scalar = *value;
  return result;
}

HostValue default_value(const ParameterInfo& parameter) {
  HostValue value;
  value.scalar = parameter.default_value;
  return value;
}

Result<HostValue> weights_value(const ParameterInfo& parameter, const Graph& graph) {
  if (graph.weight_kind == WeightKind::None)
    return argument_failure(
        parameter, std::string("the graph has no weights; write --weights=unit, --weights=random:1:100 or --") +
                       parameter.name + "=" + property_file_form(ValueSpace::Edge));
  const bool whole = graph.weight_kind == WeightKind::Int;
  if (!whole && !is_real(parameter.type))
    return argument_failure(parameter, std::string("the program needs ") + type_name(parameter.type) +
                                           " weights, the graph has double; write --weights=unit or "
                                           "--weights=random:1:100, or declare it as `edge double`");
  HostValue value;
  value.count = graph.edges();
  if (whole && parameter.type == ScalarType::Int) {
    value.data = graph.int_weights.data();
    value.bytes = graph.int_weights.size() * sizeof(std::int32_t);
    return value;
  }
  if (!whole && parameter.type == ScalarType::Double) {
    value.data = graph.double_weights.data();
    value.bytes = graph.double_weights.size() * sizeof(double);
    return value;
  }
  HostArray array{parameter.type, {}};
  array.resize(graph.edges());
  for (edge_t e = 0; e < graph.edges(); ++e) {
    const double weight = graph.weight(e);
    array.set(e, whole && !is_real(parameter.type) ? ScalarValue{graph.int_weights[e], 0} : ScalarValue{0, weight});
  }
  return finished(std::move(array));
}

Result<std::vector<ArgumentSet>> resolve_arguments(const Algorithm& algorithm, const ArgumentTexts& texts,
                                                   const Graph& graph) {
  if (auto failure = check_columns(algorithm, texts)) return *failure;
  std::vector<ArgumentSet> sets(1);
  for (int i = 0; i < algorithm.parameter_count; ++i) {
    auto values = values_of(algorithm.parameters[i], texts[i], graph);
    if (!values) return values.failure();
    if (values->size() > 1 && sets.size() > 1)
      return argument_failure(algorithm.parameters[i], "only one parameter of a run may list several nodes");
    if (values->size() > 1) {
      const std::vector<HostValue> before = std::move(sets[0].values);
      sets.assign(values->size(), {});
      for (ArgumentSet& set : sets)
        for (const HostValue& value : before) set.values.push_back(copy_of(value));
    }
    for (std::size_t k = 0; k < sets.size(); ++k)
      sets[k].values.push_back(copy_of((*values)[values->size() > 1 ? k : 0]));
  }
  for (ArgumentSet& set : sets)
    if (auto failure = check_extents(algorithm, graph, set)) return *failure;
  return sets;
}

}  // namespace maxwarp::runner
