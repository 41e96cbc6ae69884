// Worklists of edges that may have edges twice.
#pragma once

#include "maxwarp/worklist.h"

namespace maxwarp {

/// A list with room for `capacity` edges. Those that do not fit are not written, and `size` then exceeds the capacity.
/// Threads that push also leave marks at nodes, from which the list can be rebuilt.
template <typename Edge>
struct BoundedEdgeWorklistOf : EdgeWorklistOf<Edge> {
  std::int64_t capacity = 0;
};
using BoundedEdgeWorklist = BoundedEdgeWorklistOf<edge_t>;

/// A list with room for each edge of the graph once.
template <typename Edge = edge_t>
BoundedEdgeWorklistOf<Edge> take_bounded_edges(WorkspaceLayout& layout, edge_t edges) {
  BoundedEdgeWorklistOf<Edge> list;
  static_cast<EdgeWorklistOf<Edge>&>(list) = layout.take_edge_list<Edge>(edges);
  list.capacity = edges;
  return list;
}

}  // namespace maxwarp
