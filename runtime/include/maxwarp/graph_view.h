// A graph as generated code sees it: plain pointers into memory of the engine (device memory for
// CUDA, host memory otherwise). Nothing is owned; the caller keeps the arrays alive.
#pragma once

#include "maxwarp/types.h"

namespace maxwarp {

/// The forms in which a graph can be present; a variant says which ones it needs.
enum GraphForm : unsigned {
  FormRows = 1,         // row_offsets, targets: edges by their source (CSR). Always needed.
  FormColumns = 2,      // column_offsets, sources, column_edges: edges by their target (CSC)
  FormEdgeSources = 4,  // edge_sources: the source of each edge of the rows (COO with `targets`)
  FormSortedRows = 8,   // the targets of each row ascend (and so the sources of each column)
  FormTwins = 16,       // twins: the edge in the other direction, of a symmetric graph
};

/// How nodes are numbered: as they were given, or in an order that maxwarp/numbering.h makes.
enum class Numbering : std::uint8_t { Given, Neighbors, Degree, BreadthFirst };

/// Directed graph with `nodes` nodes and `edges` edges; an undirected graph holds both directions.
struct GraphView {
  node_t nodes = 0;
  edge_t edges = 0;
  const edge_t* row_offsets = nullptr;     // nodes + 1: edges of v are row_offsets[v] .. row_offsets[v + 1]
  const node_t* targets = nullptr;         // edges
  const edge_t* column_offsets = nullptr;  // nodes + 1, FormColumns
  const node_t* sources = nullptr;         // edges, in column order, FormColumns
  const edge_t* column_edges = nullptr;    // edges: id (place in `targets`) of the edge in column order, FormColumns
  const node_t* edge_sources = nullptr;    // edges, FormEdgeSources
  const edge_t* twins = nullptr;           // edges, FormTwins
  std::int64_t max_outdegree = 0;
  std::int64_t max_indegree = 0;
  std::int64_t outlier_outdegree = 0;  // degrees above which nodes are outliers (maxwarp/outliers.h); 0: not known
  std::int64_t outlier_indegree = 0;
  std::int64_t split_outdegree = 0;  // degrees at which rows and columns are cut (maxwarp/split.h); 0: not known
  std::int64_t split_indegree = 0;
  bool symmetric = false;     // every edge is present in both directions
  unsigned forms = FormRows;  // the GraphForm bits that are filled in
};

}  // namespace maxwarp
