// The search by halving over planted costs, with a clock that only the measurements move on.
#include "runtime/runner/halving.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace maxwarp::runner {
namespace {

/// Candidates that cost so many seconds a run, and a quarter of it with one source.
class Planted : public Contest {
 public:
  Planted(std::vector<double> costs, double budget) : costs_(std::move(costs)), budget_(budget) {
    runs_.resize(costs_.size());
    steps_.resize(costs_.size(), -1);
  }

  bool prepare(const std::vector<std::size_t>& candidates, const Level& level) override {
    widths_.push_back(candidates.size());
    levels_.push_back(level);
    return true;
  }
  StepOutcome measure(std::size_t candidate, const Level& level, int step) override {
    if (seconds_left() <= 0) return StepOutcome::OutOfTime;
    order_.push_back(candidate);
    if (aborts_.count(candidate)) return StepOutcome::Aborted;
    if (fails_.count(candidate)) return StepOutcome::Failed;
    if (const auto late = late_.find(candidate); late != late_.end() && late->second-- > 0) {
      now_ += late_seconds;
      return StepOutcome::Late;
    }
    const int missing = level.all_sources ? std::max(0, level.runs - runs_[candidate]) : 1;
    now_ += missing * costs_[candidate] / (level.all_sources ? 1 : 4);
    if (level.all_sources) runs_[candidate] += missing;
    steps_[candidate] = step;
    return StepOutcome::Measured;
  }
  std::optional<StepOutcome> recall(std::size_t candidate, const Level&, int step) override {
    const auto known = known_.find(candidate);
    if (known == known_.end()) return std::nullopt;
    if (known->second == StepOutcome::Measured) steps_[candidate] = step;
    return known->second;
  }
  std::vector<double> ratios(const std::vector<std::size_t>& candidates) override {
    double best = std::numeric_limits<double>::infinity();
    for (const std::size_t i : candidates) best = std::min(best, costs_[i]);
    std::vector<double> ratios;
    for (const std::size_t i : candidates) ratios.push_back(costs_[i] / best);
    return ratios;
  }
  double seconds_left() const override { return budget_ - now_; }

  std::vector<double> costs_;
  double budget_, now_ = 0;
  std::vector<int> runs_, steps_;  // by candidate
  std::vector<std::size_t> widths_, order_;
  std::vector<Level> levels_;
  std::set<std::size_t> fails_, aborts_;
  std::map<std::size_t, int> late_;                // how many times more each has no end
  std::map<std::size_t, StepOutcome> known_ = {};  // what an earlier search has left
  static constexpr double late_seconds = 4;
};

/// In the order in which they are given.
HalvingPlan one_by_one(std::size_t count, double seconds, int repeat) {
  HalvingPlan plan{"planted", {}, {}, 1, seconds, repeat};
  for (std::size_t i = 0; i < count; ++i) plan.batches.push_back({i});
  return plan;
}

/// 60 costs from 1 to 5 with one of 0.9 among them.
std::vector<double> sixty(std::size_t best) {
  std::vector<double> costs;
  for (std::size_t i = 0; i < 60; ++i) costs.push_back(1 + static_cast<double>((i * 37) % 60) / 15);
  costs[best] = 0.9;
  return costs;
}

/// The one with the most runs; of several the fastest.
std::size_t winner(const Planted& planted) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < planted.costs_.size(); ++i)
    if (std::pair(-planted.steps_[i], planted.costs_[i]) < std::pair(-planted.steps_[best], planted.costs_[best]))
      best = i;
  return best;
}

TEST(Halving, finds_the_best_of_planted_costs_wherever_it_is) {
  for (std::size_t best = 0; best < 60; ++best) {
    Planted planted(sixty(best), 1000);
    const HalvingEnd end = halve(planted, one_by_one(60, 1000, 11));
    EXPECT_FALSE(end.aborted || end.out_of_time);
    EXPECT_EQ(winner(planted), best);
    EXPECT_EQ(planted.runs_[best], 11);
  }
}

TEST(Halving, three_are_left_and_run_in_turn) {
  Planted planted(sixty(17), 1000);
  halve(planted, {"planted", {}, {{}, {0}, {17}}, 1, 1000, 9});
  EXPECT_EQ(planted.widths_.back(), 2u);
  Planted all(sixty(17), 1000);
  halve(all, one_by_one(60, 1000, 9));
  const std::vector<std::size_t> widths(all.widths_.begin() + 60, all.widths_.end());
  EXPECT_EQ(widths, (std::vector<std::size_t>{30, 15, 8, 4, 3, 3, 3}));
  const std::vector<int> runs = [&] {
    std::vector<int> result;
    for (auto level = all.levels_.begin() + 60; level != all.levels_.end(); ++level) result.push_back(level->runs);
    return result;
  }();
  EXPECT_EQ(runs, (std::vector<int>{1, 2, 4, 8, 3, 6, 9}));
  const std::vector<std::size_t> last(all.order_.end() - 9, all.order_.end());
  EXPECT_EQ(last[0], last[3]);
  EXPECT_EQ(last[0], last[6]);
  EXPECT_NE(last[0], last[1]);
}

