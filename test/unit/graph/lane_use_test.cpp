// The model of SIMD efficiency ([C] §4) on numbers that are worked out by hand, and its estimates against the exact
// values.
#include "runtime/graph/lane_use.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "maxwarp/degree_width.h"
#include "runtime/graph/options.h"

namespace maxwarp {
namespace {

TEST(LaneUse, OneNodeOf23EdgesAsInThePaper) {
  const std::vector<edge_t> degrees{23};
  const double expected[] = {0, 1, 1, 1, 9, 9};
  for (int i = 0; i < 6; ++i) EXPECT_EQ(lane_use(degrees, group_sizes[i]).intra, expected[i]) << group_sizes[i];
}

TEST(LaneUse, GroupsWaitForTheLongestOfTheirWarp) {
  const std::vector<edge_t> degrees{5, 17, 16, 0, 40};  // groups of 16: two to a warp
  const LaneUse use = lane_use(degrees, 16);
  EXPECT_EQ(use.edges, 78);
  EXPECT_EQ(use.intra, 11 + 15 + 0 + 0 + 8);
  EXPECT_EQ(use.inter, 16 + 16 + 3 * 16);  // 5 waits a step for 17, 0 one for 16, no node three for 40
  EXPECT_DOUBLE_EQ(use.efficiency(), 78.0 / (78 + 34 + 80));
  EXPECT_DOUBLE_EQ(use.efficiency() + use.intra_rate() + use.inter_rate(), 1);
}

TEST(LaneUse, NothingIsNoUse) {
  EXPECT_EQ(lane_use({}, 4).efficiency(), 0);
  EXPECT_EQ(lane_use(std::vector<edge_t>{0, 0}, 4).inter, 0);
  EXPECT_EQ(expected_lane_use({}, 4).efficiency(), 0);
}

// All orders of four nodes, two of them to a warp.
TEST(LaneUse, TheExpectedValueIsTheMeanOverAllOrders) {
  std::vector<edge_t> degrees{1, 16, 33, 70, 2};
  std::vector<std::int64_t> count(71, 0);
  for (const edge_t degree : degrees) ++count[static_cast<std::size_t>(degree)];
  std::sort(degrees.begin(), degrees.end());
  double inter = 0, orders = 0;
  do {
    inter += lane_use(degrees, 16).inter;
    ++orders;
  } while (std::next_permutation(degrees.begin(), degrees.end()));
  EXPECT_NEAR(expected_lane_use(count, 16).inter, inter / orders, 1e-9);
  EXPECT_EQ(expected_lane_use(count, 16).intra, lane_use(degrees, 16).intra);
}

int width_of(const std::vector<edge_t>& degrees) {
  std::vector<edge_t> offsets{0};
  for (const edge_t degree : degrees) offsets.push_back(offsets.back() + degree);
  return efficient_width(offsets.data(), static_cast<node_t>(degrees.size()));
}

// Where all have four edges, groups of 1, 2 and 4 lanes use all lanes.
TEST(LaneUse, DegreesSuggestTheWidestOfTheBestGroups) {
  EXPECT_EQ(width_of(std::vector<edge_t>(1024, 4)), 4);
  EXPECT_EQ(width_of(std::vector<edge_t>(1024, 1)), 1);
  EXPECT_EQ(width_of({0, 200'000, 0, 0}), 32);  // more edges than are counted in an array
  EXPECT_EQ(width_of({}), 32);
}

TEST(LaneUse, AWiderGroupMayTakeOneSlotIn64More) {
  const int equal[] = {64, 65, 66, 70, 80, 90}, none[] = {0, 0, 0, 0, 0, 0};
  EXPECT_EQ(fewest_slots(equal), 2);
  EXPECT_EQ(fewest_slots(none), 32);
}

// On nodes whose numbers say nothing about degrees: 1 % of the warps within 2 points, the histogram within 3.
class Estimates : public testing::TestWithParam<const char*> {};

TEST_P(Estimates, AreNearTheExactValues) {
  GraphOptions options;
  options.graph = GetParam();
  const auto loaded = load_graph(options);
  ASSERT_TRUE(loaded);
  for (const LaneUseRow& row : lane_use_of(loaded->graph)) {
    EXPECT_NEAR(row.sampled.efficiency(), row.exact.efficiency(), 0.02) << row.group;
    EXPECT_NEAR(row.expected.efficiency(), row.exact.efficiency(), 0.03) << row.group;
  }
}
INSTANTIATE_TEST_SUITE_P(LaneUse, Estimates,
                         testing::Values("kron:17:16", "uniform:131072:1048576", "grid:320:320", "road:400:400"));

// R-MAT as it is generated: neighboring numbers have related degrees, which are no random draws. Whole warps tell.
TEST(LaneUse, OnlyASampleKnowsNumbersThatTellDegrees) {
  GraphOptions options;
  options.graph = "rmat:17:16";
  const auto loaded = load_graph(options);
  ASSERT_TRUE(loaded);
  for (const LaneUseRow& row : lane_use_of(loaded->graph)) {
    EXPECT_NEAR(row.sampled.efficiency(), row.exact.efficiency(), 0.02) << row.group;
    EXPECT_NEAR(row.expected.intra, row.exact.intra, 1) << row.group;  // no draw has a part in it
    if (row.group < 16) EXPECT_LT(row.expected.efficiency(), row.exact.efficiency() - 0.1) << row.group;
  }
}

}  // namespace
}  // namespace maxwarp
