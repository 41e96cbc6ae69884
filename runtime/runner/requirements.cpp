// Elements are looked at in pieces, one a thread; the first fault of all pieces is reported.
#include "runtime/runner/requirements.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "runtime/graph/parallel.h"
#include "runtime/graph/transform.h"

namespace maxwarp::runner {
namespace {

constexpr std::int64_t none = -1;

std::int64_t first_fault(const RequirementInfo& requirement, const Call& call) {
  if (requirement.space == ValueSpace::Global) return requirement.first_fault(call, 0, 1);
  std::atomic<std::int64_t> first{none};
  const std::int64_t count = requirement.space == ValueSpace::Edge ? call.graph.edges : call.graph.nodes;
  parallel_pieces(count, [&](std::int64_t begin, std::int64_t end) {
    const std::int64_t found = requirement.first_fault(call, begin, end);
    if (found == none) return;
    std::int64_t known = first.load();
    while ((known == none || found < known) && !first.compare_exchange_weak(known, found)) {
    }
  });
  return first.load();
}

std::string edge_text(const Graph& graph, edge_t edge) {
  const auto* begin = graph.row_offsets.data();
  const auto* row = std::upper_bound(begin, begin + graph.nodes + 1, edge) - 1;
  return "edge " + std::to_string(graph.labels[static_cast<node_t>(row - begin)]) + " -> " +
         std::to_string(graph.labels[graph.targets[edge]]);
}

/// The value of a parameter, of a property that at `element`.
std::string argument_text(const ParameterInfo& parameter, const HostValue& value, std::int64_t element,
                          const Labels& labels) {
  if (parameter.space == ValueSpace::Global) return short_text(value.scalar, parameter.type, labels);
  HostArray one{parameter.type, {}};
  one.resize(1);
  const std::size_t size = element_bytes(parameter.type);
  std::memcpy(one.bytes.data(), static_cast<const std::byte*>(value.data) + static_cast<std::size_t>(element) * size,
              size);
  return short_text(one[0], parameter.type, labels);
}

/// `edge 3 -> 7 has -2, limit is 5`, `damping is 1.5`.
std::string fault_text(const Algorithm& algorithm, const RequirementInfo& requirement, const Graph& graph,
                       const ArgumentSet& set, std::int64_t element) {
  int properties = 0;
  for (int k = 0; k < requirement.parameter_count; ++k)
    properties += algorithm.parameters[requirement.parameters[k]].space != ValueSpace::Global;
  std::string elements, values;
  for (int k = 0; k < requirement.parameter_count; ++k) {
    const int i = requirement.parameters[k];
    const ParameterInfo& parameter = algorithm.parameters[i];
    const std::string value = argument_text(parameter, set.values[i], element, graph.labels);
    if (parameter.space == ValueSpace::Global)
      values += std::string(", ") + parameter.name + " is " + value;
    else
      elements += std::string(elements.empty() ? " has " : ", ") +
                  (properties > 1 ? std::string(parameter.name) + " " : "") + value;
  }
  if (requirement.space == ValueSpace::Global) return values.empty() ? "" : values.substr(2);
  const bool edge = requirement.space == ValueSpace::Edge;
  return (edge ? edge_text(graph, element) : "node " + std::to_string(graph.labels[static_cast<node_t>(element)])) +
         elements + values;
}

}  // namespace

MaybeFailure check_graph(const Algorithm& algorithm, const LoadedGraph& loaded) {
  if (algorithm.requires_simple && loaded.self_loops + loaded.duplicates > 0)
    return Failure{"the program requires a simple graph, this one has " + std::to_string(loaded.self_loops) +
                   " self-loops and " + std::to_string(loaded.duplicates) +
                   " repeated edges; write --self-loops=drop --duplicates=first"};
  if (algorithm.requires_symmetric && !loaded.graph.symmetric.value_or(false))
    return Failure{
        "the program requires a symmetric graph, this one has edges without their reverse; write "
        "--symmetrize"};
  if (algorithm.requires_tree)
    if (const auto fault = find_no_tree(loaded.graph))
      return Failure{"the program requires a tree, with edges from parents to children; node " +
                     std::to_string(loaded.graph.labels[fault->node]) +
                     (fault->two_parents ? " has more than one parent" : " is on a cycle")};
  return std::nullopt;
}

MaybeFailure check_conditions(const Algorithm& algorithm, const Graph& graph, const ArgumentSet& set) {
  const std::vector<Argument> arguments = host_arguments(set);
  Call call;
  call.graph = view(graph);
  call.arguments = arguments.data();
  for (int i = 0; i < algorithm.requirement_count; ++i) {
    const RequirementInfo& requirement = algorithm.requirements[i];
    const std::int64_t fault = first_fault(requirement, call);
    if (fault == none) continue;
    const std::string found = fault_text(algorithm, requirement, graph, set, fault);
    return Failure{std::string(algorithm.name) + " requires " + requirement.text + (found.empty() ? "" : ": " + found)};
  }
  return std::nullopt;
}

}  // namespace maxwarp::runner
