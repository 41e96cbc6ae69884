// Which row a place belongs to: both searches agree, whatever the lengths of the rows are.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "maxwarp/graph.h"

namespace maxwarp {
namespace {

enum class Rows { Equal, Short, Skewed };

std::vector<edge_t> offsets_of(Rows rows, int count, std::mt19937& random) {
  std::vector<edge_t> offsets = {0};
  for (int i = 0; i < count; ++i) {
    const edge_t degree = rows == Rows::Equal   ? 3
                          : rows == Rows::Short ? random() % 4
                          : random() % 10 == 0  ? random() % 200
                                                : 0;
    offsets.push_back(offsets.back() + degree);
  }
  return offsets;
}

TEST(Rows, SearchFromNearbyFindsTheSame) {
  std::mt19937 random(7);
  edge_t places = 0;
  for (int round = 0; round < 600; ++round) {
    const auto rows = static_cast<Rows>(random() % 3);
    const int count = static_cast<int>(1 + random() % 40);
    const std::vector<edge_t> offsets = offsets_of(rows, count, random);
    for (edge_t k = 0; k < offsets.back(); ++k, ++places)
      ASSERT_EQ(find_row_near(offsets.data(), count, k), find_row(offsets.data(), count, k));
  }
  EXPECT_GT(places, 20000);
}

}  // namespace
}  // namespace maxwarp
