// Arrays: sizes around the border between small and large, sharing, and files that stay as they are.
#include "runtime/graph/array.h"

#include "runtime/graph/read/binary_file.h"
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

TEST(Array, OfAFileMayBeWrittenWithoutChangingIt) {
  Folder folder;
  const std::string text(100000, 'x'), path = folder.write("f", text);
  Array<char> array;
  {
    auto file = BinaryFile::open(path, 0);
    ASSERT_TRUE(file) << file.error();
    array = file->array<char>(4096, 90000);
  }
  array[0] = 'y';
  Array<char> copy = array;
  array.resize(50000);
  EXPECT_EQ(array[0], 'y');
  EXPECT_EQ(array[49999], 'x');
  EXPECT_EQ(copy.size(), 90000u);
  std::ifstream again(path);
  EXPECT_EQ(std::string((std::istreambuf_iterator<char>(again)), {}), text);
}

}  // namespace
}  // namespace maxwarp::test
