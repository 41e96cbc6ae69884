// The width of virtual warps that the degrees of a graph suggest (`granularity=warp:static`): host code, for callers
// that fill a GraphView.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "maxwarp/graph_view.h"
#include "maxwarp/width.h"

namespace maxwarp {

/// So many nodes have that degree.
struct DegreeCount {
  edge_t degree;
  std::int64_t nodes;
};

/// The degrees that occur, ascending. `offsets`: nodes + 1 running sums of the degrees.
inline std::vector<DegreeCount> counted_degrees(const edge_t* offsets, node_t nodes) {
  constexpr edge_t usual = 1 << 16;  // few nodes have more edges
  std::vector<std::int64_t> low;
  std::map<edge_t, std::int64_t> high;
  for (node_t v = 0; v < nodes; ++v) {
    const edge_t degree = offsets[v + 1] - offsets[v];
    const auto place = static_cast<std::size_t>(degree);
    if (degree < usual && place >= low.size()) low.resize(place + 1);
    ++(degree < usual ? low[place] : high[degree]);
  }
  std::vector<DegreeCount> counts;
  for (std::size_t degree = 0; degree < low.size(); ++degree)
    if (low[degree]) counts.push_back({static_cast<edge_t>(degree), low[degree]});
  for (const auto& [degree, count] : high) counts.push_back({degree, count});
  return counts;
}

/// The lane slots that groups of `width` lanes are expected to take if all of these nodes act, in an order that is not
/// known ([C] §5.4, "static analysis"). A warp has 32 / width of them, drawn without replacement, and waits for the
/// longest. `counts`: ascending degrees.
inline double expected_slots(const std::vector<DegreeCount>& counts, int width) {
  std::vector<std::pair<std::int64_t, std::int64_t>> up_to;  // steps, and how many nodes need at most so many
  std::int64_t nodes = 0;
  for (const DegreeCount& one : counts) {
    const std::int64_t steps = (one.degree + width - 1) / width;
    nodes += one.nodes;
    if (up_to.empty() || up_to.back().first != steps) up_to.emplace_back(steps, nodes);
    up_to.back().second = nodes;
  }
  const auto longest = [&](std::int64_t draws) {
    double expected = 0, before = 0;
    for (const auto& [steps, at_most] : up_to) {
      double none_above = 1;
      for (std::int64_t drawn = 0; drawn < draws; ++drawn)
        none_above *= static_cast<double>(std::max<std::int64_t>(at_most - drawn, 0)) /
                      static_cast<double>(nodes - drawn);
      expected += static_cast<double>(steps) * (none_above - before);
      before = none_above;
    }
    return expected;
  };
  const std::int64_t groups = 32 / width, warps = nodes / groups, rest = nodes % groups;
  return 32 * ((warps ? static_cast<double>(warps) * longest(groups) : 0) + (rest ? longest(rest) : 0));
}

/// The width that is expected to take the fewest slots, by the rule of fewest_slots.
inline int efficient_width(const edge_t* offsets, node_t nodes) {
  const std::vector<DegreeCount> counts = counted_degrees(offsets, nodes);
  double slots[tile_widths];
  for (int i = 0; i < tile_widths; ++i) slots[i] = expected_slots(counts, 1 << i);
  return fewest_slots(slots);
}

}  // namespace maxwarp
