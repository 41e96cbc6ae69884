// label_propagation from examples/label_propagation/label_propagation.gdsl, by gdslc 0.1.0.
// Mapping: granularity=warp:8
#pragma once

#include <maxwarp/graph_view.h>
#include <maxwarp/worklist.h>

#include <cuda_runtime.h>

namespace gdsl::label_propagation {

using namespace maxwarp;

/// The forms of the graph that this mapping reads.
inline constexpr unsigned forms = FormRows | FormColumns;

/// Bytes of device memory that `run` needs for itself.
std::size_t workspace_bytes(const GraphView& graph);

/// Communities by label propagation (CDLP of Graphalytics): in every round each node takes the label that is
/// most frequent among its neighbors, the smallest of those that tie. An edge in both directions counts
/// twice.
///
/// `rounds`: argument
/// `label`: result, one value a node
///
/// Arrays are in device memory and belong to the caller. `options` brings the workspace and takes the number
/// of rounds. Returns after all work on the stream is done. Calls with workspaces and results of their own
/// may run at the same time.
Status run(const GraphView& graph, std::int32_t rounds, node_t* label, RunOptions& options,
           cudaStream_t stream = nullptr);

}  // namespace gdsl::label_propagation
