// bfs from bfs.gdsl, by gdslc 0.1.0.
// Mapping: default
#pragma once

#include <cuda_runtime.h>
#include <maxwarp/graph_view.h>
#include <maxwarp/worklist.h>

namespace gdsl::bfs {

using maxwarp::FormRows;
using maxwarp::GraphView;
using maxwarp::node_t;
using maxwarp::RunOptions;
using maxwarp::Status;

/// The forms of the graph that this mapping reads.
inline constexpr unsigned forms = FormRows;

/// Bytes of device memory that `run` needs for itself.
std::size_t workspace_bytes(const GraphView& graph);

/// Hop distance from `source`; `inf` for nodes that it does not reach.
///
/// `source`: argument
/// `level`: result, one value per node
///
/// Arrays are in device memory and belong to the caller. `options` brings the workspace and takes the number
/// of rounds. Returns after all work on the stream is done. Calls with workspaces and results of their own
/// may run at the same time.
Status run(const GraphView& graph, node_t source, std::int32_t* level, RunOptions& options,
           cudaStream_t stream = nullptr);

}  // namespace gdsl::bfs
