// The orders of nodes of maxwarp/numbering.h on all threads, and kept in files: on large graphs they take seconds.
#pragma once

#include <string>
#include <vector>

#include "maxwarp/numbering.h"
#include "runtime/graph/graph.h"

namespace maxwarp {

/// What `node_order` gives, whatever the number of threads.
std::vector<node_t> parallel_node_order(const Graph& graph, Numbering numbering);

/// The same, from a file in `folder` that an earlier call has left for a graph with the same edges; else that file is
/// written. A file that is damaged, or cannot be written, costs the time alone. Empty `folder`: no file.
std::vector<node_t> kept_node_order(const Graph& graph, Numbering numbering, const std::string& folder);

}  // namespace maxwarp
