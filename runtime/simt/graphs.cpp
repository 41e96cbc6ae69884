// CUDA graphs: chains of kernels, loops and branches, run one after the other at their launch.
#include "runtime/simt/include/simt/graphs.h"

#include <algorithm>
#include <vector>

#include "runtime/simt/device_state.h"
#include "runtime/simt/engine.h"

using maxwarp::simt::remember;
using maxwarp::simt::sticky_error;

namespace {

/// What a handle stands for; it belongs to the graph in which its node will be.
struct Condition {
  unsigned value = 0, value_at_launch = 0;
  bool assigned_at_launch = false;
  bool used = false;  // by a node
};

}  // namespace

/// A kernel or, with a condition, the body of a loop or branch.
struct CUgraphNode_st {
  cudaLaunchConfig_t config{};
  cudaKernelOfNode kernel;
  std::unique_ptr<std::byte[]> arguments;  // as aligned as anything
  Condition* condition = nullptr;
  bool loops = false;
  std::unique_ptr<CUgraph_st> body;
  cudaGraph_t bodies[1] = {nullptr};
};

/// Nodes in the order in which they were added, which the engine runs them in: dependencies come before.
struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
  std::vector<std::unique_ptr<Condition>> conditions;
  bool frozen = false;  // instantiated: the engine runs the graph itself, not a copy of it
};

/// The graph goes with whichever of the two is destroyed last.
struct CUgraphExec_st {
  std::shared_ptr<CUgraph_st> graph;
};

namespace {

/// Graphs that programs hold.
std::vector<std::shared_ptr<CUgraph_st>>& held_graphs() {
  static std::vector<std::shared_ptr<CUgraph_st>> graphs;
  return graphs;
}

auto held(cudaGraph_t graph) {
  return std::ranges::find_if(held_graphs(), [&](const auto& own) { return own.get() == graph; });
}

bool depends_on_own_nodes(cudaGraph_t graph, const cudaGraphNode_t* before, std::size_t count) {
  return std::all_of(before, before + count, [&](cudaGraphNode_t node) {
    return std::ranges::any_of(graph->nodes, [&](const auto& own) { return own.get() == node; });
  });
}

bool can_take(cudaGraph_t graph, cudaGraphNode_t* node, const cudaGraphNode_t* before, std::size_t count) {
  return graph != nullptr && node != nullptr && !graph->frozen && (count == 0 || before != nullptr) &&
         depends_on_own_nodes(graph, before, count);
}

Condition* condition_in(cudaGraph_t graph, cudaGraphConditionalHandle handle) {
  for (const auto& own : graph->conditions)
    if (reinterpret_cast<cudaGraphConditionalHandle>(own.get()) == handle) return own.get();
  return nullptr;
}

void freeze(CUgraph_st& graph) {
  graph.frozen = true;
  for (const auto& node : graph.nodes)
    if (node->body) freeze(*node->body);
}

void assign_at_launch(CUgraph_st& graph) {
  for (const auto& condition : graph.conditions)
    if (condition->assigned_at_launch) condition->value = condition->value_at_launch;
  for (const auto& node : graph.nodes)
    if (node->body) assign_at_launch(*node->body);
}

cudaError_t run(const CUgraph_st& graph);

cudaError_t run(const CUgraphNode_st& node) {
  if (!node.condition) return maxwarp::simt::detail::launch(node.config, node.kernel.invocation(node.arguments.get()));
  cudaError_t error = cudaSuccess;
  while (node.condition->value != 0 && error == cudaSuccess) {
    error = run(*node.body);
    if (!node.loops) break;
  }
  return error;
}

cudaError_t run(const CUgraph_st& graph) {
  for (const auto& node : graph.nodes)
    if (cudaError_t error = run(*node); error != cudaSuccess) return error;
  return cudaSuccess;
}

}  // namespace

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  if (graph == nullptr || flags != 0) return remember(cudaErrorInvalidValue);
  held_graphs().push_back(std::make_shared<CUgraph_st>());
  *graph = held_graphs().back().get();
  return remember(sticky_error());
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  const auto place = held(graph);
  if (place == held_graphs().end()) return remember(cudaErrorInvalidValue);
  held_graphs().erase(place);
  return remember(sticky_error());
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph, unsigned value,
                                             unsigned flags) {
  if (handle == nullptr || graph == nullptr || graph->frozen) return remember(cudaErrorInvalidValue);
  graph->conditions.push_back(
      std::make_unique<Condition>(Condition{value, value, (flags & cudaGraphCondAssignDefault) != 0}));
  *handle = reinterpret_cast<cudaGraphConditionalHandle>(graph->conditions.back().get());
  return remember(sticky_error());
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                   std::size_t count, const cudaKernelNodeParams* parameters) {
  if (!can_take(graph, node, before, count) || parameters == nullptr || !parameters->func)
    return remember(cudaErrorInvalidValue);
  graph->nodes.push_back(std::make_unique<CUgraphNode_st>());
  CUgraphNode_st& added = *graph->nodes.back();
  added.config.gridDim = parameters->gridDim;
  added.config.blockDim = parameters->blockDim;
  added.config.dynamicSmemBytes = parameters->sharedMemBytes;
  added.kernel = parameters->func;
  added.arguments = std::make_unique<std::byte[]>(added.kernel.bytes());
  added.kernel.bind(parameters->kernelParams, added.arguments.get());
  *node = &added;
  return remember(sticky_error());
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                             const cudaGraphEdgeData*, std::size_t count, cudaGraphNodeParams* parameters) {
  if (!can_take(graph, node, before, count) || parameters == nullptr) return remember(cudaErrorInvalidValue);
  if (parameters->type != cudaGraphNodeTypeConditional) return remember(cudaErrorNotSupported);
  cudaConditionalNodeParams& conditional = parameters->conditional;
  Condition* condition = condition_in(graph, conditional.handle);
  if (condition == nullptr || condition->used || conditional.size != 1) return remember(cudaErrorInvalidValue);
  condition->used = true;
  graph->nodes.push_back(std::make_unique<CUgraphNode_st>());
  CUgraphNode_st& added = *graph->nodes.back();
  added.condition = condition;
  added.loops = conditional.type == cudaGraphCondTypeWhile;
  added.body = std::make_unique<CUgraph_st>();
  added.bodies[0] = added.body.get();
  conditional.phGraph_out = added.bodies;
  *node = &added;
  return remember(sticky_error());
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags) {
  const auto place = held(graph);
  if (executable == nullptr || flags != 0 || place == held_graphs().end()) return remember(cudaErrorInvalidValue);
  freeze(*graph);
  *executable = new CUgraphExec_st{*place};
  return remember(sticky_error());
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  if (executable == nullptr) return remember(cudaErrorInvalidValue);
  delete executable;
  return remember(sticky_error());
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t) {
  if (executable == nullptr) return remember(cudaErrorInvalidValue);
  assign_at_launch(*executable->graph);
  return remember(run(*executable->graph));
}

void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value) {
  reinterpret_cast<Condition*>(handle)->value = value;
}
