// The breadth-first search of bfs_entry.cpp as CUDA: a kernel a round over all nodes.
// Stands in for generated text in the tests of engines and packs.
#include <cuda_runtime.h>

#include "maxwarp/algorithm.h"

namespace {

using namespace maxwarp;

/// Every thread takes one node; those of the last round mark their neighbors with `round`.
__global__ void expand(GraphView graph, std::int32_t* level, std::int32_t* changed, std::int32_t round) {
  const node_t v = static_cast<node_t>(blockIdx.x * blockDim.x + threadIdx.x);
  // Atomic, since another thread may reach this node at the same time.
  if (v >= graph.nodes || atomicAdd(&level[v], 0) != round - 1) return;
  for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e)
    if (atomicCAS(&level[graph.targets[e]], infinity<std::int32_t>(), round) == infinity<std::int32_t>())
      atomicExch(changed, 1);
}

/// Level 0 at the source, inf elsewhere.
__global__ void start(GraphView graph, std::int32_t* level, node_t source) {
  const node_t v = static_cast<node_t>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v < graph.nodes) level[v] = v == source ? 0 : infinity<std::int32_t>();
}

template <typename... Parameters, typename... Arguments>
cudaError_t launch(const Call& call, void (*kernel)(Parameters...), Arguments... arguments) {
  constexpr unsigned block = 128;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3((static_cast<unsigned>(call.graph.nodes) + block - 1) / block);
  config.blockDim = dim3(block);
  config.stream = static_cast<cudaStream_t>(call.stream);
  return cudaLaunchKernelEx(&config, kernel, arguments...);
}

/// One round; `*again` says whether it reached a new node.
cudaError_t run_round(Call& call, std::int32_t* level, std::int32_t* again) {
  auto* changed = static_cast<std::int32_t*>(call.workspace);
  const auto stream = static_cast<cudaStream_t>(call.stream);
  cudaError_t error = cudaMemsetAsync(changed, 0, sizeof *changed, stream);
  if (error == cudaSuccess)
    error = launch(call, expand, call.graph, level, changed, static_cast<std::int32_t>(++call.rounds));
  if (error == cudaSuccess) error = cudaMemcpyAsync(again, changed, sizeof *again, cudaMemcpyDeviceToHost, stream);
  return error == cudaSuccess ? cudaStreamSynchronize(stream) : error;
}

Status search(Call& call) {
  auto* level = static_cast<std::int32_t*>(call.result_data[0]);
  const auto source = static_cast<node_t>(call.arguments[0].scalar.integer);
  if (source < 0 || source >= call.graph.nodes) return {StatusCode::BadArgument, 0, "source"};
  std::int32_t again = 1;
  cudaError_t error = launch(call, start, call.graph, level, source);
  while (error == cudaSuccess && again) error = run_round(call, level, &again);
  if (error != cudaSuccess) return {StatusCode::DeviceError, error, "search"};
  return {};
}

std::size_t one_flag(const Call&) { return sizeof(std::int32_t); }

constexpr ParameterInfo parameters[] = {{"source", ScalarType::Node, ValueSpace::Global, false, {}}};
constexpr ResultInfo results[] = {{"level", ScalarType::Int, ValueSpace::Node, nullptr}};
constexpr Variant variants[] = {{"default", "granularity=thread", FormRows, one_flag, search}};
constexpr Algorithm algorithm = {
    "bfs", "Hop distance from `source`.", "cuda", parameters, 1, results, 1, variants, 1, false, false};

}  // namespace

extern "C" const maxwarp::Algorithm* maxwarp_algorithm() { return &algorithm; }
