// bfs from bfs.gdsl, by gdslc 0.1.0.
// Mapping: default
#include "bfs.h"

#include <maxwarp/batch.cuh>
#include <maxwarp/device.cuh>
#include <maxwarp/stream.cuh>

namespace gdsl::bfs {

using namespace maxwarp;

namespace {

// The sizes that the mapping has chosen.
constexpr int block_size = 128;  // threads per block
constexpr int batch_size = 8;    // nodes that wait for room in a worklist

// Initial values of `level`, `marks`.
__global__ void initialize_level(GraphView graph, std::int32_t* level, std::int32_t* marks) {
  const std::int64_t count = graph.nodes;
  for (std::int64_t i = thread_index(); i < count; i += thread_count()) {
    const node_t v = static_cast<node_t>(i);
    level[v] = infinity<std::int32_t>();
    marks[v] = -1;
  }
}

// One thread sets `level`.
__global__ void set_level(std::int32_t* level, node_t source) {
  if (thread_index() == 0) {
    level[source] = 0;
  }
}

// Line 5: activates the nodes of the first round.
__global__ void expand_start(Worklist next, std::int32_t* marks, node_t source) {
  if (thread_index() == 0) {
    if (claim(marks, source, 0)) {
      push(next, source);
    }
  }
}

// Line 5: active nodes, from the worklist.
__global__ void expand(GraphView graph, std::int32_t* level, Worklist active, Worklist next,
                       std::int32_t* marks, std::int32_t round) {
  Batch<batch_size> batch;  // nodes for `next` that wait for room
  const std::int64_t count = *active.size;
  for (std::int64_t i = thread_index(); i < count; i += thread_count()) {
    const node_t v = active.nodes[i];
    const edge_t v_end = graph.row_offsets[v + 1];
    for (edge_t e = graph.row_offsets[v]; e < v_end; ++e) {
      const node_t w = graph.targets[e];
      if (load_relaxed(&level[w]) == infinity<std::int32_t>()) {
        store_relaxed(&level[w], round);  // the same value from every writer
        if (claim(marks, w, round)) {
          batch.push(next, w);
        }
      }
    }
  }
  batch.append_to(next, Block{});  // room for all of the block at once
}

}  // namespace

// The arrays that the program needs for itself, laid out in the caller's workspace.
struct Workspace {
  Worklist active;
  Worklist next;
  std::int32_t* marks;
  std::size_t bytes;

  Workspace([[maybe_unused]] const GraphView& graph, void* base) {
    WorkspaceLayout layout(base);
    active = layout.take_worklist(graph.nodes);
    next = layout.take_worklist(graph.nodes);
    marks = layout.take<std::int32_t>(graph.nodes);
    bytes = layout.bytes();
  }
};

std::size_t workspace_bytes(const GraphView& graph) { return Workspace(graph, nullptr).bytes; }

Status run(const GraphView& graph, node_t source, std::int32_t* level, RunOptions& options,
           cudaStream_t stream) {
  options.rounds = 0;
  if (Status status = check_forms(graph, forms); !status) return status;
  if (Status status = check_node(graph, source, "source"); !status) return status;
  Workspace work(graph, options.workspace);
  if (options.workspace_bytes < work.bytes)
    return {StatusCode::WorkspaceTooSmall, 0, "workspace_bytes() tells the size"};
  Stream gpu(stream);
  gpu.launch(initialize_level, grid_for(graph.nodes, block_size), graph, level, work.marks);
  gpu.launch(set_level, grid_for(1, 1), level, source);
  gpu.clear(work.next);
  gpu.launch(expand_start, grid_for(1, 1), work.next, work.marks, source);
  swap(work.active, work.next);
  std::int32_t count = gpu.wait_for(work.active);
  if (!gpu) return gpu.status();
  for (std::int32_t round = 1; count != 0; ++round) {
    if (round > round_limit(graph, options)) return {StatusCode::TooManyRounds, 0, "`iterate` does not end"};
    ++options.rounds;
    gpu.clear(work.next);
    gpu.launch(expand, grid_for(count, block_size), graph, level, work.active, work.next, work.marks, round);
    swap(work.active, work.next);
    count = gpu.wait_for(work.active);
    if (!gpu) return gpu.status();
  }
  gpu.wait();
  return gpu.status();
}

}  // namespace gdsl::bfs
