// index=auto: host code that runs kernels with edges of 32 bits where the view has such arrays.
#pragma once

#include "maxwarp/graph_view.h"

namespace maxwarp {

/// The view with the narrow arrays in place of the wide ones.
inline GraphViewOf<narrow_edge_t> narrow_view(const GraphView& graph) {
  GraphViewOf<narrow_edge_t> view;
  static_cast<GraphBase&>(view) = graph;
  view.row_offsets = graph.narrow.row_offsets;
  view.column_offsets = graph.narrow.column_offsets;
  view.column_edges = graph.narrow.column_edges;
  view.twins = graph.narrow.twins;
  return view;
}

/// `function(view)` with the narrow view where the graph has it, else with the graph as it is.
template <typename Function>
auto with_index(const GraphView& graph, Function function) {
  return graph.narrow.row_offsets ? function(narrow_view(graph)) : function(graph);
}

}  // namespace maxwarp
