// Three algorithms written by hand with maxwarp/kernel.cuh, each as a function that may be called from any C++ program.
// Arrays are in device memory and belong to the caller; `width` is that of the virtual warps, 1 (threads), 2, 4, 8, 16
// or 32, anything else gives StatusCode::BadArgument. `options` brings a workspace of as many bytes as the function
// beside tells. Each returns after its work on the stream is done.
#pragma once

#include <cuda_runtime.h>
#include <maxwarp/graph_view.h>
#include <maxwarp/worklist.h>

namespace handwritten {

using namespace maxwarp;

/// `sorted`: the `count` numbers of `data`, ascending. The two arrays are different ones.
Status merge_sort(int width, const std::int32_t* data, std::int64_t count, std::int32_t* sorted, RunOptions& options,
                  cudaStream_t stream = nullptr);
std::size_t merge_sort_workspace_bytes(std::int64_t count);

/// Replaces the matrix of `n` rows of `n` values by its factors: L below the diagonal (ones on it), U the rest. There
/// is no pivoting: no leading submatrix may be singular, and the error is small where the diagonal dominates. No
/// workspace.
Status lu(int width, double* matrix, std::int64_t n, cudaStream_t stream = nullptr);

/// `level`: number of edges on a shortest path from `source`, `infinity<std::int32_t>()` where there is none.
/// `options.rounds`: the rounds that were run.
Status bfs(int width, const GraphView& graph, node_t source, std::int32_t* level, RunOptions& options,
           cudaStream_t stream = nullptr);
std::size_t bfs_workspace_bytes(const GraphView& graph);

}  // namespace handwritten
