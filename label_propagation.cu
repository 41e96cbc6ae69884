// label_propagation from examples/label_propagation/label_propagation.gdsl, by gdslc 0.1.0.
// Mapping: granularity=warp:8
#include "label_propagation.h"

#include <maxwarp/device.cuh>
#include <maxwarp/stream.cuh>
#include <maxwarp/tally.h>

namespace gdsl::label_propagation {
namespace {

// Initial values.
__global__ void initialize(GraphView graph, node_t* next) {
  const std::int64_t count = graph.nodes;
  for (std::int64_t i = thread_index(); i < count; i += thread_count()) {
    const node_t v = static_cast<node_t>(i);
    next[v] = no_node;
  }
}

// Line 5: all nodes.
__global__ void nodes(GraphView graph, node_t* label) {
  const std::int64_t count = graph.nodes;
  for (std::int64_t i = thread_index(); i < count; i += thread_count()) {
    const node_t v = static_cast<node_t>(i);
    label[v] = v;
  }
}

// Line 7: all nodes.
template <int W>
__global__ void vote(GraphView graph, const node_t* label, node_t* votes_keys, std::int32_t* votes_counts,
                     node_t* next) {
  const Tile<W> tile;
  const std::int64_t count = graph.nodes;
  for (std::int64_t base = tile.index() * 4; base < count; base += tile.count() * 4) {
    const int size = static_cast<int>(min_of<std::int64_t>(4, count - base));
    // Phase 1 (SISD): the nodes of the chunk, one by one.
    for (int i = 0; i < size; ++i) {
      const node_t v = static_cast<node_t>(base + i);
      const std::int64_t first =
          std::int64_t{2} * (graph.row_offsets[v] + graph.column_offsets[v] + static_cast<std::int64_t>(v));
      const TallyTable<node_t, std::int32_t> votes{
          votes_keys + first, votes_counts + first,
          std::int64_t{2} * (static_cast<std::int64_t>(outdegree(graph, v)) +
                             static_cast<std::int64_t>(indegree(graph, v)) + std::int64_t{1})};
      votes.clear(tile);
      tile.sync();  // the tally is empty
      const edge_t v_end = graph.row_offsets[v + 1];
      for (edge_t e = graph.row_offsets[v] + tile.lane(); e < v_end; e += W) {
        const node_t w = graph.targets[e];
        votes.add_atomically(label[w], 1);
      }
      const edge_t v_end_2 = graph.column_offsets[v + 1];
      for (edge_t k = graph.column_offsets[v] + tile.lane(); k < v_end_2; k += W) {
        const node_t u = graph.sources[k];
        if (!graph.symmetric) {
          votes.add_atomically(label[u], 1);
        }
      }
      const node_t otherwise = label[v];
      tile.sync();  // the tally holds what all lanes have counted
      const node_t most_votes = votes.most(tile, otherwise);
      if (tile.leader()) {
        next[v] = most_votes;
      }
    }
  }
}

// Line 13: all nodes.
__global__ void nodes_2(GraphView graph, node_t* label, const node_t* next) {
  const std::int64_t count = graph.nodes;
  for (std::int64_t i = thread_index(); i < count; i += thread_count()) {
    const node_t v2 = static_cast<node_t>(i);
    label[v2] = next[v2];
  }
}

}  // namespace

// The arrays that the program needs for itself, laid out in the caller's workspace.
struct Workspace {
  node_t* votes_keys;
  std::int32_t* votes_counts;
  node_t* next;
  std::size_t bytes;

  Workspace([[maybe_unused]] const GraphView& graph, void* base) {
    WorkspaceLayout layout(base);
    votes_keys = layout.take<node_t>(std::int64_t{2} *
                                     (graph.edges + graph.edges + static_cast<std::int64_t>(graph.nodes)));
    votes_counts = layout.take<std::int32_t>(
        std::int64_t{2} * (graph.edges + graph.edges + static_cast<std::int64_t>(graph.nodes)));
    next = layout.take<node_t>(graph.nodes);
    bytes = layout.bytes();
  }
};

std::size_t workspace_bytes(const GraphView& graph) { return Workspace(graph, nullptr).bytes; }

Status run(const GraphView& graph, std::int32_t rounds, node_t* label, RunOptions& options,
           cudaStream_t stream) {
  options.rounds = 0;
  if (Status status = check_forms(graph, forms); !status) return status;
  Workspace work(graph, options.workspace);
  if (options.workspace_bytes < work.bytes)
    return {StatusCode::WorkspaceTooSmall, 0, "workspace_bytes() tells the size"};
  Stream gpu(stream);
  gpu.launch(initialize, cover(graph.nodes, 128), graph, work.next);
  gpu.launch(nodes, cover(graph.nodes, 128), graph, label);
  for (std::int32_t round = 1; round <= rounds; ++round) {
    ++options.rounds;
    gpu.launch(vote<8>, cover((std::int64_t{graph.nodes} + 3) / 4 * 8, 128), graph, label, work.votes_keys,
               work.votes_counts, work.next);
    gpu.launch(nodes_2, cover(graph.nodes, 128), graph, label, work.next);
  }
  gpu.wait();
  return gpu.status();
}

}  // namespace gdsl::label_propagation
