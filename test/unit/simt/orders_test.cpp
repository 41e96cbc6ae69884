// Orders of execution: their texts, what sets each kind apart, and which values relaxed loads may return.
#include "runtime/simt/include/simt/orders.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "test/unit/simt/cases.h"

namespace simt_test {
namespace {

using maxwarp::simt::Order;
using maxwarp::simt::order_of_series;
using maxwarp::simt::order_text;
using maxwarp::simt::OrderKind;
using maxwarp::simt::parse_order;
using maxwarp::simt::set_order;

TEST(OrderText, IsReadAsItIsWritten) {
  for (const char* text : {"forward", "reverse", "random:7", "flip:1", "pause:2", "solo:3",
                           "starve:18446744073709551615", "split:0", "latest:5", "stale:4", "reverse+stale:4",
                           "random:7+stale:9", "blocks:1", "flip:3+blocks:2", "random:7+stale:9+blocks:1"}) {
    const auto order = parse_order(text);
    ASSERT_TRUE(order) << text;
    EXPECT_EQ(order_text(*order), text);
  }
  EXPECT_EQ(order_text(*parse_order("forward+stale:3")), "stale:3");
}

TEST(OrderText, NothingElseIsTaken) {
  for (const char* text : {"",
                           "sideways",
                           "forward:1",
                           "reverse:",
                           "random",
                           "random:",
                           "random:x",
                           "random:-1",
                           "random: 1",
                           "random:1 ",
                           "random:18446744073709551616",
                           "stale",
                           "stale:",
                           "random+stale:1",
                           "random:1+",
                           "random:1+stale",
                           "+stale:1",
                           "stale:1+random:1",
                           "random:1+stale:1+stale:1",
                           "Forward"})
    EXPECT_FALSE(parse_order(text)) << text;
}

TEST(OrderSeries, BeginsInOrderAndRepeatsNothing) {
  EXPECT_EQ(order_text(order_of_series(0)), "forward");
  EXPECT_EQ(order_text(order_of_series(1)), "reverse");
  std::set<std::string> texts;
  std::set<std::pair<OrderKind, bool>> kinds;
  for (std::uint64_t index = 0; index < 100; ++index) {
    const Order order = order_of_series(index);
    EXPECT_TRUE(texts.insert(order_text(order)).second) << order_text(order);
    if (index >= 2) {
      EXPECT_EQ(order.kind == OrderKind::Random, index % 2 == 0);
    }
    if (index >= 2 && index < 26) kinds.insert({order.kind, order.stale});
  }
  EXPECT_EQ(kinds.size(), 14u) << "every kind but the first two, with stale values and without";
}

/// The first and last ticket of each of `parts` equal parts of the threads.
struct Range {
  int first, last;
};
std::vector<Range> ranges_of(const std::vector<int>& tickets, std::size_t parts) {
  std::vector<Range> ranges;
  const std::size_t size = tickets.size() / parts;
  for (std::size_t part = 0; part < parts; ++part) {
    const auto begin = tickets.begin() + static_cast<std::ptrdiff_t>(part * size);
    const auto [least, most] = std::minmax_element(begin, begin + static_cast<std::ptrdiff_t>(size));
    ranges.push_back({*least, *most});
  }
  return ranges;
}

/// How many of the parts began when all others were done.
std::size_t last_ones(const std::vector<Range>& ranges) {
  return static_cast<std::size_t>(std::ranges::count_if(ranges, [&](const Range& one) {
    return std::ranges::all_of(ranges, [&](const Range& other) { return &other == &one || other.last < one.first; });
  }));
}

TEST(OrderKinds, FlipChangesLanesAtEveryAccess) {
  set_order({OrderKind::Flip, 1});
  const std::vector<int> tickets = run_tickets(1, 32, 10);
  std::size_t in_a_row = 0;
  for (std::size_t i = 1; i < tickets.size(); ++i) in_a_row += i % 10 != 0 && tickets[i] == tickets[i - 1] + 1;
  EXPECT_LT(in_a_row, 40u);
}

TEST(OrderKinds, PauseLetsAllReadBeforeOneWrites) {
  set_order({OrderKind::Forward});
  EXPECT_EQ(run_read_then_write(), 32);
  set_order({OrderKind::Pause, 1});
  EXPECT_EQ(run_read_then_write(), 1);
}

TEST(OrderKinds, SoloRunsOneLaneToItsEnd) {
  std::set<std::vector<int>> seen;
  for (std::uint64_t seed : {1, 2, 3}) {
    set_order({OrderKind::Solo, seed});
    const std::vector<int> tickets = run_tickets(1, 32, 300);
    for (const Range& range : ranges_of(tickets, 32)) EXPECT_EQ(range.last - range.first, 299);
    seen.insert(tickets);
  }
  EXPECT_EQ(seen.size(), 3u) << "another seed has another lane come first";
  set_order({OrderKind::Forward});
  EXPECT_GT(ranges_of(run_tickets(1, 32, 300), 32)[0].last, 300) << "in order, lanes take turns";
}

TEST(OrderKinds, StarveHasALaneAWarpOrABlockComeLast) {
  const struct {
    std::uint64_t seed;
    unsigned blocks, threads;
    std::size_t parts;
  } cases[] = {{3, 1, 32, 32}, {4, 1, 128, 4}, {5, 4, 32, 4}};
  for (const auto& one : cases) {
    set_order({OrderKind::Starve, one.seed});
    EXPECT_EQ(last_ones(ranges_of(run_tickets(one.blocks, one.threads, 20), one.parts)), 1u) << one.seed;
  }
}

TEST(OrderKinds, SplitHasSomeLanesOfAWarpComeLast) {
  set_order({OrderKind::Split, 2});
  std::vector<Range> ranges = ranges_of(run_tickets(1, 32, 20), 32);
  std::ranges::sort(ranges, {}, &Range::first);
  int last = 0, parted = 0;
  for (std::size_t i = 0; i + 1 < ranges.size(); ++i) {
    last = std::max(last, ranges[i].last);
    if (last < ranges[i + 1].first && i >= 7 && i < 24) ++parted;
  }
  EXPECT_GE(parted, 1);
}

TEST(OrderKinds, LatestHasThoseGoOnWhoWereReleasedLast) {
  set_order({OrderKind::Latest, 1});
  std::vector<int> tickets = run_halves();
  int last_of_upper = 0, first_of_lower = 1000;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (lane < 16) first_of_lower = std::min(first_of_lower, tickets[2 * lane]);
    if (lane >= 16) last_of_upper = std::max(last_of_upper, tickets[2 * lane + 1]);
  }
  EXPECT_LT(last_of_upper, first_of_lower);
  const std::vector<Range> blocks = ranges_of(run_tickets(4, 32, 1), 4);
  EXPECT_LT(blocks[3].last, blocks[0].first) << "and the last block first";
}

TEST(OrderKinds, SomeDoubtTheGridBarrier) {
  const struct {
    OrderKind kind;
    bool doubts;
  } cases[] = {{OrderKind::Forward, false}, {OrderKind::Random, false}, {OrderKind::Flip, true},
               {OrderKind::Solo, true},     {OrderKind::Split, true},   {OrderKind::Latest, false}};
  for (const auto& one : cases) {
    maxwarp::simt::clear_findings();
    maxwarp::simt::print_findings(false);
    set_order({one.kind, 1});
    EXPECT_EQ(run_hook_without_fences() != cudaSuccess, one.doubts) << order_text({one.kind, 1});
  }
  maxwarp::simt::clear_findings();
}

// CUDA promises no order of memory by shuffles and votes. What a shuffle passes on has been read, and generated text
// takes values from device memory by shuffles alone; what is staged in shared memory needs the barrier.
TEST(OrderKinds, SomeDoubtThatShufflesOrderSharedMemory) {
  for (const OrderKind kind :
       {OrderKind::Forward, OrderKind::Random, OrderKind::Flip, OrderKind::Solo, OrderKind::Split}) {
    const bool doubts = kind == OrderKind::Flip || kind == OrderKind::Solo || kind == OrderKind::Split;
    maxwarp::simt::clear_findings();
    maxwarp::simt::print_findings(false);
    set_order({kind, 1});
    EXPECT_EQ(run_past_shuffle(true, true), cudaSuccess) << order_text({kind, 1});
    EXPECT_EQ(run_past_shuffle(false, false), cudaSuccess) << order_text({kind, 1});
    EXPECT_EQ(run_past_shuffle(true, false) != cudaSuccess, doubts) << order_text({kind, 1});
  }
  maxwarp::simt::clear_findings();
}

TEST(OrderKinds, BlocksAreAsManyAsTheOrderHas) {
  set_order({OrderKind::Forward, 1, false, 1, 2});
  std::vector<int> tickets = run_tickets(5, 32, 1);
  EXPECT_EQ(*std::ranges::max_element(tickets), 63);
  set_order({OrderKind::Forward, 1, false, 1, 9});
  tickets = run_tickets(5, 32, 1);
  EXPECT_EQ(*std::ranges::max_element(tickets), 5 * 32 - 1);
}

TEST(OrderKinds, EachSeedRepeatsItsRun) {
  for (std::uint64_t index = 0; index < 26; ++index) {
    Order order = order_of_series(index);
    order.blocks = 0;
    set_order(order);
    const std::vector<int> counted = run_counting(6), tickets = run_tickets(3, 96, 8);
    EXPECT_EQ(run_counting(6), counted) << order_text(order_of_series(index));
    EXPECT_EQ(run_tickets(3, 96, 8), tickets) << order_text(order_of_series(index));
  }
}

/// Calls `use()` under many orders with stale values.
template <typename Use>
void under_stale_orders(Use use) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    set_order({seed % 3 == 0 ? OrderKind::Forward : OrderKind::Random, seed, true, seed});
    use();
  }
}

