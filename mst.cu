// mst from test/programs/mst.gdsl, by gdslc 0.1.0.
// Mapping: default
#include "mst.h"

#include <maxwarp/device.cuh>
#include <maxwarp/stream.cuh>

namespace gdsl::mst {
namespace {

// Single values, by one thread.
__global__ void set(std::int64_t* total) {
  if (thread_index() == 0) {
    *total = std::int64_t{0};
  }
}

// Initial values.
__global__ void initialize_in_tree(GraphView graph, std::int32_t* in_tree) {
  const std::int64_t count = graph.edges;
  for (std::int64_t i = thread_index(); i < count; i += thread_count()) {
    const std::int64_t i_2 = static_cast<std::int64_t>(i);
    in_tree[i_2] = false;
  }
}

// Initial values.
__global__ void initialize(GraphView graph, node_t* tree, node_t* hook, Pair<std::int32_t, edge_t>* best) {
  const std::int64_t count = graph.nodes;
  for (std::int64_t i = thread_index(); i < count; i += thread_count()) {
    const node_t v = static_cast<node_t>(i);
    tree[v] = no_node;
    hook[v] = no_node;
    best[v] = Pair<std::int32_t, edge_t>{0, no_edge};
  }
}

// Line 8: all nodes.
__global__ void nodes(GraphView graph, node_t* tree) {
  const std::int64_t count = graph.nodes;
  for (std::int64_t i = thread_index(); i < count; i += thread_count()) {
    const node_t v = static_cast<node_t>(i);
    tree[v] = v;
  }
}

// Single values, by one thread.
__global__ void set_2(std::int32_t* merged) {
  if (thread_index() == 0) {
    *merged = false;
  }
}

// Initial values.
__global__ void initialize_2(GraphView graph, Pair<std::int32_t, edge_t>* best) {
  const std::int64_t count = graph.nodes;
  for (std::int64_t i = thread_index(); i < count; i += thread_count()) {
    const node_t v = static_cast<node_t>(i);
    best[v] = infinity<Pair<std::int32_t, edge_t>>();
  }
}

// Line 12: all nodes.
__global__ void nodes_2(GraphView graph, node_t* hook) {
  const std::int64_t count = graph.nodes;
  for (std::int64_t i = thread_index(); i < count; i += thread_count()) {
    const node_t v = static_cast<node_t>(i);
    hook[v] = v;
  }
}

// Line 13: all nodes.
__global__ void edges(GraphView graph, const std::int32_t* weight, const node_t* tree,
                      Pair<std::int32_t, edge_t>* best) {
  const std::int64_t count = graph.nodes;
  for (std::int64_t i = thread_index(); i < count; i += thread_count()) {
    const node_t u = static_cast<node_t>(i);
    const node_t tree_u = tree[u];
    const edge_t u_end = graph.row_offsets[u + 1];
    for (edge_t e = graph.row_offsets[u]; e < u_end; ++e) {
      const node_t w = graph.targets[e];
      if (tree_u != tree[w]) {
        atomic_min(&best[tree_u], Pair<std::int32_t, edge_t>{weight[e], min_of(e, graph.twins[e])});
      }
    }
  }
}

// Line 16: all nodes.
__global__ void nodes_3(GraphView graph, std::int32_t* in_tree, const node_t* tree, node_t* hook,
                        const Pair<std::int32_t, edge_t>* best, std::int64_t* total, std::int32_t* merged) {
  std::int64_t total_part = std::int64_t{0};
  const std::int64_t count = graph.nodes;
  for (std::int64_t i = thread_index(); i < count; i += thread_count()) {
    const node_t t = static_cast<node_t>(i);
    if (best[t] != infinity<Pair<std::int32_t, edge_t>>()) {
      const Pair<std::int32_t, edge_t> pair = best[t];
      const std::int32_t cost = pair.first;
      const edge_t e = pair.second;
      const node_t other =
          tree[graph.edge_sources[e]] == t ? tree[graph.targets[e]] : tree[graph.edge_sources[e]];
      if (best[other] != best[t] || other < t) {
        hook[t] = other;
        store_relaxed(&in_tree[e], true);  // the same value from every writer
        total_part = plus(total_part, widen<std::int64_t>(cost));
      }
      store_relaxed(merged, true);  // the same value from every writer
    }
  }
  accumulate_plus(total, total_part);
}

// Line 26: all nodes.
__global__ void nodes_4(GraphView graph, node_t* tree, const node_t* hook) {
  const std::int64_t count = graph.nodes;
  for (std::int64_t i = thread_index(); i < count; i += thread_count()) {
    const node_t v = static_cast<node_t>(i);
    node_t r = hook[tree[v]];
    while (hook[r] != r) {
      r = hook[r];
    }
    tree[v] = r;
  }
}

}  // namespace

// The arrays that the program needs for itself, laid out in the caller's workspace.
struct Workspace {
  node_t* tree;
  node_t* hook;
  Pair<std::int32_t, edge_t>* best;
  std::int64_t* total;
  std::int32_t* merged;
  std::size_t bytes;

  Workspace([[maybe_unused]] const GraphView& graph, void* base) {
    WorkspaceLayout layout(base);
    tree = layout.take<node_t>(graph.nodes);
    hook = layout.take<node_t>(graph.nodes);
    best = layout.take<Pair<std::int32_t, edge_t>>(graph.nodes);
    total = layout.take<std::int64_t>(1);
    merged = layout.take<std::int32_t>(1);
    bytes = layout.bytes();
  }
};

std::size_t workspace_bytes(const GraphView& graph) { return Workspace(graph, nullptr).bytes; }

Status run(const GraphView& graph, const std::int32_t* weight, std::int64_t& total, std::int32_t* in_tree,
           RunOptions& options, cudaStream_t stream) {
  options.rounds = 0;
  if (Status status = check_forms(graph, forms); !status) return status;
  Workspace work(graph, options.workspace);
  if (options.workspace_bytes < work.bytes)
    return {StatusCode::WorkspaceTooSmall, 0, "workspace_bytes() tells the size"};
  Stream gpu(stream);
  gpu.launch(set, cover(1, 1), work.total);
  gpu.launch(initialize_in_tree, cover(static_cast<std::int64_t>(graph.edges), 128), graph, in_tree);
  gpu.launch(initialize, cover(graph.nodes, 128), graph, work.tree, work.hook, work.best);
  gpu.launch(nodes, cover(graph.nodes, 128), graph, work.tree);
  while (true) {
    ++options.rounds;
    gpu.launch(set_2, cover(1, 1), work.merged);
    gpu.launch(initialize_2, cover(graph.nodes, 128), graph, work.best);
    gpu.launch(nodes_2, cover(graph.nodes, 128), graph, work.hook);
    gpu.launch(edges, cover(graph.nodes, 128), graph, weight, work.tree, work.best);
    gpu.launch(nodes_3, cover(graph.nodes, 128), graph, in_tree, work.tree, work.hook, work.best, work.total,
               work.merged);
    gpu.launch(nodes_4, cover(graph.nodes, 128), graph, work.tree, work.hook);
    bool merged = gpu.read(work.merged);
    if (!gpu) return gpu.status();
    if (!merged) break;
  }
  total = gpu.read(work.total);
  if (!gpu) return gpu.status();
  gpu.wait();
  return gpu.status();
}

}  // namespace gdsl::mst
