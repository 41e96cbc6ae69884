// Slots of lanes, counted warp by warp or expected from a histogram.
#include "runtime/graph/lane_use.h"

#include <algorithm>

#include "maxwarp/degree_width.h"
#include "runtime/graph/hash.h"
#include "runtime/graph/info.h"

namespace maxwarp {
namespace {

std::int64_t steps_of(edge_t degree, int group) { return (degree + group - 1) / group; }

/// The slots of one warp; it may have fewer nodes than groups.
LaneUse use_of_warp(std::span<const edge_t> degrees, int group) {
  std::int64_t longest = 0, steps = 0, edges = 0;
  for (const edge_t degree : degrees) {
    longest = std::max(longest, steps_of(degree, group));
    steps += steps_of(degree, group);
    edges += degree;
  }
  return {static_cast<double>(edges), static_cast<double>(steps * group - edges),
          static_cast<double>(longest * warp_lanes - steps * group)};
}

/// Calls visit(the degrees of a warp) for each warp that `chosen` picks by its number; how many warps there are.
template <typename Chosen, typename Visit>
double each_warp(std::span<const edge_t> degrees, int group, Chosen chosen, Visit visit) {
  const auto groups = static_cast<std::size_t>(warp_lanes / group);
  const std::size_t warps = (degrees.size() + groups - 1) / groups;
  for (std::size_t warp = 0; warp < warps; ++warp)
    if (chosen(warp)) visit(degrees.subspan(warp * groups, std::min(groups, degrees.size() - warp * groups)));
  return static_cast<double>(warps);
}

/// Pairs (x, y) of a sample; the total of y over all, where the total of x is known.
class Regression {
 public:
  void add(double x, double y) { n_ += 1, x_ += x, y_ += y, xx_ += x * x, xy_ += x * y; }
  double total(double all, double total_x) const {
    if (n_ == 0) return 0;
    const double spread = xx_ - x_ * x_ / n_;
    const double slope = spread > 0 ? (xy_ - x_ * y_ / n_) / spread : 0;
    return all * (y_ / n_ + slope * (total_x / all - x_ / n_));
  }

 private:
  double n_ = 0, x_ = 0, y_ = 0, xx_ = 0, xy_ = 0;
};

}  // namespace

LaneUse lane_use(std::span<const edge_t> degrees, int group) {
  LaneUse use;
  each_warp(
      degrees, group, [](std::size_t) { return true; },
      [&](std::span<const edge_t> warp) {
        const LaneUse own = use_of_warp(warp, group);
        use.edges += own.edges, use.intra += own.intra, use.inter += own.inter;
      });
  return use;
}

LaneUse sampled_lane_use(std::span<const edge_t> degrees, int group, std::int64_t stride, edge_t edges) {
  constexpr std::int64_t least_warps = 256;  // of fewer the mean is off by more than two points
  const std::int64_t warps_of_all = static_cast<std::int64_t>(degrees.size()) * group / warp_lanes;
  const auto one_of = static_cast<std::uint64_t>(std::clamp<std::int64_t>(warps_of_all / least_warps, 1, stride));
  Regression intra, inter;
  const double warps = each_warp(
      degrees, group, [&](std::size_t warp) { return random_bits(1, warp) % one_of == 0; },
      [&](std::span<const edge_t> warp) {
        const LaneUse use = use_of_warp(warp, group);
        intra.add(use.edges, use.intra);
        inter.add(use.edges, use.inter);
      });
  const auto all = static_cast<double>(edges);
  return {all, std::max(0.0, intra.total(warps, all)), std::max(0.0, inter.total(warps, all))};
}

LaneUse expected_lane_use(std::span<const std::int64_t> count, int group) {
  std::vector<DegreeCount> degrees;
  std::int64_t edges = 0, steps = 0;
  for (std::size_t place = 0; place < count.size(); ++place) {
    if (count[place] == 0) continue;
    const auto degree = static_cast<edge_t>(place);
    degrees.push_back({degree, count[place]});
    edges += count[place] * degree;
    steps += count[place] * steps_of(degree, group);
  }
  const auto taken = static_cast<double>(steps * group);
  return {static_cast<double>(edges), taken - static_cast<double>(edges), expected_slots(degrees, group) - taken};
}

std::vector<LaneUseRow> lane_use_of(const Graph& graph) {
  std::vector<edge_t> degrees(static_cast<std::size_t>(graph.nodes));
  for (node_t v = 0; v < graph.nodes; ++v)
    degrees[static_cast<std::size_t>(v)] = graph.row_offsets[v + 1] - graph.row_offsets[v];
  const std::vector<std::int64_t> count = degree_counts(graph.row_offsets, graph.nodes);
  std::vector<LaneUseRow> rows;
  for (const int group : group_sizes)
    rows.push_back({group, lane_use(degrees, group), sampled_lane_use(degrees, group, 100, graph.edges()),
                    expected_lane_use(count, group)});
  return rows;
}

}  // namespace maxwarp