TEST(StaleValues, ArriveInAnotherOrderWithoutFences) {
  int overtaken = 0;
  under_stale_orders([&] {
    const Seen seen = run_message(false);
    overtaken += seen.first == 1 && seen.second == 0;
  });
  EXPECT_GT(overtaken, 0) << "the flag was seen before the data";
}

TEST(StaleValues, ArriveInOrderWithFences) {
  int arrived = 0;
  under_stale_orders([&] {
    const Seen seen = run_message(true);
    EXPECT_FALSE(seen.first == 1 && seen.second == 0);
    arrived += seen.first == 1;
  });
  EXPECT_GT(arrived, 0);
}

TEST(StaleValues, NeverGoBackForOneReader) {
  int stale = 0;
  under_stale_orders([&] {
    const std::vector<int> seen = run_counting(3);
    for (std::size_t i = 1; i < seen.size(); ++i)
      if (i % 20 != 0) EXPECT_LE(seen[i - 1], seen[i]);
    stale += *std::ranges::max_element(seen) < 20;
  });
  EXPECT_GT(stale, 0);
}

TEST(StaleValues, NeverGoBackForWhoComesAfterAReader) {
  under_stale_orders([] {
    const Seen seen = run_read_after_read();
    EXPECT_LE(seen.first, seen.second);
  });
}

TEST(StaleValues, AreNoneAfterABarrier) {
  under_stale_orders([] {
    EXPECT_EQ(run_read_after_barrier(false), 2);
    EXPECT_EQ(run_read_after_barrier(true), 2);
  });
}

TEST(StaleValues, LeaveAtomicsAndOwnWritesAlone) {
  under_stale_orders([] {
    const Seen seen = run_own_writes();
    EXPECT_GE(seen.first, 1) << "a thread reads what it has written, or what came later";
    EXPECT_EQ(seen.second, 256) << "no addition is lost";
  });
}

TEST(StaleValues, AreNoneUnlessAskedFor) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    set_order({OrderKind::Random, seed});
    const Seen seen = run_message(false);
    EXPECT_FALSE(seen.first == 1 && seen.second == 0);
  }
}

}  // namespace
}  // namespace simt_test
