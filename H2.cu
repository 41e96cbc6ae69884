// h2 from /work/shared/hostile/H2.gdsl, by gdslc 0.1.0.
// Mapping: loop=persistent
#include "H2.h"

#include <maxwarp/batch.cuh>
#include <maxwarp/device.cuh>
#include <maxwarp/stream.cuh>

namespace gdsl::h2 {
namespace {

// Initial values.
__global__ void initialize(GraphView graph, std::int32_t* dist, std::int32_t* far, std::int32_t* marks) {
  const std::int64_t count = graph.nodes;
  for (std::int64_t i = thread_index(); i < count; i += thread_count()) {
    const node_t v = static_cast<node_t>(i);
#line 1 "/work/shared/hostile/H2.gdsl"
    far[v] = false;
#line 2 "/work/shared/hostile/H2.gdsl"
    dist[v] = infinity<std::int32_t>();
#line 2 "/work/shared/hostile/H2.gdsl"
    marks[v] = -1;
  }
#line 25 "H2.cu"
}

// Single values, by one thread.
__global__ void set(std::int32_t* dist, node_t source) {
  if (thread_index() == 0) {
#line 3 "/work/shared/hostile/H2.gdsl"
    dist[source] = 0;
  }
#line 34 "H2.cu"
}

// The nodes that are active in the first round.
__global__ void expand_start(Worklist next, std::int32_t* marks, node_t source) {
  if (thread_index() == 0) {
#line 4 "/work/shared/hostile/H2.gdsl"
    if (claim(marks, source, 0)) {
#line 4 "/work/shared/hostile/H2.gdsl"
      push(next, source);
    }
  }
#line 46 "H2.cu"
}

// Line 4: active nodes, from the worklist.
#line 4 "/work/shared/hostile/H2.gdsl"
__device__ void expand(GraphView graph, const std::int32_t* weight, std::int32_t* dist, std::int32_t* far,
#line 4 "/work/shared/hostile/H2.gdsl"
                       Worklist active, Worklist next, std::int32_t* marks, std::int32_t round) {
#line 4 "/work/shared/hostile/H2.gdsl"
  Batch<8> batch;  // nodes for `next` that wait for room
#line 4 "/work/shared/hostile/H2.gdsl"
  const std::int64_t count = *active.size;
#line 4 "/work/shared/hostile/H2.gdsl"
  for (std::int64_t i = thread_index(); i < count; i += thread_count()) {
#line 4 "/work/shared/hostile/H2.gdsl"
    const node_t v = active.nodes[i];
#line 5 "/work/shared/hostile/H2.gdsl"
    for (std::int32_t k = 0; k < 1; ++k) {
#line 5 "/work/shared/hostile/H2.gdsl"
      if (load_relaxed(&dist[v]) < 5) {
#line 5 "/work/shared/hostile/H2.gdsl"
        break;
      }
#line 6 "/work/shared/hostile/H2.gdsl"
      far[v] = true;
    }
#line 7 "/work/shared/hostile/H2.gdsl"
    const std::int32_t dist_v = load_relaxed(&dist[v]);
#line 7 "/work/shared/hostile/H2.gdsl"
    const edge_t v_end = graph.row_offsets[v + 1];
#line 7 "/work/shared/hostile/H2.gdsl"
    for (edge_t e = graph.row_offsets[v]; e < v_end; ++e) {
#line 7 "/work/shared/hostile/H2.gdsl"
      const node_t w = graph.targets[e];
#line 7 "/work/shared/hostile/H2.gdsl"
      const std::int32_t offered = plus(dist_v, weight[e]);
#line 7 "/work/shared/hostile/H2.gdsl"
      const std::int32_t found = atomic_min(&dist[w], offered);
#line 7 "/work/shared/hostile/H2.gdsl"
      const bool changed = offered < found;
#line 7 "/work/shared/hostile/H2.gdsl"
      if (changed) {
#line 7 "/work/shared/hostile/H2.gdsl"
        if (claim(marks, w, round)) {
#line 7 "/work/shared/hostile/H2.gdsl"
          batch.push(next, w);
        }
      }
    }
  }
#line 7 "/work/shared/hostile/H2.gdsl"
  batch.append_to(next, Block{});  // room for all of the block at once
#line 98 "H2.cu"
}

// All rounds in one resident kernel; grid-wide barriers part its stages.
__global__ void rounds(GraphView graph, std::int64_t* barrier_cell, std::int64_t* rounds_run_cell,
                       Worklist next, const std::int32_t* weight, std::int32_t* dist, std::int32_t* far,
                       Worklist active, std::int32_t* marks, std::int32_t count, std::int64_t max_rounds) {
  const GridBarrier barrier{barrier_cell};
  std::int64_t rounds_run = 0;
  for (std::int32_t round = 1; count != 0; ++round) {
    ++rounds_run;
    if (round > max_rounds) break;
    if (thread_index() == 0) *next.size = 0;
    barrier.wait();  // next is empty
#line 4 "/work/shared/hostile/H2.gdsl"
    expand(graph, weight, dist, far, active, next, marks, round);
#line 4 "/work/shared/hostile/H2.gdsl"
    barrier.wait();  // expand is done
#line 116 "H2.cu"
    exchange(active, next);
    count = load_relaxed(active.size);
    barrier.wait();  // everyone has read before it changes again
  }
  if (thread_index() == 0) *rounds_run_cell = rounds_run;
}

}  // namespace

// The arrays that the program needs for itself, laid out in the caller's workspace.
struct Workspace {
  Worklist active;
  Worklist next;
  std::int32_t* marks;
  std::int64_t* barrier;
  std::int64_t* rounds_run;
  std::size_t bytes;

