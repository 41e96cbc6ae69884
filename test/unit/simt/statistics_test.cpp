// Statistics of the SIMT engine against counts made by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "runtime/simt/include/maxwarp_simt.h"
#include "test/unit/simt/cases.h"

namespace simt_test {
namespace {

class Statistics : public testing::Test {
 protected:
  void SetUp() override {
    maxwarp::simt::clear_findings();
    maxwarp::simt::clear_statistics();
    maxwarp::simt::set_order({});
    maxwarp::simt::collect_statistics(true);
  }
  void TearDown() override { maxwarp::simt::collect_statistics(false); }
};

TEST_F(Statistics, CountsSectorsOfARequest) {
  for (auto [stride, sectors] : {std::pair{0, 1}, {1, 4}, {2, 8}, {8, 32}, {31, 32}}) {
    maxwarp::simt::clear_statistics();
    ASSERT_EQ(run_strided(stride), cudaSuccess);
    ASSERT_EQ(maxwarp::simt::statistics_count(), 1u);
    const maxwarp::simt::Statistics& counts = maxwarp::simt::statistics(0);
    EXPECT_EQ(counts.requests, 2u);
    EXPECT_EQ(counts.sectors, static_cast<std::uint64_t>(sectors) + 4) << "stride " << stride;
  }
}

TEST_F(Statistics, CountsIdleLanesOfALoop) {
  ASSERT_EQ(run_branch(), cudaSuccess);
  const maxwarp::simt::Statistics& counts = maxwarp::simt::statistics(0);
  // The loop body: three issues, and 0 + 1 + 2 + 3 executions in each group of four lanes.
  EXPECT_GT(counts.issued, 3u);
  EXPECT_LT(counts.active_lanes, 32 * counts.issued);
  EXPECT_GE(counts.active_lanes, 8u * 6u);
  EXPECT_EQ(counts.launches, 1u);
  EXPECT_EQ(counts.blocks, 1u);
}

TEST_F(Statistics, CountsAtomicsAndTheirConflicts) {
  ASSERT_EQ(run_contend(), cudaSuccess);
  const maxwarp::simt::Statistics& counts = maxwarp::simt::statistics(0);
  EXPECT_EQ(counts.atomics, 64u);
  EXPECT_EQ(counts.atomic_conflicts, 56u);
  EXPECT_EQ(counts.active_lanes, 32 * counts.issued);
}

TEST_F(Statistics, LanesMeetInEachIterationOfAnOuterLoop) {
  ASSERT_EQ(run_nest(), cudaSuccess);
  // Some lane makes two inner steps in each outer one: 4 * 2 loads of the warp, not the 6 that the busiest
  // lane makes.
  const maxwarp::simt::Statistics& counts = maxwarp::simt::statistics(0);
  EXPECT_EQ(counts.requests, 4u * 2u + 1u);
  EXPECT_EQ(counts.sectors, 4u * 2u + 4u);
}

TEST_F(Statistics, LanesCountTheStepsThatTheyMakeTogether) {
  for (const maxwarp::simt::OrderKind order : {maxwarp::simt::OrderKind::Forward, maxwarp::simt::OrderKind::Reverse,
                                               maxwarp::simt::OrderKind::Random, maxwarp::simt::OrderKind::Split}) {
    maxwarp::simt::set_order({order});
    maxwarp::StepCounts counts;
    ASSERT_EQ(run_steps(&counts), cudaSuccess);
    EXPECT_EQ(counts.lanes, 2u * 4u * (0 + 1 + 2 + 3 + 4 + 5 + 6 + 7));
    EXPECT_EQ(counts.groups, 2u * 4u * (0 + 4));
    EXPECT_EQ(counts.warps, 2u * 7u) << "the lane with most steps";
  }
}

TEST_F(Statistics, TellsPhasesApart) {
  ASSERT_EQ(run_two_phases(), cudaSuccess);
  const maxwarp::simt::Statistics totals = maxwarp::simt::statistics(0);
  EXPECT_EQ(totals.requests, 10u * 2u + 1u);
  std::uint64_t requests[2] = {}, issued[2] = {}, lanes[2] = {}, sum = 0;
  for (std::size_t i = 0; i < maxwarp::simt::line_statistics_count(0); ++i) {
    const maxwarp::simt::LineStatistics& line = maxwarp::simt::line_statistics(0, i);
    ASSERT_LT(line.phase, 2u);
    requests[line.phase] += line.requests;
    issued[line.phase] += line.issued;
    lanes[line.phase] += line.active_lanes;
    sum += line.issued;
    EXPECT_EQ(std::string(line.line).rfind("misc.cu:", 0), 0u) << line.line;
  }
  EXPECT_EQ(requests[0], 20u);
  EXPECT_EQ(requests[1], 1u);
  EXPECT_LT(lanes[0], 16 * issued[0]) << "most of the first phase is the work of one lane";
  EXPECT_EQ(lanes[1], 32 * issued[1]);
  EXPECT_EQ(sum, totals.issued);
}

TEST_F(Statistics, CountsBarriersOfTheGrid) {
  const auto cases = progress_cases();
  const auto hooked = std::ranges::find(cases, std::string("hooked_grid_barrier"), &RightCase::name);
  ASSERT_NE(hooked, cases.end());
  bool right = false;
  ASSERT_EQ(hooked->run(right), cudaSuccess);
  EXPECT_EQ(maxwarp::simt::statistics(0).grid_barriers, 1u);
  maxwarp::simt::clear_statistics();
  ASSERT_EQ(run_two_phases(), cudaSuccess);
  EXPECT_EQ(maxwarp::simt::statistics(0).grid_barriers, 0u);
}

TEST_F(Statistics, TotalsAreThoseOfAllLines) {
  ASSERT_EQ(run_two_phases(), cudaSuccess);
  ASSERT_EQ(run_nest(), cudaSuccess);
  const maxwarp::simt::Totals totals = maxwarp::simt::totals();
  std::uint64_t issued = 0, lanes = 0, sectors = 0;
  for (std::size_t i = 0; i < maxwarp::simt::statistics_count(); ++i) {
    const maxwarp::simt::Statistics& kernel = maxwarp::simt::statistics(i);
    issued += kernel.issued, lanes += kernel.active_lanes, sectors += kernel.sectors;
  }
  EXPECT_GT(issued, 0u);
  EXPECT_EQ(totals.issued, issued);
  EXPECT_EQ(totals.active_lanes, lanes);
  EXPECT_EQ(totals.sectors, sectors);
}

TEST_F(Statistics, AreTheSameInEveryOrder) {
  for (cudaError_t (*run)() : {run_branch, run_two_phases, run_nest}) {
    maxwarp::simt::clear_statistics();
    maxwarp::simt::set_order({});
    ASSERT_EQ(run(), cudaSuccess);
    const maxwarp::simt::Statistics forward = maxwarp::simt::statistics(0);
    for (const maxwarp::simt::Order order : {maxwarp::simt::Order{maxwarp::simt::OrderKind::Reverse, 1},
                                             maxwarp::simt::Order{maxwarp::simt::OrderKind::Random, 1},
                                             maxwarp::simt::Order{maxwarp::simt::OrderKind::Random, 2}}) {
      maxwarp::simt::clear_statistics();
      maxwarp::simt::set_order(order);
      ASSERT_EQ(run(), cudaSuccess);
      EXPECT_EQ(maxwarp::simt::statistics(0).issued, forward.issued);
      EXPECT_EQ(maxwarp::simt::statistics(0).active_lanes, forward.active_lanes);
      EXPECT_EQ(maxwarp::simt::statistics(0).sectors, forward.sectors);
    }
  }
}

TEST_F(Statistics, CountsStepsOfLanes) {
  const std::uint64_t before = maxwarp::simt::lane_steps();
  ASSERT_EQ(run_two_phases(), cudaSuccess);
  // 10 loads and stores of one lane; a collective and a store of each.
  EXPECT_EQ(maxwarp::simt::lane_steps() - before, 20u + 2 * 32u);
  EXPECT_EQ(maxwarp::simt::statistics(0).lane_steps, 20u + 2 * 32u);
}

}  // namespace
}  // namespace simt_test
