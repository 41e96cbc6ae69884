// Statistics of the SIMT engine against counts made by hand.
#include <gtest/gtest.h>

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

TEST_F(Statistics, AreTheSameInEveryOrder) {
  ASSERT_EQ(run_branch(), cudaSuccess);
  const maxwarp::simt::Statistics forward = maxwarp::simt::statistics(0);
  for (std::uint64_t seed : {1, 2, 3}) {
    maxwarp::simt::clear_statistics();
    maxwarp::simt::set_order({maxwarp::simt::OrderKind::Random, seed});
    ASSERT_EQ(run_branch(), cudaSuccess);
    EXPECT_EQ(maxwarp::simt::statistics(0).issued, forward.issued);
    EXPECT_EQ(maxwarp::simt::statistics(0).sectors, forward.sectors);
  }
}

}  // namespace
}  // namespace simt_test