  Workspace([[maybe_unused]] const GraphView& graph, void* base) {
    WorkspaceLayout layout(base);
    active = layout.take_worklist(graph.nodes);
    next = layout.take_worklist(graph.nodes);
    marks = layout.take<std::int32_t>(graph.nodes);
    barrier = layout.take<std::int64_t>(1);
    rounds_run = layout.take<std::int64_t>(1);
    bytes = layout.bytes();
  }
};

std::size_t workspace_bytes(const GraphView& graph) { return Workspace(graph, nullptr).bytes; }

Status run(const GraphView& graph, node_t source, const std::int32_t* weight, std::int32_t* dist,
           std::int32_t* far, RunOptions& options, cudaStream_t stream) {
  options.rounds = 0;
  if (Status status = check_forms(graph, forms); !status) return status;
  if (Status status = check_node(graph, source, "source"); !status) return status;
  Workspace work(graph, options.workspace);
  if (options.workspace_bytes < work.bytes)
    return {StatusCode::WorkspaceTooSmall, 0, "workspace_bytes() tells the size"};
  Stream gpu(stream);
  gpu.launch(initialize, cover(graph.nodes, 128), graph, dist, far, work.marks);
  gpu.launch(set, cover(1, 1), dist, source);
  gpu.clear(work.next);
  gpu.launch(expand_start, cover(1, 1), work.next, work.marks, source);
  exchange(work.active, work.next);
  std::int32_t count = gpu.read(work.active);
  if (!gpu) return gpu.status();
  gpu.clear(work.barrier);
  gpu.launch(rounds, cooperative(gpu.resident(rounds, 128)), graph, work.barrier, work.rounds_run, work.next,
             weight, dist, far, work.active, work.marks, count, max_rounds(graph, options));
  const std::int64_t rounds_run = gpu.read(work.rounds_run);
  if (!gpu) return gpu.status();
  options.rounds += rounds_run;
  if (rounds_run > max_rounds(graph, options))
    return {StatusCode::TooManyRounds, 0, "`iterate` does not end"};
  gpu.wait();
  return gpu.status();
}

}  // namespace gdsl::h2
