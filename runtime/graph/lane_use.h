// How well the lanes of warps are used when groups of them share nodes: the model of [C] §4. A warp of 32 lanes is cut
// into groups of S; each group has one node of a frontier and takes S of its edges at a time, until the group with the
// most edges of the warp is done.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/graph/graph.h"

namespace maxwarp {

/// The group sizes of the paper, sm-1 to sm-32.
inline constexpr int group_sizes[] = {1, 2, 4, 8, 16, 32};
inline constexpr int warp_lanes = 32;

/// Lane slots: one is a lane for the time of one step of its warp.
struct LaneUse {
  double edges = 0;  // slots that have an edge
  double intra = 0;  // U_A: slots of a group in its last step that have none ([C] eq. 1)
  double inter = 0;  // U_R: slots of groups that wait for the longest one of their warp, or have no node ([C] eq. 2)

  /// Shares of all slots, from 0 to 1; 0 where there are none.
  double intra_rate() const { return share(intra); }
  double inter_rate() const { return share(inter); }
  /// ME: the paper names it and has no equation. Here: edges / (edges + U_A + U_R), with U_R as eq. 2 has it, since eq.
  /// 3 leaves the rounding out.
  double efficiency() const { return share(edges); }

  friend bool operator==(const LaneUse&, const LaneUse&) = default;

 private:
  double share(double slots) const {
    const double all = edges + intra + inter;
    return all == 0 ? 0 : slots / all;
  }
};

/// Exact, for nodes with these degrees in this order. `group`: a power of two up to 32. Groups of the last warp without
/// a node count as waiting.
LaneUse lane_use(std::span<const edge_t> degrees, int group);

/// Estimated from one warp of `stride`, chosen at random (of fewer where there would be less than 256 of them), for a
/// frontier with `edges` in all. Few nodes have most edges, so totals of a sample are far off. But slots grow with the
/// edges of a warp, and those of all are known: the estimate is the regression on them.
LaneUse sampled_lane_use(std::span<const edge_t> degrees, int group, std::int64_t stride, edge_t edges);

/// Expected, for as many nodes in an order that is not known: `count[d]` of them have d edges. The longest group of a
/// warp is the largest of 32 / S draws without replacement.
LaneUse expected_lane_use(std::span<const std::int64_t> count, int group);

/// All out-edges of a graph, with every node in the frontier, in ascending order.
struct LaneUseRow {
  int group = 1;
  LaneUse exact;
  LaneUse sampled;   // one warp of a hundred
  LaneUse expected;  // from the histogram of out-degrees
};
/// One row for each of the group sizes.
std::vector<LaneUseRow> lane_use_of(const Graph& graph);

}  // namespace maxwarp
