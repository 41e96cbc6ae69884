// Breadth-first search as [H] Fig. 4 and 5 have it, and as gdslc writes examples/bfs with
// `granularity=warp:W,activation=topology`: every round all nodes are looked at, those reached in the last round act.
#include <maxwarp/kernel.cuh>

#include "handwritten.h"

namespace handwritten {
namespace {

constexpr int block = 128;
/// Nodes that a virtual warp looks at together.
template <int W>
constexpr int chunk = W < 2 ? 4 : 2 * W;

__global__ void initialize(GraphView graph, node_t source, std::int32_t* level, std::int32_t* active,
                           std::int32_t* next) {
  for (std::int64_t v = thread_index(); v < graph.nodes; v += thread_count()) {
    level[v] = v == source ? 0 : infinity<std::int32_t>();
    active[v] = v == source ? 0 : -1;
    next[v] = -1;
  }
}

/// Round `round`: nodes with round - 1 in `active` act, those that they reach get `round` in `next`.
template <int W>
__global__ void expand(GraphView graph, std::int32_t* level, const std::int32_t* active, std::int32_t* next,
                       std::int32_t* more, std::int32_t round) {
  const Tile<W> tile;
  __shared__ WarpPrivate<Chunk<chunk<W>>, W, block> memory;
  Chunk<chunk<W>>& mine = memory.of(tile);
  std::int32_t reached = 0;
  for (const Piece nodes : static_pieces(tile, graph.nodes, chunk<W>)) {
    // SIMD: the nodes of the piece that act, and the bounds of their rows, to warp-private memory.
    int size = 0;
    for (int i = tile.lane(); i - tile.lane() < nodes.size; i += W) {
      const std::int64_t v = nodes.first + i;
      const bool acts = i < nodes.size && active[v] == round - 1;
      const int place = tile.place(acts, size);
      if (!acts) continue;
      mine.first[place] = graph.row_offsets[v];
      mine.end[place] = graph.row_offsets[v + 1];
    }
    tile.sync();  // the chunk is complete
    // SISD: the nodes that act, one by one.
    for (int i = 0; i < size; ++i) {
      // SIMD: the neighbors.
      for (const edge_t e : tile.strided(mine.first[i], mine.end[i])) {
        const node_t w = graph.targets[e];
        if (load_relaxed(&level[w]) != infinity<std::int32_t>()) continue;
        store_relaxed(&level[w], round);  // the same value from every writer
        store_relaxed(&next[w], round);
        reached = 1;
      }
    }
    tile.sync();  // the warp-private memory is about to be overwritten
  }
  accumulate_or(more, reached);
}

/// The arrays of the search, laid out in the caller's workspace.
struct Workspace {
  std::int32_t *active, *next, *more;
  std::size_t bytes;

  Workspace(const GraphView& graph, void* base) {
    WorkspaceLayout layout(base);
    active = layout.take<std::int32_t>(graph.nodes);
    next = layout.take<std::int32_t>(graph.nodes);
    more = layout.take<std::int32_t>(1);
    bytes = layout.bytes();
  }
};

template <int W>
void search(Stream& gpu, const GraphView& graph, std::int32_t* level, Workspace work, RunOptions& options) {
  std::int32_t more = 1;
  for (std::int32_t round = 1; more != 0; ++round) {
    ++options.rounds;
    gpu.clear(work.more);
    const std::int64_t chunks = (std::int64_t{graph.nodes} + chunk<W> - 1) / chunk<W>;
    gpu.launch(expand<W>, grid_for(chunks * W, block), graph, level, work.active, work.next, work.more, round);
    swap(work.active, work.next);
    more = gpu.wait_for(work.more);  // zero after an error
  }
}

}  // namespace

std::size_t bfs_workspace_bytes(const GraphView& graph) { return Workspace(graph, nullptr).bytes; }

Status bfs(int width, const GraphView& graph, node_t source, std::int32_t* level, RunOptions& options,
           cudaStream_t stream) {
  options.rounds = 0;
  if (source < 0 || source >= graph.nodes) return {StatusCode::BadArgument, 0, "source"};
  Workspace work(graph, options.workspace);
  if (options.workspace_bytes < work.bytes)
    return {StatusCode::WorkspaceTooSmall, 0, "bfs_workspace_bytes() tells the size"};
  Stream gpu(stream);
  gpu.launch(initialize, grid_for(graph.nodes, block), graph, source, level, work.active, work.next);
  const bool known = with_width(width, [&](auto w) { search<w>(gpu, graph, level, work, options); });
  if (!known) return {StatusCode::BadArgument, 0, "width"};
  gpu.wait();
  return gpu.status();
}

}  // namespace handwritten
