// The baseline of the paper's evaluation ([H] Fig. 2), by hand: on the GPU, and on the CPU.
#pragma once

#include <cuda_runtime.h>
#include <maxwarp/graph_view.h>
#include <maxwarp/worklist.h>

#include <vector>

namespace fig2 {

std::size_t workspace_bytes(const maxwarp::GraphView& graph);

/// Levels from `source`, as `run` of examples/bfs.
maxwarp::Status run(const maxwarp::GraphView& graph, maxwarp::node_t source, std::int32_t* level,
                    maxwarp::RunOptions& options, cudaStream_t stream);

struct HostGraph {
  std::vector<maxwarp::edge_t> row_offsets;
  std::vector<maxwarp::node_t> targets;
};

/// The same on `threads` threads of the CPU; returns the number of rounds.
std::int64_t run_on_cpu(const HostGraph& graph, maxwarp::node_t source, int threads, std::vector<std::int32_t>& level);

}  // namespace fig2
