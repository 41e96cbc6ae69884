// The baseline of the paper's evaluation ([H] Fig. 2), by hand: a thread a node, every round looks at all nodes, plain
// loads and stores. Same entry as what gdslc writes, so that the same runner measures and checks it.
#include <maxwarp/device.cuh>
#include <maxwarp/stream.cuh>

#include "fig2.h"

namespace fig2 {
namespace {

using namespace maxwarp;

__global__ void initialize(GraphView graph, node_t source, std::int32_t* level) {
  const std::int64_t v = thread_index();
  if (v < graph.nodes) level[v] = v == source ? 0 : infinity<std::int32_t>();
}

__global__ void expand(GraphView graph, std::int32_t* level, std::int32_t current, std::int32_t* changed) {
  const std::int64_t v = thread_index();
  if (v >= graph.nodes || level[v] != current) return;
  for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
    const node_t w = graph.targets[e];
    if (level[w] == infinity<std::int32_t>()) {
      level[w] = current + 1;
      *changed = 1;
    }
  }
}

}  // namespace

std::size_t workspace_bytes(const GraphView&) { return sizeof(std::int32_t); }

Status run(const GraphView& graph, node_t source, std::int32_t* level, RunOptions& options, cudaStream_t stream) {
  auto* changed = static_cast<std::int32_t*>(options.workspace);
  Stream gpu(stream);
  gpu.launch(initialize, grid_for(graph.nodes, 256), graph, source, level);
  options.rounds = 0;
  for (std::int32_t current = 0, more = 1; more != 0; ++current) {
    ++options.rounds;
    gpu.clear(changed);
    gpu.launch(expand, grid_for(graph.nodes, 256), graph, level, current, changed);
    more = gpu.wait_for(changed);
    if (!gpu) return gpu.status();
  }
  return gpu.status();
}

}  // namespace fig2
