// Weights that are not the file's.
#pragma once

#include <cstdint>

#include "runtime/graph/graph.h"

namespace maxwarp {

/// Every edge gets weight 1 (Int).
void set_unit_weights(Graph& graph);

/// Every edge gets an integer in low .. high (both included, within int32 and below `inf`), a hash of the
/// seed and its two end points: the same in both directions, and for repeated edges.
void set_random_weights(Graph& graph, std::int32_t low, std::int32_t high, std::uint64_t seed);

/// Int weights become Double.
void widen_weights(Graph& graph);

/// Widens Int weights where one of them is `inf`, which no Int weight is. For those who copy int32 from
/// files.
void widen_infinite_weights(Graph& graph);

}  // namespace maxwarp
