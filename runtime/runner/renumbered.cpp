// Values that are nodes or edges are translated, and arrays with one element per node or an edge are permuted.
#include "runtime/runner/renumbered.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace maxwarp::runner {
namespace {

/// The extents of an array, and whether an index of each says which node or edge.
struct Shape {
  std::vector<std::int64_t> extents;
  std::vector<ScalarType> kinds;
};

/// `list`: a node set is a list of nodes, as in arguments; else it has one element per node.
template <typename Info>
Shape shape_of(const Info& info, std::int64_t count, const std::vector<std::int64_t>& extents, bool list) {
  Shape shape;
  if (info.space == ValueSpace::Array) {
    shape.extents = extents;
    for (int d = 0; d < info.dimensions; ++d) shape.kinds.push_back(info.extents[d].index);
    return shape;
  }
  const bool nodes = info.space == ValueSpace::Node || (info.space == ValueSpace::NodeSet && !list);
  shape.extents = {count};
  shape.kinds = {nodes ? ScalarType::Node : info.space == ValueSpace::Edge ? ScalarType::Edge : ScalarType::Long};
  return shape;
}

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

  /// Where an index that says which node or edge, or neither, is taken from.
  std::int64_t index(std::int64_t i, ScalarType kind) const {
    if (kind == ScalarType::Edge) return edge_source[i];
    return kind == ScalarType::Node ? node_source[static_cast<std::size_t>(i)] : i;
  }

  /// Where element `i` is taken from: each of its indices by itself.
  std::int64_t source(std::int64_t i, const Shape& shape) const {
    std::int64_t place = 0, stride = 1;
    for (std::size_t d = shape.extents.size(); d-- > 0; stride *= shape.extents[d], i /= shape.extents[d])
      place += stride * index(i % shape.extents[d], shape.kinds[d]);
    return place;
  }

  HostArray array(const std::byte* from, std::int64_t count, ScalarType type, const Shape& shape, bool of_set) const {
    HostArray result;
    result.type = type;
    result.resize(count);
    const std::size_t size = element_bytes(type);
    for (std::int64_t i = 0; i < count; ++i)
      std::memcpy(result.bytes.data() + static_cast<std::size_t>(i) * size,
                  from + static_cast<std::size_t>(source(i, shape)) * size, size);
    if (type == ScalarType::Node || type == ScalarType::Edge)
      for (std::int64_t i = 0; i < count; ++i) result.set(i, value(result[i], type, of_set));
    return result;
  }
};

}  // namespace

bool speaks_of_edges(const Algorithm& algorithm) {
  const auto is_of_edges = [](const auto& info) {
    const auto* end = info.extents + info.dimensions;
    return info.space == ValueSpace::Edge || info.type == ScalarType::Edge ||
           std::any_of(info.extents, end, [](const auto& extent) { return extent.index == ScalarType::Edge; });
  };
  return std::any_of(algorithm.parameters, algorithm.parameters + algorithm.parameter_count, is_of_edges) ||
         std::any_of(algorithm.results, algorithm.results + algorithm.result_count, is_of_edges);
}

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
    const bool set = parameter.space == ValueSpace::NodeSet;
    value.owned = direction.array(static_cast<const std::byte*>(arguments.values[i].data), value.count,
                                  set ? ScalarType::Node : parameter.type,
                                  shape_of(parameter, value.count, value.extents, true), set);
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
    result.arrays[i] = direction.array(array.bytes.data(), array.size(), array.type,
                                       shape_of(info, array.size(), result.extents[i], false),
                                       info.space == ValueSpace::NodeSet);
  }
}

}  // namespace maxwarp::runner
