// Going over a graph's edges by their targets without a second copy of them: the targets are cut into
// ranges, and the thread that has a range reads all rows and picks the edges that end in it. Reading rows in
// their order is fast, each range sees its edges in the order of their sources, and no memory is needed.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/graph/graph.h"

namespace maxwarp {

/// Nodes first .. end - 1, into which `edges` edges lead; `begin` lead into nodes before them.
struct ColumnRange {
  node_t first, end;
  edge_t begin, edges;
};

/// Cuts the nodes into at most `parts` ranges of about equally many incoming edges.
std::vector<ColumnRange> cut_columns(const Graph& graph, int parts);

/// Calls `visit(v, e, w)` for each edge e from v to a w in the range, in the order of the rows.
template <typename Visit>
void scan_columns(const Graph& graph, const ColumnRange& range, Visit visit) {
  const auto width = static_cast<std::uint32_t>(range.end - range.first);
  const node_t* targets = graph.targets.data();
  edge_t e = 0;
  for (node_t v = 0; v < graph.nodes; ++v)
    for (const edge_t end = graph.row_offsets[v + 1]; e < end; ++e)
      if (static_cast<std::uint32_t>(targets[e] - range.first) < width) visit(v, e, targets[e]);
}

/// The incoming edges of one range: those of node first + i are offsets[i] .. offsets[i + 1].
struct ColumnSlab {
  ColumnRange range;
  Array<edge_t> offsets;
  Array<node_t> sources;
  Array<edge_t> edges;  // only where they were asked for
};
ColumnSlab columns_in(const Graph& graph, const ColumnRange& range, bool with_edges);

}  // namespace maxwarp
