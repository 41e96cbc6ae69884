// The description by which the runner calls the baseline: the reference of `bfs` checks it. The graph of the runs on
// the CPU is copied from the device in the first one, which is not measured; their levels are copied to the device in
// each, 4 bytes a node.
#include <maxwarp/algorithm.h>

#include <iterator>

#include "fig2.h"

namespace {

using namespace maxwarp;

Status run(Call& call) {
  RunOptions options{call.workspace, call.workspace_bytes, call.max_rounds, 0};
  const Status status = fig2::run(call.graph, static_cast<node_t>(call.arguments[0].scalar.integer),
                                  static_cast<std::int32_t*>(call.result_data[0]), options,
                                  static_cast<cudaStream_t>(call.stream));
  call.rounds = options.rounds;
  return status;
}

template <typename T>
std::vector<T> from_device(const T* data, std::int64_t count) {
  std::vector<T> values(count);
  cudaMemcpy(values.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost);
  return values;
}

template <int Threads>
Status run_on_cpu(Call& call) {
  static const fig2::HostGraph graph{from_device(call.graph.row_offsets, call.graph.nodes + 1),
                                     from_device(call.graph.targets, call.graph.edges)};
  static std::vector<std::int32_t> level;
  call.rounds = fig2::run_on_cpu(graph, static_cast<node_t>(call.arguments[0].scalar.integer), Threads, level);
  const cudaError_t error = cudaMemcpy(call.result_data[0], level.data(), level.size() * sizeof level[0],
                                       cudaMemcpyHostToDevice);
  return error == cudaSuccess ? Status{} : Status{StatusCode::DeviceError, error, cudaGetErrorName(error)};
}

std::size_t workspace(const Call& call) { return fig2::workspace_bytes(call.graph); }

const ParameterInfo parameters[] = {{"source", ScalarType::Node, ValueSpace::Global, false, {}}};
const ResultInfo results[] = {{"level", ScalarType::Int, ValueSpace::Node, nullptr}};
const Variant variants[] = {{"fig2", "by hand", FormRows, workspace, run},
                            {"cpu1", "by hand, 1 thread", FormRows, workspace, run_on_cpu<1>},
                            {"cpu2", "by hand, 2 threads", FormRows, workspace, run_on_cpu<2>},
                            {"cpu4", "by hand, 4 threads", FormRows, workspace, run_on_cpu<4>},
                            {"cpu8", "by hand, 8 threads", FormRows, workspace, run_on_cpu<8>},
                            {"cpu16", "by hand, 16 threads", FormRows, workspace, run_on_cpu<16>}};
const Algorithm algorithm = {"bfs",   "The paper's baseline.", "cuda",   parameters,          std::size(parameters),
                             results, std::size(results),      variants, std::size(variants), false,
                             false};

}  // namespace

extern "C" const maxwarp::Algorithm* maxwarp_algorithm() { return &algorithm; }
