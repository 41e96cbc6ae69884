// The SIMT engine: right kernels give their answers in every order, wrong ones are caught with the right
// kind.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>

#include "runtime/simt/include/maxwarp_simt.h"
#include "test/unit/simt/cases.h"

namespace simt_test {
namespace {

using maxwarp::simt::FindingKind;
using maxwarp::simt::Order;
using maxwarp::simt::OrderKind;

const Order orders[] = {{OrderKind::Forward, 1}, {OrderKind::Reverse, 1}, {OrderKind::Random, 1},
                        {OrderKind::Random, 2},  {OrderKind::Random, 3},  {OrderKind::Random, 4711}};

std::string order_name(const Order& order) {
  if (order.kind == OrderKind::Forward) return "forward";
  return order.kind == OrderKind::Reverse ? "reverse" : "random" + std::to_string(order.seed);
}

template <typename Case>
std::string case_name(const testing::TestParamInfo<std::tuple<Case, Order>>& info) {
  return std::string(std::get<0>(info.param).name) + "_" + order_name(std::get<1>(info.param));
}

std::string all_findings() {
  std::string text;
  for (std::size_t i = 0; i < maxwarp::simt::findings(); ++i)
    text += maxwarp::simt::finding(i).text + std::string("\n");
  return text;
}

struct Fresh {
  explicit Fresh(const Order& order) {
    maxwarp::simt::clear_findings();
    maxwarp::simt::print_findings(false);
    maxwarp::simt::set_order(order);
  }
};

class Right : public testing::TestWithParam<std::tuple<RightCase, Order>> {};

TEST_P(Right, GivesTheKnownAnswer) {
  Fresh fresh(std::get<1>(GetParam()));
  bool right = false;
  cudaError_t error = std::get<0>(GetParam()).run(right);
  EXPECT_EQ(error, cudaSuccess) << all_findings();
  EXPECT_TRUE(right);
  EXPECT_EQ(maxwarp::simt::findings(), 0u) << all_findings();
}

INSTANTIATE_TEST_SUITE_P(Teams, Right,
                         testing::Combine(testing::ValuesIn(team_cases().begin(), team_cases().end()),
                                          testing::ValuesIn(orders)),
                         case_name<RightCase>);
INSTANTIATE_TEST_SUITE_P(Memory, Right,
                         testing::Combine(testing::ValuesIn(memory_cases().begin(), memory_cases().end()),
                                          testing::ValuesIn(orders)),
                         case_name<RightCase>);
INSTANTIATE_TEST_SUITE_P(Progress, Right,
                         testing::Combine(testing::ValuesIn(progress_cases().begin(), progress_cases().end()),
                                          testing::ValuesIn(orders)),
                         case_name<RightCase>);

/// What each wrong case must be reported as.
const std::map<std::string, FindingKind> expected_kinds = {
    {"read_past_end", FindingKind::OutOfBounds},
    {"write_past_end", FindingKind::OutOfBounds},
    {"write_before_start", FindingKind::OutOfBounds},
    {"write_null", FindingKind::OutOfBounds},
    {"read_host_memory", FindingKind::OutOfBounds},
    {"use_after_free", FindingKind::UseAfterFree},
    {"uninitialized_device", FindingKind::Uninitialized},
    {"vector_past_end", FindingKind::OutOfBounds},
    {"misaligned", FindingKind::Misaligned},
    {"shared_past_end", FindingKind::OutOfBounds},
    {"uninitialized_shared", FindingKind::Uninitialized},
    {"dynamic_past_end", FindingKind::OutOfBounds},
    {"stack_overflow", FindingKind::StackOverflow},
    {"read_by_host", FindingKind::HostAccess},
    {"write_by_host", FindingKind::HostAccess},
    {"write_write", FindingKind::Race},
    {"write_write_across_warps", FindingKind::Race},
    {"read_write", FindingKind::Race},
    {"plain_and_atomic", FindingKind::Race},
    {"plain_read_and_atomic", FindingKind::Race},
    {"missing_syncwarp", FindingKind::Race},
    {"syncwarp_for_syncthreads", FindingKind::Race},
    {"missing_syncthreads", FindingKind::Race},
    {"across_blocks", FindingKind::Race},
    {"flag_without_fence", FindingKind::Race},
    {"vector_write", FindingKind::Race},
    {"byte_write", FindingKind::Race},
    {"mask_without_caller", FindingKind::InactiveLanes},
    {"full_mask_in_branch", FindingKind::InactiveLanes},
    {"masks_differ", FindingKind::InactiveLanes},
    {"shuffle_from_exited", FindingKind::InactiveLanes},
    {"shuffle_from_outside_mask", FindingKind::InactiveLanes},
    {"divergent_syncthreads", FindingKind::DivergentBarrier},
    {"syncthreads_after_exit", FindingKind::DivergentBarrier},
    {"syncthreads_by_one", FindingKind::DivergentBarrier},
    {"endless_spin", FindingKind::Livelock},
    {"spin_before_barrier", FindingKind::Livelock},
    {"read_far_past_end", FindingKind::OutOfBounds},
    {"variable_past_end", FindingKind::OutOfBounds},
    {"older_atomic", FindingKind::Race},
    {"one_of_many_readers", FindingKind::Race},
    {"missing_grid_barrier", FindingKind::Race},
    {"flag_without_fence_of_the_reader", FindingKind::Race},
    {"fence_of_the_block", FindingKind::Race},
    {"readers_fence_of_the_block", FindingKind::Race},
    {"older_byte_write", FindingKind::Race},
    {"word_over_byte", FindingKind::Race},
    {"device_variable", FindingKind::Race},
    {"flag_barrier_by_some", FindingKind::Livelock},
    {"grid_barrier_by_some", FindingKind::DivergentBarrier},
};

class Wrong : public testing::TestWithParam<std::tuple<WrongCase, Order>> {};

TEST_P(Wrong, IsCaughtAsWhatItIs) {
  Fresh fresh(std::get<1>(GetParam()));
  const WrongCase& wrong = std::get<0>(GetParam());
  EXPECT_EQ(wrong.run(false), cudaErrorLaunchFailure);
  ASSERT_NE(maxwarp::simt::findings(), 0u);
  for (std::size_t i = 0; i < maxwarp::simt::findings(); ++i) {
    const maxwarp::simt::Finding& finding = maxwarp::simt::finding(i);
    EXPECT_EQ(finding.kind, expected_kinds.at(wrong.name)) << finding.text;
    EXPECT_NE(std::string(finding.place).find("/wrong_"), std::string::npos) << finding.text;
    if (finding.kind == FindingKind::Race) {
      EXPECT_NE(std::string(finding.other_place).find("/wrong_"), std::string::npos);
    }
  }
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure) << "the error sticks";
}

TEST_P(Wrong, TwinIsNotReported) {
  Fresh fresh(std::get<1>(GetParam()));
  EXPECT_EQ(std::get<0>(GetParam()).run(true), cudaSuccess) << all_findings();
  EXPECT_EQ(maxwarp::simt::findings(), 0u) << all_findings();
}

INSTANTIATE_TEST_SUITE_P(Memory, Wrong,
                         testing::Combine(testing::ValuesIn(wrong_memory_cases().begin(), wrong_memory_cases().end()),
                                          testing::ValuesIn(orders)),
                         case_name<WrongCase>);
INSTANTIATE_TEST_SUITE_P(Races, Wrong,
                         testing::Combine(testing::ValuesIn(wrong_race_cases().begin(), wrong_race_cases().end()),
                                          testing::ValuesIn(orders)),
                         case_name<WrongCase>);
INSTANTIATE_TEST_SUITE_P(Teams, Wrong,
                         testing::Combine(testing::ValuesIn(wrong_team_cases().begin(), wrong_team_cases().end()),
                                          testing::ValuesIn(orders)),
                         case_name<WrongCase>);

}  // namespace
}  // namespace simt_test
