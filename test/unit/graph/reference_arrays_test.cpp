// The checks of array programs: what they accept, and what they must not.
#include <gtest/gtest.h>

#include "runtime/reference/arrays.h"

namespace maxwarp::reference {
namespace {

/// Six points on a line and two centers that begin at the first two of them: 0 and 1 move to 1 and 11 in three rounds.
struct Line {
  std::vector<double> point = {0, 1, 2, 10, 11, 12};
  std::vector<double> center;
  std::vector<std::int64_t> cluster;

  std::string fault(std::int64_t limit) const {
    Clustering clustering;
    clustering.points = 6;
    clustering.centers = 2;
    clustering.dimensions = 1;
    clustering.point = point.data();
    clustering.center = center.data();
    clustering.cluster = cluster.data();
    return check_clustering(clustering, limit, 1e-12).value_or("");
  }
};

// One round: only 0 is nearest to the first center, so the second moves to the mean of the rest, 7.2.
const Line after_one = {.center = {0, 7.2}, .cluster = {0, 1, 1, 1, 1, 1}};
const Line settled = {.center = {1, 11}, .cluster = {0, 0, 0, 1, 1, 1}};

TEST(ClusteringCheck, AcceptsWhatHasSettled) { EXPECT_EQ(settled.fault(100), ""); }

TEST(ClusteringCheck, AcceptsAnUnfinishedClusteringOnlyUnderItsLimit) {
  EXPECT_EQ(after_one.fault(1), "");
  EXPECT_EQ(after_one.fault(100), "point 1 is nearer to center 0 than to its own, 1");
  EXPECT_EQ(settled.fault(1), "center 0 is not where the reference has it after 1 rounds");
}

TEST(ClusteringCheck, FindsACenterThatIsNoMean) {
  Line wrong = settled;
  wrong.center[1] = 11.5;
  EXPECT_EQ(wrong.fault(100), "center 1 is not in the middle of its points");
}

TEST(ClusteringCheck, FindsACenterOffItsPlaceUnderTheLimit) {
  Line wrong = after_one;
  wrong.center[1] = 7.3;
  EXPECT_EQ(wrong.fault(1), "center 1 is not where the reference has it after 1 rounds");
}

TEST(ClusteringCheck, FindsAPointInNoClusterAndOneInAnother) {
  Line nowhere = settled;
  nowhere.cluster[3] = 2;
  EXPECT_EQ(nowhere.fault(100), "point 3 is in no cluster");
  Line swapped = settled;
  std::swap(swapped.cluster[0], swapped.cluster[5]);
  EXPECT_EQ(swapped.fault(100), "point 0 is nearer to center 0 than to its own, 1");
}

TEST(ClusteringCheck, NoRoundLeavesTheFirstPoints) {
  const Line untouched = {.center = {0, 1}, .cluster = {-1, -1, -1, -1, -1, -1}};
  EXPECT_EQ(untouched.fault(0), "");
}

}  // namespace
}  // namespace maxwarp::reference
