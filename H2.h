// h2 from /work/shared/hostile/H2.gdsl, by gdslc 0.1.0.
// Mapping: loop=persistent
#pragma once

#include <maxwarp/graph_view.h>
#include <maxwarp/worklist.h>

#include <cuda_runtime.h>

namespace gdsl::h2 {

using namespace maxwarp;

/// The forms of the graph that this mapping reads.
inline constexpr unsigned forms = FormRows;

/// Bytes of device memory that `run` needs for itself.
std::size_t workspace_bytes(const GraphView& graph);

///
/// `source`: argument
/// `weight`: argument, one value an edge
/// `dist`: result, one value a node
/// `far`: result, one value a node
/// Requires `weight >= 0` for every edge, which `run` does not check.
///
/// Arrays are in device memory and belong to the caller. `options` brings the workspace and takes the number
/// of rounds. Returns after all work on the stream is done. Calls with workspaces and results of their own
/// may run at the same time.
Status run(const GraphView& graph, node_t source, const std::int32_t* weight, std::int32_t* dist,
           std::int32_t* far, RunOptions& options, cudaStream_t stream = nullptr);

}  // namespace gdsl::h2
