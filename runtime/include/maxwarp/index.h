// index=auto: host code that runs kernels with edges of 32 bits where the view has such arrays.
#pragma once

#include "maxwarp/graph_view.h"

namespace maxwarp {

/// The view with the narrow arrays in place of the wide ones.
inline GraphViewOf<narrow_edge_t> narrow_view(const GraphView& graph) {
  GraphViewOf<narrow_edge_t> view;
  view.nodes = graph.nodes;
  view.edges = graph.edges;
  view.row_offsets = graph.narrow.row_offsets;
  view.targets = graph.targets;
  view.column_offsets = graph.narrow.column_offsets;
  view.sources = graph.sources;
  view.column_edges = graph.narrow.column_edges;
  view.edge_sources = graph.edge_sources;
  view.twins = graph.narrow.twins;
  view.own_numbers = graph.own_numbers;
  view.numbered_nodes = graph.numbered_nodes;
  view.max_outdegree = graph.max_outdegree;
  view.max_indegree = graph.max_indegree;
  view.outlier_outdegree = graph.outlier_outdegree;
  view.outlier_indegree = graph.outlier_indegree;
  view.split_outdegree = graph.split_outdegree;
  view.split_indegree = graph.split_indegree;
  view.efficient_outwidth = graph.efficient_outwidth;
  view.efficient_inwidth = graph.efficient_inwidth;
  view.symmetric = graph.symmetric;
  view.forms = graph.forms;
  return view;
}

/// `function(view)` with the narrow view where the graph has it, else with the graph as it is.
template <typename Function>
auto with_index(const GraphView& graph, Function function) {
  return graph.narrow.row_offsets ? function(narrow_view(graph)) : function(graph);
}

}  // namespace maxwarp
