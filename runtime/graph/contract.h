// The graph of the groups of another graph's nodes: as of communities, which Louvain's method goes on with.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "runtime/graph/graph.h"
#include "runtime/graph/result.h"
#include "runtime/graph/transform.h"

namespace maxwarp {

/// One node for each different value of `groups`, which has one for each node; the value is its label. The edges are
/// those between the nodes of the groups, those within a group are self-loops, and of several `weights` leaves one (see
/// merge_duplicates). Without weights each edge counts 1. Error: as of merge_duplicates.
Result<Graph> contract(const Graph& graph, std::span<const std::int64_t> groups, Duplicates weights = Duplicates::Sum);

/// The groups from a file with lines `label group`, one for each node, in any order, with `#` and `%` for comments: the
/// form in which programs write their results. Error: says where, what was seen, what is expected.
Result<Array<std::int64_t>> read_groups(const std::string& file, const Graph& graph);

}  // namespace maxwarp
