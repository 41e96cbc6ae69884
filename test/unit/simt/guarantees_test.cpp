// Changes are checked against what all changes of an element are said to have in common.
#include "runtime/simt/include/simt/guarantees.h"

#include <gtest/gtest.h>

#include <string>

#include "runtime/simt/include/maxwarp_simt.h"
#include "runtime/simt/include/simt/observer.h"
#include "test/unit/simt/cases.h"

namespace simt_test {
namespace {

using maxwarp::simt::FindingKind;
using maxwarp::simt::Sharing;
using maxwarp::simt::ValueType;

constexpr int in_one_block = 1, in_other_warp = 40;

class Guarantees : public testing::Test {
 protected:
  void SetUp() override {
    maxwarp::simt::clear_findings();
    maxwarp::simt::print_findings(false);
    maxwarp::simt::set_order({});
    ASSERT_EQ(cudaMalloc(&array_, 8 * sizeof(int)), cudaSuccess);
  }
  void TearDown() override {
    maxwarp::simt::clear_findings();
    maxwarp::simt::set_guarantees({});
    cudaFree(array_);
  }

  /// What is reported of two changes of element 3, which is 5; empty: nothing.
  std::string report(Sharing sharing, Step first, Step second, bool meets = false, const char* kernel = "change") {
    maxwarp::simt::clear_findings();
    const int five = 5;
    int* place = array_ + 3;
    cudaMemcpy(place, &five, sizeof five, cudaMemcpyHostToDevice);
    maxwarp::simt::set_guarantees({{kernel, "values", array_, 8 * sizeof(int), ValueType::Signed32, sharing}});
    const cudaError_t error = run_changes(place, first, second, meets);
    EXPECT_EQ(error == cudaSuccess, maxwarp::simt::findings() == 0);
    if (maxwarp::simt::findings() == 0) return "";
    EXPECT_EQ(maxwarp::simt::finding(0).kind, FindingKind::Guarantee);
    return maxwarp::simt::finding(0).text;
  }

  int* array_ = nullptr;
};

using enum Change;

TEST_F(Guarantees, UniformStoresAreOfOneValue) {
  EXPECT_EQ(report(Sharing::Uniform, {in_one_block, Store, 7}, {in_other_warp, Store, 7}), "");
  EXPECT_EQ(report(Sharing::Uniform, {in_one_block, Exchange, 7}, {in_other_warp, Exchange, 7}), "");
  for (const int thread : {in_one_block + 1, in_other_warp}) {
    const std::string text = report(Sharing::Uniform, {in_one_block, Store, 7}, {thread, Store, 8});
    EXPECT_NE(text.find("broken guarantee: `values`, element 3,"), std::string::npos) << text;
    EXPECT_NE(text.find("is changed from 7 to 8 after another thread"), std::string::npos) << text;
    EXPECT_NE(text.find("; the other access is at "), std::string::npos) << text;
    EXPECT_NE(text.find("orders.cu:"), std::string::npos) << text;
  }
  EXPECT_NE(report(Sharing::Uniform, {in_one_block, Store, 5}, {in_other_warp, Store, 8}), "")
      << "the first stored what was there before";
  EXPECT_EQ(report(Sharing::Uniform, {in_one_block, Store, 7}, {in_one_block, Store, 8}), "") << "one thread";
  EXPECT_EQ(report(Sharing::Uniform, {in_one_block, Store, 7}, {in_other_warp, Store, 8}, true), "")
      << "a barrier between them";
}

TEST_F(Guarantees, OwnElementsAreChangedByOneThread) {
  EXPECT_EQ(report(Sharing::Own, {in_one_block, Store, 7}, {in_one_block, Store, 8}), "");
  EXPECT_EQ(report(Sharing::Own, {in_one_block, Store, 7}, {in_other_warp, Store, 7}, true), "");
  for (const int thread : {in_one_block + 1, in_other_warp}) {
    const std::string text = report(Sharing::Own, {in_one_block, Store, 7}, {thread, Store, 7});
    EXPECT_NE(text.find("is changed by two threads"), std::string::npos) << text;
  }
}

TEST_F(Guarantees, ChangesLeadOneWay) {
  const struct {
    Sharing sharing;
    Step right, wrong;
    const char* way;
  } cases[] = {{Sharing::Min, {1, Min, 2}, {1, Max, 9}, "goes from 5 to 9, and all changes are to lead down"},
               {Sharing::Max, {1, Max, 9}, {1, Add, -1}, "goes from 5 to 4, and all changes are to lead up"},
               {Sharing::Or, {1, Or, 2}, {1, And, 4}, "goes from 5 to 4, and all changes are to lead to more bits"},
               {Sharing::And, {1, And, 4}, {1, Or, 2}, "goes from 5 to 7, and all changes are to lead to fewer bits"}};
  for (const auto& one : cases) {
    EXPECT_EQ(report(one.sharing, one.right, one.right), "");
    const std::string text = report(one.sharing, one.wrong, one.wrong);
    EXPECT_NE(text.find(one.way), std::string::npos) << text;
  }
}

TEST_F(Guarantees, WhatIsToBeAtomicIsNotStoredTo) {
  EXPECT_EQ(report(Sharing::Atomic, {1, Add, 3}, {in_other_warp, Add, -7}), "");
  for (const Sharing sharing : {Sharing::Min, Sharing::Max, Sharing::And, Sharing::Or, Sharing::Atomic}) {
    const std::string text = report(sharing, {1, Store, 5}, {1, Store, 5});
    EXPECT_NE(text.find("is stored to, and all changes are to be atomic"), std::string::npos) << text;
  }
}

TEST_F(Guarantees, HoldInOneKernel) {
  EXPECT_EQ(report(Sharing::Own, {1, Store, 7}, {in_other_warp, Store, 8}, false, "changed"), "");
  EXPECT_EQ(report(Sharing::Min, {1, Store, 7}, {in_other_warp, Store, 8}, false, "other"), "");
}

TEST_F(Guarantees, AnObserverSeesLaunchesAndGridBarriers) {
  std::vector<std::string> points;
  maxwarp::simt::set_observer([&](const maxwarp::simt::Point& point) {
    points.push_back(maxwarp::simt::kernel_name(point.kernel) + (point.barrier != 0 ? " barrier " : " ") +
                     std::to_string(array_[3]));
  });
  report(Sharing::Atomic, {1, Add, 1}, {in_other_warp, Add, 1}, true);
  report(Sharing::Atomic, {1, Add, 1}, {in_other_warp, Add, 1});
  maxwarp::simt::set_observer({});
  report(Sharing::Atomic, {1, Add, 1}, {in_other_warp, Add, 1});
  EXPECT_EQ(points, (std::vector<std::string>{"change barrier 6", "change 7", "change 7"}));
}

}  // namespace
}  // namespace simt_test
