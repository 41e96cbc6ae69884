// From what a user writes for a node or a set of nodes to node indices.
#pragma once

#include <string>
#include <vector>

#include "runtime/graph/graph.h"
#include "runtime/graph/result.h"

namespace maxwarp {

/// The node labelled `text` (a decimal integer), or `random:1:SEED`. `name` is the argument's name, for
/// messages, here and below.
Result<node_t> resolve_node(const Graph& graph, const std::string& name, const std::string& text);

/// A set of nodes, in the order given: `LABEL`, `LABEL,LABEL,…`, `all`, `random:COUNT[:SEED]` (different
/// nodes of the largest weakly connected component, seed 1 unless given), `@FILE` (one label a line, `#`
/// comments). A label given twice is an error.
Result<std::vector<node_t>> resolve_nodes(const Graph& graph, const std::string& name, const std::string& text);

}  // namespace maxwarp
