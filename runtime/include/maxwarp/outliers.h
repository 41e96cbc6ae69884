// The degree above which nodes are outliers: host code, for callers that fill a GraphView.
#pragma once

#include "maxwarp/graph_view.h"

namespace maxwarp {

/// The threshold of `outliers=defer` without one: the smallest power of two, of 32 at least, that at most one node in
/// 64 exceeds. So outliers are few ([H] §3.2), whatever the mean is; if all degrees are alike, there are none.
/// `offsets`: nodes + 1 running sums of the degrees.
inline std::int64_t outlier_degree(const edge_t* offsets, node_t nodes) {
  std::int64_t exceed[48] = {};  // nodes of more than 2^i edges
  for (node_t v = 0; v < nodes; ++v) {
    const edge_t degree = offsets[v + 1] - offsets[v];
    for (int i = 5; i < 48 && degree > edge_t{1} << i; ++i) ++exceed[i];
  }
  int i = 5;
  while (i < 47 && exceed[i] > nodes / 64) ++i;
  return std::int64_t{1} << i;
}

}  // namespace maxwarp
