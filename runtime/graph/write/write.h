// Writing a graph to a file; the ending says the format.
#pragma once

#include <string>

#include "runtime/graph/graph.h"
#include "runtime/graph/result.h"

namespace maxwarp {

/// Writes `graph` to `path`: .mwg (binary, keeps everything), .mtx, .gr (DIMACS; weight 1 where there are
/// none), .el, .wel, .txt (edge lists with the graph's labels; .el leaves the weights out), .sg and .wsg
/// (GAP; without and with integer weights), .v (Graphalytics, with .e and .properties beside it, with
/// labels), .graph (METIS; only for symmetric graphs without self-loops and with integer weights or none);
/// each packed where .gz, .xz or .zst follows. .mtx, .gr and .graph number the nodes from 1, GAP's from 0.
/// Weights survive exactly and keep their kind. A regular file is written beside `path` and renamed, so that
/// no half file is left behind; of Graphalytics' three, none is renamed before all are complete.
MaybeFailure write_graph(const std::string& path, const Graph& graph);

}  // namespace maxwarp
