// Arrays: sizes around the border between small and large, sharing, and files that stay as they are.
#include "runtime/graph/array.h"

#include "support.h"

namespace maxwarp::test {
namespace {

constexpr std::size_t sizes[] = {0, 1, 1000, 65535, 65536, 65537, 70000, 300000, 4000000};

TEST(Array, ResizingKeepsTheFirstValuesAndAddsZeros) {
  for (std::size_t from : sizes)
    for (std::size_t to : sizes) {
      Array<std::int32_t> array(from, 7);
      array.resize(to);
      ASSERT_EQ(array.size(), to);
      for (std::size_t i = 0; i < to; ++i) ASSERT_EQ(array[i], i < from ? 7 : 0) << from << " to " << to << " at " << i;
    }
}

TEST(Array, GrowingAgainShowsNothingOfWhatWasCutOff) {
  Array<std::int32_t> array(300000, 7);
  array.resize(299999);
  array.resize(100001);
  array.resize(300000);
  for (std::size_t i = 0; i < 300000; ++i) ASSERT_EQ(array[i], i < 100001 ? 7 : 0) << i;
}

TEST(Array, CopiesAreDeep) {
  Array<double> a = {1, 2, 3}, b = a;
  b[0] = 9;
  EXPECT_EQ(a, (std::vector<double>{1, 2, 3}));
  Array<double> c = std::move(b);
  EXPECT_EQ(c, (std::vector<double>{9, 2, 3}));
  EXPECT_TRUE(b.empty());
  c = a;
  EXPECT_EQ(c, a);
  EXPECT_FALSE(c == (std::vector<double>{1, 2}));
}

}  // namespace
}  // namespace maxwarp::test
