// From edges to rows: the one place where a graph is built from edges in any order.
#pragma once

#include "runtime/graph/build/edge_store.h"

namespace maxwarp {

/// The graph of the edges in `store`, whose ends are 0 .. nodes - 1 (sources after adding their piece's
/// first_source). Edges of a node keep the order of the store, whatever the number of threads. Empties the
/// store: its blocks go back to the system while the rows take their place, so that the peak is the store
/// plus the row offsets. Throws std::bad_alloc.
Graph build_rows(node_t nodes, EdgeStore& store, Labels labels = {});

}  // namespace maxwarp
