// A hand-written algorithm with a parameter of every kind, which it hands back as results of every kind.
// Shows how arguments arrive and how results are written.
#include <cstring>

#include "maxwarp/algorithm.h"

namespace {

using namespace maxwarp;

std::int64_t list_length(const Call& call) { return call.arguments[6].count; }
std::size_t no_workspace(const Call&) { return 0; }

/// Copies the arguments to the results of the same kind.
Status run(Call& call) {
  const GraphView& graph = call.graph;
  for (int i = 0; i < 4; ++i) call.scalar_results[i] = call.arguments[i].scalar;
  std::memcpy(call.result_data[4], call.arguments[4].data, static_cast<std::size_t>(graph.nodes) * 8);
  std::memcpy(call.result_data[5], call.arguments[5].data, static_cast<std::size_t>(graph.edges) * 4);
  std::memcpy(call.result_data[6], call.arguments[6].data, static_cast<std::size_t>(call.arguments[6].count) * 8);
  auto* chosen = static_cast<std::int32_t*>(call.result_data[7]);
  auto* next = static_cast<node_t*>(call.result_data[8]);
  const auto* set = static_cast<const node_t*>(call.arguments[7].data);
  for (node_t v = 0; v < graph.nodes; ++v) {
    chosen[v] = 0;
    next[v] = graph.row_offsets[v] < graph.row_offsets[v + 1] ? graph.targets[graph.row_offsets[v]] : no_node;
  }
  for (std::int64_t i = 0; i < call.arguments[7].count; ++i) chosen[set[i]] = 1;
  return {};
}

constexpr ParameterInfo parameters[] = {
    {"number", ScalarType::Int, ValueSpace::Global, true, {7}},
    {"factor", ScalarType::Double, ValueSpace::Global, true, {0, 0.1}},
    {"flag", ScalarType::Bool, ValueSpace::Global, true, {1}},
    {"seed", ScalarType::Long, ValueSpace::Global, true, {3}},  // has the name of a graph option
    {"heat", ScalarType::Double, ValueSpace::Node, false, {0}},
    {"weight", ScalarType::Int, ValueSpace::Edge, false, {0}},
    {"list", ScalarType::Double, ValueSpace::Array, false, {0}},
    {"set", ScalarType::Node, ValueSpace::NodeSet, false, {0}},
};
constexpr ResultInfo results[] = {
    {"number_out", ScalarType::Int, ValueSpace::Global, nullptr},
    {"factor_out", ScalarType::Double, ValueSpace::Global, nullptr},
    {"flag_out", ScalarType::Bool, ValueSpace::Global, nullptr},
    {"seed_out", ScalarType::Long, ValueSpace::Global, nullptr},
    {"heat_out", ScalarType::Double, ValueSpace::Node, nullptr},
    {"weight_out", ScalarType::Int, ValueSpace::Edge, nullptr},
    {"list_out", ScalarType::Double, ValueSpace::Array, list_length},
    {"chosen", ScalarType::Bool, ValueSpace::Node, nullptr},
    {"next", ScalarType::Node, ValueSpace::Node, nullptr},
};
constexpr Variant variants[] = {{"default", "granularity=thread", FormRows, no_workspace, run}};
constexpr Algorithm algorithm = {
    "echo", "Hands its arguments back.", "openmp", parameters, 8, results, 9, variants, 1, true, true};

}  // namespace

extern "C" const maxwarp::Algorithm* maxwarp_algorithm() { return &algorithm; }
