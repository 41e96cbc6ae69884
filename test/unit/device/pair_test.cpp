// Pairs on the CPU: order, infinity, the bytes between the values, updates by many threads at once.
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "maxwarp/host.h"

namespace maxwarp {
namespace {

using Small = Pair<std::int32_t, node_t>;
using Mixed = Pair<std::int32_t, edge_t>;
using Wide = Pair<double, node_t>;

TEST(Pair, IsComparedFromTheLeft) {
  EXPECT_LT((Small{1, 9}), (Small{2, 0}));
  EXPECT_LT((Small{1, 2}), (Small{1, 3}));
  EXPECT_EQ((Mixed{4, 5}), (Mixed{4, 5}));
  EXPECT_NE((Mixed{4, 5}), (Mixed{4, 6}));
  EXPECT_GE((Wide{0.5, 3}), (Wide{0.5, 3}));
}

TEST(Pair, InfinityIsAboveAll) {
  EXPECT_LT((Small{infinity<std::int32_t>(), 7}), infinity<Small>());
  EXPECT_LT((Wide{infinity<double>(), 7}), infinity<Wide>());
}

TEST(Pair, FillsOneWordOrTwo) {
  EXPECT_EQ(sizeof(Small), 8u);
  EXPECT_EQ(sizeof(Mixed), 16u);
  EXPECT_EQ(sizeof(Wide), 16u);
  EXPECT_EQ((sizeof(Pair<edge_t, edge_t>)), 16u);
}

// Compare-and-swap looks at all bytes, so equal pairs have equal bytes.
template <typename T>
void expect_same_bytes(T a, T b) {
  EXPECT_EQ(std::memcmp(&a, &b, sizeof(T)), 0);
}
TEST(Pair, EqualPairsHaveEqualBytes) {
  alignas(16) unsigned char dirty[2][sizeof(Mixed)];
  std::memset(dirty, 0xa5, sizeof(dirty));
  expect_same_bytes(*new (dirty[0]) Mixed(3, 4), Mixed(3, 4));
  expect_same_bytes(*new (dirty[1]) Wide(3, 4), Wide(3, 4));
}

TEST(Pair, ByFirstKeepsWhatWasThere) {
  EXPECT_EQ(min_by_first(Small{3, 1}, Small{3, 0}), (Small{3, 1}));
  EXPECT_EQ(min_by_first(Small{3, 1}, Small{2, 9}), (Small{2, 9}));
  EXPECT_EQ(max_by_first(Small{3, 1}, Small{3, 2}), (Small{3, 1}));
  EXPECT_EQ(max_by_first(Small{3, 1}, Small{4, 0}), (Small{4, 0}));
}

/// Threads offer all values of 0 .. count - 1, each with its own payload.
template <typename T>
T least_of_many(int count) {
  T place = infinity<T>();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = t; i < count; i += 4) atomic_min(&place, T((i * 7919 + 13) % count, i));
    });
  for (std::thread& thread : threads) thread.join();
  return place;
}

TEST(Pair, AtomicMinimumKeepsValueAndPayloadTogether) {
  constexpr int count = 20000;  // no multiple of 7919, so that each value is offered once
  const auto payload_of_0 = [] {
    for (int i = 0;; ++i)
      if ((i * 7919 + 13) % count == 0) return i;
  }();
  EXPECT_EQ(least_of_many<Small>(count), (Small{0, payload_of_0}));
  EXPECT_EQ(least_of_many<Mixed>(count), (Mixed{0, payload_of_0}));
  EXPECT_EQ(least_of_many<Wide>(count), (Wide{0.0, payload_of_0}));
}

}  // namespace
}  // namespace maxwarp
