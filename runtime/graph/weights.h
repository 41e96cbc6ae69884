// Weights that are not the file's.
#pragma once

#include "runtime/graph/graph.h"

#include <cstdint>

namespace maxwarp {

/// Every edge gets weight 1 (Int).
void set_unit_weights(Graph& graph);

/// Every edge gets an integer in low .. high (both included, within int32 and below `inf`), a hash of the
/// seed and its two end points: the same in both directions, and for repeated edges.
void set_random_weights(Graph& graph, std::int32_t low, std::int32_t high, std::uint64_t seed);

}  // namespace maxwarp
