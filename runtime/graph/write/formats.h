// The writers of one format each, for write_graph, which has checked that the graph fits the format.
#pragma once

#include "runtime/graph/graph.h"
#include "runtime/graph/write/output.h"

namespace maxwarp {

void write_binary(Output& out, const Graph& graph);
/// GAP's .sg, or .wsg with weights.
void write_gap(Output& out, const Graph& graph, bool weighted);
void write_matrix_market(Output& out, const Graph& graph);
void write_dimacs(Output& out, const Graph& graph);
void write_metis(Output& out, const Graph& graph);
/// With the graph's labels; `weights`: a third column.
void write_edge_list(Output& out, const Graph& graph, bool weights);
/// The three parts of a Graphalytics graph. `undirected`: each edge once.
void write_vertices(Output& out, const Graph& graph);
void write_edges(Output& out, const Graph& graph, bool undirected);
void write_properties(Output& out, const Graph& graph, const std::string& name, bool undirected);

}  // namespace maxwarp
