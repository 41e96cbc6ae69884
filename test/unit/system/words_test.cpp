// Guesses of mistyped words, and the line of progress.
#include "runtime/system/words.h"

#include <gtest/gtest.h>

#include "runtime/system/progress.h"

namespace maxwarp {
namespace {

TEST(NearestWord, ForgivesALetterInThree) {
  const std::vector<std::string> known = {"run", "build", "graph", "cache"};
  EXPECT_EQ(nearest_word("rnu", known), "run");
  EXPECT_EQ(nearest_word("buidl", known), "build");
  EXPECT_EQ(nearest_word("grahp", known), "graph");
  EXPECT_EQ(nearest_word("caches", known), "cache");
  EXPECT_EQ(nearest_word("frobnicate", known), std::nullopt);
  EXPECT_EQ(nearest_word("x", known), std::nullopt);
  EXPECT_EQ(nearest_word("", known), std::nullopt);
}

TEST(ProgressText, SaysWhatIsKnown) {
  EXPECT_EQ(progress_text("reading a.mtx", 0, 0, "", 61.2), "reading a.mtx  1:01");
  EXPECT_EQ(progress_text("running bfs", 0, 8, "runs", 3), "running bfs  0 of 8 runs  0 %  0:03");
  EXPECT_EQ(progress_text("running bfs", 2, 8, "runs", 10), "running bfs  2 of 8 runs  25 %  0:30 left");
  EXPECT_EQ(progress_text("writing a", 50, 100, "", 3700), "writing a  50 %  1:01:40 left");
}

}  // namespace
}  // namespace maxwarp
