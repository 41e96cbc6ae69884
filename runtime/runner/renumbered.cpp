// Values that are nodes or edges are translated, and arrays with one element per node or an edge are permuted.
#include "runtime/runner/renumbered.h"

#include <cstring>

namespace maxwarp::runner {
namespace {

/// One direction of the translation: where the element of a number comes from, and what becomes of a value.
struct Direction {
  const Array<node_t>& node_source;
  const Array<edge_t>& edge_source;
  const Array<node_t>& node_value;
  const Array<edge_t>& edge_value;
  bool own_numbers;  // nodes as values stay as they are

  ScalarValue value(ScalarValue value, ScalarType type, bool of_set = false) const {
    if (value.integer < 0) return value;  // none
    if (type == ScalarType::Node && (of_set || !own_numbers))
      value.integer = node_value[static_cast<std::size_t>(value.integer)];
    if (type == ScalarType::Edge) value.integer = edge_value[value.integer];
    return value;
  }

  /// Where element `i` of an array of the space is taken from.
  std::int64_t source(std::int64_t i, ValueSpace space, bool list) const {
    if (space == ValueSpace::Edge) return edge_source[i];
    const bool nodes = space == ValueSpace::Node || (space == ValueSpace::NodeSet && !list);
    return nodes ? node_source[static_cast<std::size_t>(i)] : i;
  }

  /// `list`: a node set is a list of nodes, as in arguments; else it has one element per node.
  HostArray array(const std::byte* from, std::int64_t count, ScalarType type, ValueSpace space, bool list) const {
    HostArray result;
    result.type = type;
    result.resize(count);
    const std::size_t size = element_bytes(type);
    for (std::int64_t i = 0; i < count; ++i)
      std::memcpy(result.bytes.data() + static_cast<std::size_t>(i) * size,
                  from + static_cast<std::size_t>(source(i, space, list)) * size, size);
    if (type == ScalarType::Node || type == ScalarType::Edge)
      for (std::int64_t i = 0; i < count; ++i) result.set(i, value(result[i], type, space == ValueSpace::NodeSet));
    return result;
  }
};

}  // namespace

ArgumentSet to_new_numbers(const Algorithm& algorithm, const ArgumentSet& arguments, const Renumbered& graph,
                           bool own_numbers) {
  const Direction direction{graph.graph.own_numbers, graph.old_edges, graph.graph.numbered_nodes, graph.new_edges,
                            own_numbers};
  ArgumentSet result = arguments;
  for (std::size_t i = 0; i < result.values.size(); ++i) {
    const ParameterInfo& parameter = algorithm.parameters[i];
    HostValue& value = result.values[i];
    if (parameter.space == ValueSpace::Global) {
      value.scalar = direction.value(value.scalar, parameter.type);
      continue;
    }
    const ScalarType type = parameter.space == ValueSpace::NodeSet ? ScalarType::Node : parameter.type;
    value.owned = direction.array(static_cast<const std::byte*>(arguments.values[i].data), value.count, type,
                                  parameter.space, true);
    value.data = value.owned.bytes.data();
  }
  return result;
}

void to_old_numbers(const Algorithm& algorithm, RunResult& result, const Renumbered& graph, bool own_numbers) {
  const Direction direction{graph.graph.numbered_nodes, graph.new_edges, graph.graph.own_numbers, graph.old_edges,
                            own_numbers};
  for (int i = 0; i < algorithm.result_count; ++i) {
    const ResultInfo& info = algorithm.results[i];
    if (info.space == ValueSpace::Global) {
      result.scalars[i] = direction.value(result.scalars[i], info.type);
      continue;
    }
    const HostArray& array = result.arrays[i];
    result.arrays[i] = direction.array(array.bytes.data(), array.size(), array.type, info.space, false);
  }
}

}  // namespace maxwarp::runner
