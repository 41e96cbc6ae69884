// Tallies against std::map: random keys, keys at the ends of their types, full tables, several threads at once.
#include "maxwarp/tally.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <thread>
#include <vector>

namespace maxwarp::test {
namespace {

template <typename Key>
Key most(const std::map<Key, std::int64_t>& counts, Key otherwise) {
  auto best = counts.begin();
  for (auto one = counts.begin(); one != counts.end(); ++one)
    if (one->second > best->second) best = one;
  return best == counts.end() ? otherwise : best->first;
}

template <typename Key>
std::vector<Key> keys_of(int round, std::mt19937& random) {
  std::vector<Key> keys(random() % 40);
  const std::vector<Key> odd{lowest<Key>(), infinity<Key>(), Key{0}, Key{-1}, static_cast<Key>(lowest<Key>() + 1)};
  for (Key& key : keys) {
    key = static_cast<Key>(random() % (1u << (1 + round % 31)));
    if (random() % 4 == 0) key = odd[random() % odd.size()];
  }
  return keys;
}

template <typename Key>
void compare_tables(bool atomically) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    const std::vector<Key> keys = keys_of<Key>(round, random);
    const std::size_t size = 2 * (keys.size() + 1);
    std::vector<Key> slots(size, 5);
    std::vector<std::int64_t> counts(size, 5);
    const TallyTable<Key, std::int64_t> tally{slots.data(), counts.data(), static_cast<std::int64_t>(size)};
    tally.clear();
    std::map<Key, std::int64_t> expected;
    for (Key key : keys) {
      const auto amount = static_cast<std::int32_t>(random() % 3) - (round % 2);
      atomically ? tally.add_atomically(key, amount) : tally.add(key, amount);
      expected[key] += amount;
    }
    ASSERT_EQ(tally.most(Key{99}), most(expected, Key{99})) << "round " << round;
  }
}

TEST(Tally, TablesFindTheMostFrequentKey) {
  compare_tables<std::int32_t>(false);
  compare_tables<std::int64_t>(false);
}

TEST(Tally, TablesAreTheSameWhenCountedAtomically) {
  compare_tables<std::int32_t>(true);
  compare_tables<std::int64_t>(true);
}

TEST(Tally, ThreadsShareATable) {
  constexpr int keys = 100, threads = 4, counts_a_thread = 20000;
  std::vector<std::int32_t> slots(2 * (keys + 1)), counts(slots.size());
  const TallyTable<std::int32_t, std::int32_t> tally{slots.data(), counts.data(),
                                                     static_cast<std::int64_t>(slots.size())};
  tally.clear();
  std::vector<std::thread> team;
  for (int t = 0; t < threads; ++t)
    team.emplace_back([&] {
      for (int i = 0; i < counts_a_thread; ++i) tally.add_atomically(i % keys, 1);
    });
  for (std::thread& one : team) one.join();
  for (int key = 0; key < keys; ++key) {
    const auto slot = std::find(slots.begin(), slots.end() - 1, key) - slots.begin();
    EXPECT_EQ(counts[static_cast<std::size_t>(slot)], threads * counts_a_thread / keys) << "key " << key;
  }
}

template <typename Key, typename Number>
void compare_sums(bool atomically) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    const std::vector<Key> keys = keys_of<Key>(round, random);
    const std::size_t size = 2 * (keys.size() + 1);
    std::vector<Key> slots(size, 5);
    std::vector<Number> sums(size, 5);
    const TallyTable<Key, Number> tally{slots.data(), sums.data(), static_cast<std::int64_t>(size)};
    tally.clear();
    std::map<Key, Number> expected, found;
    for (Key key : keys) {
      const Number amount = round % 5 == 0 ? infinity<Number>() : static_cast<Number>(random() % 9) / 2;
      atomically ? tally.sum_atomically(key, amount) : tally.add(key, amount);
      expected[key] = plus(expected[key], amount);
    }
    for (std::int64_t i = 0; i < tally.size; ++i)
      if (tally.holds_key(i)) ASSERT_TRUE(found.emplace(tally.key_of(i), tally.sum_in(i)).second) << "round " << round;
    ASSERT_EQ(found, expected) << "round " << round;
    for (Key key : keys_of<Key>(round, random))
      ASSERT_EQ(tally.sum_of(key), expected.contains(key) ? expected[key] : 0) << "round " << round;
  }
}

TEST(Tally, TablesHoldTheSumOfEachKey) {
  for (const bool atomically : {false, true}) {
    compare_sums<std::int32_t, std::int64_t>(atomically);
    compare_sums<std::int64_t, double>(atomically);
  }
}

TEST(Tally, MarksFindTheSmallestAbsentNumber) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::int64_t> keys(random() % 12);
    for (std::int64_t& key : keys) key = static_cast<std::int64_t>(random() % 14) - 2;
    std::vector<std::int32_t> marks(keys.size() + 1, 5);
    const TallyMarks tally{marks.data(), static_cast<std::int64_t>(marks.size())};
    tally.clear();
    for (std::int64_t key : keys) round % 2 ? tally.add(key) : tally.add_atomically(key);
    std::int64_t expected = 0;
    while (std::find(keys.begin(), keys.end(), expected) != keys.end()) ++expected;
    ASSERT_EQ(tally.absent(), expected) << "round " << round;
  }
}

TEST(Tally, CountsFindTheHIndex) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::int64_t> keys(random() % 12);
    for (std::int64_t& key : keys) key = static_cast<std::int64_t>(random() % 20) - 2;
    std::vector<std::int32_t> counts(keys.size() + 1, 5);
    const TallyCounts<std::int32_t> tally{counts.data(), static_cast<std::int64_t>(counts.size())};
    tally.clear();
    for (std::int64_t key : keys) round % 2 ? tally.add(key) : tally.add_atomically(key);
    std::int64_t expected = 0;
    while (std::count_if(keys.begin(), keys.end(), [&](std::int64_t key) { return key > expected; }) > expected)
      ++expected;
    ASSERT_EQ(tally.h_index(), expected) << "round " << round;
  }
}

}  // namespace
}  // namespace maxwarp::test
