// mst from test/programs/mst.gdsl, by gdslc 0.1.0.
// Mapping: default
#pragma once

#include <maxwarp/graph_view.h>
#include <maxwarp/worklist.h>

#include <cuda_runtime.h>

namespace gdsl::mst {

using namespace maxwarp;

/// The forms of the graph that this mapping reads.
inline constexpr unsigned forms = FormRows | FormEdgeSources | FormTwins;

/// Bytes of device memory that `run` needs for itself.
std::size_t workspace_bytes(const GraphView& graph);

/// Minimum spanning forest (Boruvka): every tree takes its lightest edge outwards, in each round.
///
/// `weight`: argument, one value an edge
/// `total`: result, one value, set when the call returns
/// `in_tree`: result, one value an edge
///
/// Arrays are in device memory and belong to the caller. `options` brings the workspace and takes the number
/// of rounds. Returns after all work on the stream is done. Calls with workspaces and results of their own
/// may run at the same time.
Status run(const GraphView& graph, const std::int32_t* weight, std::int64_t& total, std::int32_t* in_tree,
           RunOptions& options, cudaStream_t stream = nullptr);

}  // namespace gdsl::mst
