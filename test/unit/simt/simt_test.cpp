// The SIMT engine: right kernels give their answers in every order, wrong ones are caught with the right
// kind.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>

#include "runtime/simt/include/maxwarp_simt.h"
#include "runtime/simt/include/simt/orders.h"
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

/// All kinds of orders that are made to provoke, half of them with stale values: many in one test, for each test is
/// a process.
std::vector<Order> provoking_orders() {
  std::vector<Order> chosen;
  for (std::uint64_t index = 2; index < 14; ++index) {
    chosen.push_back(maxwarp::simt::order_of_series(index));
    chosen.back().blocks = 0;  // these kernels count on their grid
  }
  return chosen;
}

class Right : public testing::TestWithParam<std::tuple<RightCase, Order>> {};

void expect_right(const RightCase& one, const Order& order) {
  Fresh fresh(order);
  bool right = false;
  EXPECT_EQ(one.run(right), cudaSuccess) << all_findings();
  EXPECT_TRUE(right);
  EXPECT_EQ(maxwarp::simt::findings(), 0u) << all_findings();
}

TEST_P(Right, GivesTheKnownAnswer) { expect_right(std::get<0>(GetParam()), std::get<1>(GetParam())); }

class RightInAll : public testing::TestWithParam<RightCase> {};

TEST_P(RightInAll, GivesTheKnownAnswer) {
  for (const Order& order : provoking_orders()) {
    SCOPED_TRACE(maxwarp::simt::order_text(order));
    expect_right(GetParam(), order);
  }
}

template <typename Case>
std::string plain_name(const testing::TestParamInfo<Case>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Teams, RightInAll, testing::ValuesIn(team_cases().begin(), team_cases().end()),
                         plain_name<RightCase>);
INSTANTIATE_TEST_SUITE_P(Memory, RightInAll, testing::ValuesIn(memory_cases().begin(), memory_cases().end()),
                         plain_name<RightCase>);
INSTANTIATE_TEST_SUITE_P(Progress, RightInAll, testing::ValuesIn(progress_cases().begin(), progress_cases().end()),
                         plain_name<RightCase>);

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

void expect_caught(const WrongCase& wrong, const Order& order) {
  Fresh fresh(order);
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

void expect_nothing(const WrongCase& wrong, const Order& order) {
  Fresh fresh(order);
  EXPECT_EQ(wrong.run(true), cudaSuccess) << all_findings();
  EXPECT_EQ(maxwarp::simt::findings(), 0u) << all_findings();
}

TEST_P(Wrong, IsCaughtAsWhatItIs) { expect_caught(std::get<0>(GetParam()), std::get<1>(GetParam())); }

TEST_P(Wrong, TwinIsNotReported) { expect_nothing(std::get<0>(GetParam()), std::get<1>(GetParam())); }

class WrongInAll : public testing::TestWithParam<WrongCase> {};

TEST_P(WrongInAll, IsCaughtAndItsTwinIsNotReported) {
  for (const Order& order : provoking_orders()) {
    SCOPED_TRACE(maxwarp::simt::order_text(order));
    expect_caught(GetParam(), order);
    expect_nothing(GetParam(), order);
  }
}

INSTANTIATE_TEST_SUITE_P(Memory, WrongInAll,
                         testing::ValuesIn(wrong_memory_cases().begin(), wrong_memory_cases().end()),
                         plain_name<WrongCase>);
INSTANTIATE_TEST_SUITE_P(Races, WrongInAll, testing::ValuesIn(wrong_race_cases().begin(), wrong_race_cases().end()),
                         plain_name<WrongCase>);
INSTANTIATE_TEST_SUITE_P(Teams, WrongInAll, testing::ValuesIn(wrong_team_cases().begin(), wrong_team_cases().end()),
                         plain_name<WrongCase>);

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