TEST(Halving, half_of_the_budget_is_left_after_the_first_step) {
  Planted planted(sixty(3), 20);
  const HalvingEnd end = halve(planted, one_by_one(60, 20, 11));
  EXPECT_TRUE(end.out_of_time);
  EXPECT_EQ(winner(planted), 3u);  // it was among those that came first
  const auto open = std::ranges::count(planted.steps_, -1);
  EXPECT_GT(open, 0);
  EXPECT_GE(*std::ranges::max_element(planted.steps_), 1);
  EXPECT_LT(planted.now_, 20 + 11 * 5);
}

TEST(Halving, the_first_step_goes_on_until_something_is_measured) {
  Planted planted(sixty(40), 1);
  for (std::size_t i = 0; i < 40; ++i) planted.fails_.insert(i);
  planted.now_ = 0.6;
  halve(planted, one_by_one(60, 1, 11));
  EXPECT_EQ(planted.steps_[40], 1);
  EXPECT_EQ(planted.steps_[41], -1);
}

TEST(Halving, without_a_budget_everything_runs) {
  Planted planted(sixty(59), 1e9);
  EXPECT_FALSE(halve(planted, one_by_one(60, 0, 11)).out_of_time);
  EXPECT_EQ(winner(planted), 59u);
  EXPECT_EQ(std::ranges::count(planted.steps_, -1), 0);
}

TEST(Halving, what_fails_is_in_no_later_step) {
  Planted planted(sixty(5), 1000);
  planted.fails_ = {5};
  halve(planted, one_by_one(60, 1000, 11));
  EXPECT_EQ(std::ranges::count(planted.order_, 5u), 1);
  EXPECT_NE(winner(planted), 5u);
}

TEST(Halving, ends_where_nothing_can_be_measured) {
  Planted planted(sixty(5), 1000);
  planted.aborts_ = {7};
  EXPECT_TRUE(halve(planted, one_by_one(60, 1000, 11)).aborted);
  EXPECT_EQ(planted.order_.back(), 7u);
}

/// Where the candidate came among those that were measured, counted from 1.
std::ptrdiff_t turn_of(std::size_t candidate, const Planted& planted) {
  return std::ranges::find(planted.order_, candidate) - planted.order_.begin() + 1;
}

TEST(Halving, what_was_late_runs_again_while_nothing_has_ended) {
  Planted planted(sixty(5), 1000);
  for (std::size_t i = 0; i < 60; ++i) planted.late_[i] = i == 5 ? 1 : 100;
  const HalvingEnd end = halve(planted, one_by_one(60, 1000, 11));
  EXPECT_EQ(winner(planted), 5u);
  EXPECT_EQ(turn_of(5, planted), 6);                     // all others come before it is tried again
  EXPECT_EQ(std::ranges::count(planted.order_, 4u), 3);  // and once more, as limits were lower then
  EXPECT_FALSE(end.out_of_time);
}

TEST(Halving, nothing_that_is_late_takes_time_for_ever) {
  Planted planted(sixty(5), 100);
  for (std::size_t i = 0; i < 60; ++i) planted.late_[i] = 1 << 20;
  EXPECT_TRUE(halve(planted, one_by_one(60, 100, 11)).out_of_time);
  EXPECT_EQ(planted.order_.size(), 25u);
}

TEST(Halving, what_was_late_leaves_half_of_the_budget_to_the_other_steps) {
  Planted planted(sixty(5), 100);
  for (std::size_t i = 0; i < 60; ++i) {
    if (i < 10 && i != 5) planted.late_[i] = 100;
    if (i >= 10) planted.fails_.insert(i);
  }
  planted.costs_[5] = 4;
  planted.known_[5] = StepOutcome::Measured;
  planted.now_ = 10;
  halve(planted, one_by_one(60, 100, 1));
  EXPECT_EQ(std::ranges::count_if(planted.order_, [](std::size_t i) { return i < 10 && i != 5; }), 9 + 2);
}

TEST(Halving, what_was_late_gets_no_time_that_others_need) {
  Planted planted(sixty(5), 60);
  planted.late_[0] = 7;
  halve(planted, one_by_one(60, 60, 11));
  EXPECT_EQ(std::ranges::count(planted.order_, 0u), 1);
  EXPECT_EQ(winner(planted), 5u);
}

TEST(Halving, what_is_known_is_not_measured_and_comes_first) {
  Planted planted(sixty(50), 12);
  for (std::size_t i = 30; i < 60; ++i) planted.known_[i] = i < 40 ? StepOutcome::Failed : StepOutcome::Measured;
  const HalvingEnd end = halve(planted, one_by_one(60, 12, 2));
  EXPECT_TRUE(end.out_of_time);
  EXPECT_EQ(winner(planted), 50u);
  EXPECT_EQ(std::ranges::count(planted.order_, 35u), 0);
}

TEST(Halving, the_first_step_takes_one_source) {
  EXPECT_EQ(with_one_source("--source=random:8:1 --limit=2 -P t=random:20:7"),
            "--source=random:1:1 --limit=2 -P t=random:1:7");
  EXPECT_EQ(with_one_source("--data=random:2x3 --weights=random:1:100 --x=arandom:8:1"),
            "--data=random:2x3 --weights=random:1:100 --x=arandom:8:1");
}

}  // namespace
}  // namespace maxwarp::runner
