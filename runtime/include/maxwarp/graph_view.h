// A graph as generated code sees it: plain pointers into memory of the engine (device memory for
// CUDA, host memory otherwise). Nothing is owned; the caller keeps the arrays alive.
#pragma once

#include "maxwarp/types.h"

namespace maxwarp {

/// How nodes are numbered: as they were given, or in an order that maxwarp/numbering.h makes.
enum class Numbering : std::uint8_t { Given, Neighbors, Degree, BreadthFirst };

/// The arrays of a view that hold edges, in 32 bits; null where the caller has none (see with_index of
/// maxwarp/index.h).
struct NarrowIndex {
  const narrow_edge_t* row_offsets = nullptr;
  const narrow_edge_t* column_offsets = nullptr;
  const narrow_edge_t* column_edges = nullptr;
  const narrow_edge_t* twins = nullptr;
};

/// What a view holds whatever the type of edges in its arrays is.
struct GraphBase {
  node_t nodes = 0;
  edge_t edges = 0;
  const node_t* targets = nullptr;         // edges
  const node_t* sources = nullptr;         // edges, in column order, FormColumns
  const node_t* edge_sources = nullptr;    // edges, FormEdgeSources
  const node_t* own_numbers = nullptr;     // nodes, FormOwnNumbers: the number of v in the graph that was given
  const node_t* numbered_nodes = nullptr;  // nodes, FormOwnNumbers: the node with that number
  std::int64_t max_outdegree = 0;
  std::int64_t max_indegree = 0;
  std::int64_t outlier_outdegree = 0;  // degrees above which nodes are outliers (maxwarp/outliers.h); 0: not known
  std::int64_t outlier_indegree = 0;
  std::int64_t split_outdegree = 0;  // degrees at which rows and columns are cut (maxwarp/split.h); 0: not known
  std::int64_t split_indegree = 0;
  int efficient_outwidth = 0;  // of virtual warps, by the degrees (maxwarp/degree_width.h); 0: not known
  int efficient_inwidth = 0;
  bool symmetric = false;     // every edge is present in both directions
  unsigned forms = FormRows;  // the GraphForm bits that are filled in
};

/// Directed graph with `nodes` nodes and `edges` edges; an undirected graph holds both directions. `Edge`: the type of
/// edges and offsets in its arrays. Callers fill in a GraphView; kernels of `index=auto` take one of either type.
template <typename Edge>
struct GraphViewOf : GraphBase {
  const Edge* row_offsets = nullptr;     // nodes + 1: edges of v are row_offsets[v] .. row_offsets[v + 1]
  const Edge* column_offsets = nullptr;  // nodes + 1, FormColumns
  const Edge* column_edges = nullptr;    // edges: id (place in `targets`) of the edge in column order, FormColumns
  const Edge* twins = nullptr;           // edges, FormTwins
  NarrowIndex narrow;                    // FormNarrow: instead of the wide arrays of the same names, or beside them
};
using GraphView = GraphViewOf<edge_t>;

}  // namespace maxwarp
