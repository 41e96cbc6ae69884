// The same on a device: two streams, each with a workspace and a result of its own, take turns with the sources.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "hops.h"

namespace {

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "error: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

template <typename T>
T* on_device(const std::vector<T>& values) {
  void* copy = nullptr;
  check(cudaMalloc(&copy, values.size() * sizeof(T)));
  check(cudaMemcpy(copy, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return static_cast<T*>(copy);
}

/// Hops from every other source, on a stream of its own. `run` returns when the work on its stream is done.
void search(const maxwarp::GraphView& graph, maxwarp::node_t first, std::vector<std::vector<std::int32_t>>& levels) {
  cudaStream_t stream = nullptr;
  check(cudaStreamCreate(&stream));
  maxwarp::RunOptions options;
  options.workspace_bytes = gdsl::hops::workspace_bytes(graph);
  check(cudaMalloc(&options.workspace, options.workspace_bytes));
  const std::size_t bytes = static_cast<std::size_t>(graph.nodes) * sizeof(std::int32_t);
  void* level = nullptr;
  check(cudaMalloc(&level, bytes));
  for (maxwarp::node_t source = first; source < graph.nodes; source += 2) {
    const maxwarp::Status status = gdsl::hops::run(graph, source, static_cast<std::int32_t*>(level), options, stream);
    if (!status) std::exit(2);  // status.code says why, status.detail what; status.device_error is a cudaError_t
    check(cudaMemcpy(levels[static_cast<std::size_t>(source)].data(), level, bytes, cudaMemcpyDeviceToHost));
  }
  check(cudaFree(level));
  check(cudaFree(options.workspace));
  check(cudaStreamDestroy(stream));
}

}  // namespace

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return std::puts("no device") < 0;
  maxwarp::GraphView graph;
  graph.nodes = 5;
  graph.edges = 5;
  graph.row_offsets = on_device<maxwarp::edge_t>({0, 2, 3, 4, 4, 5});
  graph.targets = on_device<maxwarp::node_t>({1, 2, 3, 3, 0});
  graph.max_outdegree = 2;
  graph.max_indegree = 2;
  std::vector<std::vector<std::int32_t>> levels(5, std::vector<std::int32_t>(5));
  std::thread other(search, std::cref(graph), 1, std::ref(levels));
  search(graph, 0, levels);
  other.join();
  std::printf("%d hops from 4 to 3\n", levels[4][3]);
  return 0;
}
