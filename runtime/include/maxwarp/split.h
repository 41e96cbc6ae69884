// The degree at which rows are cut ([R] §III-B): host code, for callers that fill a GraphView.
#pragma once

#include "maxwarp/graph_view.h"

namespace maxwarp {

/// The threshold of `granularity=hierarchical` and `split` without one (MDT of [R]): degrees from 0 to the largest are
/// put into ten bins of the same width, and the upper end of the fullest bin is the threshold, so that most nodes stay
/// whole and rows are about as long as theirs. Bins are counted from 1; a degree on a boundary belongs to the lower
/// bin; of equally full bins, the first counts. At least 1. `offsets`: nodes + 1 running sums of the degrees.
inline std::int64_t split_degree(const edge_t* offsets, node_t nodes) {
  constexpr std::int64_t bins = 10;
  edge_t largest = 0;
  for (node_t v = 0; v < nodes; ++v)
    largest = offsets[v + 1] - offsets[v] > largest ? offsets[v + 1] - offsets[v] : largest;
  if (largest == 0) return 1;
  std::int64_t height[bins] = {};
  for (node_t v = 0; v < nodes; ++v) {
    const edge_t degree = offsets[v + 1] - offsets[v];
    ++height[degree == 0 ? 0 : (degree * bins - 1) / largest];
  }
  std::int64_t fullest = 0;
  for (std::int64_t bin = 1; bin < bins; ++bin)
    if (height[bin] > height[fullest]) fullest = bin;
  const std::int64_t end = largest * (fullest + 1) / bins;
  return end > 1 ? end : 1;
}

}  // namespace maxwarp
