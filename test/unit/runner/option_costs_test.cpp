// The order of the first step: what shares values of options with what was fast comes early.
#include "runtime/runner/option_costs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "runtime/runner/halving.h"

namespace maxwarp::runner {
namespace {

/// Mappings with their costs in seconds.
struct Space {
  std::vector<std::string> mappings;
  std::vector<double> costs;
};

/// 60 mappings: a factor for each value, one that two values have only together, and noise of a tenth.
Space planted() {
  const std::vector<std::pair<std::string, double>> granularities = {{"", 20},
                                                                     {"granularity=warp:8", 8},
                                                                     {"granularity=warp:32", 5},
                                                                     {"granularity=block", 9},
                                                                     {"granularity=edge", 4}};
  const std::vector<std::pair<std::string, double>> activations = {
      {"", 2}, {",activation=topology", 3}, {",activation=hybrid:0.1", 1}};
  const std::vector<std::pair<std::string, double>> frontiers = {{"", 1}, {",frontier=bitmap", 1.4}};
  const std::vector<std::pair<std::string, double>> loops = {{"", 2}, {",step.loop=persistent", 1}};
  std::mt19937 random(7);
  Space space;
  for (const auto& [granularity, a] : granularities)
    for (const auto& [activation, b] : activations)
      for (const auto& [frontier, c] : frontiers)
        for (const auto& [loop, d] : loops) {
          const std::string mapping = granularity + activation + frontier + loop;
          space.mappings.push_back(mapping.starts_with(",") ? mapping.substr(1) : mapping);
          const bool together = granularity == "granularity=edge" && c > 1;
          space.costs.push_back(a * b * c * d * (together ? 0.4 : 1) * (1 + random() % 100 / 1e3));
        }
  return space;
}

/// The same from another one on.
Space rotated(Space space, std::size_t by) {
  const auto places = static_cast<std::ptrdiff_t>(by);
  std::ranges::rotate(space.mappings, space.mappings.begin() + places);
  std::ranges::rotate(space.costs, space.costs.begin() + places);
  return space;
}

/// Each one takes its cost.
class Measured : public Contest {
 public:
  Measured(const Space& space, double budget) : space_(space), left_(budget) {}
  bool prepare(const std::vector<std::size_t>&, const Level&) override { return true; }
  std::optional<StepOutcome> recall(std::size_t candidate, const Level&, int) override {
    if (!known_.contains(candidate)) return std::nullopt;
    return StepOutcome::Measured;
  }
  StepOutcome measure(std::size_t candidate, const Level& level, int) override {
    if (left_ <= 0) return StepOutcome::OutOfTime;
    if (!level.all_sources) order_.push_back(candidate);
    left_ -= space_.costs[candidate];
    const double least = *std::ranges::min_element(space_.costs);
    return space_.costs[candidate] > late_from_ * least ? StepOutcome::Late : StepOutcome::Measured;
  }
  std::vector<double> ratios(const std::vector<std::size_t>& candidates) override {
    std::vector<double> ratios;
    double best = std::numeric_limits<double>::infinity();
    for (const std::size_t i : candidates) best = std::min(best, space_.costs[i]);
    for (const std::size_t i : candidates) ratios.push_back(space_.costs[i] / best);
    best_ = candidates.empty()
                ? 0
                : candidates[static_cast<std::size_t>(std::ranges::min_element(ratios) - ratios.begin())];
    return ratios;
  }
  double seconds_left() const override { return left_; }

  HalvingEnd search(double seconds) {
    HalvingPlan plan{"planted", space_.mappings, {}, 1, seconds, 3};
    for (std::size_t i = 0; i < space_.costs.size(); ++i) plan.batches.push_back({i});
    return halve(*this, plan);
  }
  std::ptrdiff_t turn_of_best() const {
    const auto best = std::ranges::min_element(space_.costs) - space_.costs.begin();
    return std::ranges::find(order_, static_cast<std::size_t>(best)) - order_.begin() + 1;
  }

  const Space& space_;
  double left_, late_from_ = 1e9;  // from so many times the best on a candidate is late
  std::set<std::size_t> known_;
  std::vector<std::size_t> order_;
  std::size_t best_ = 0;  // of those that were compared last
};

TEST(OptionCosts, the_best_comes_in_the_first_third_wherever_it_stands) {
  for (std::size_t by = 0; by < 60; ++by) {
    const Space space = rotated(planted(), by);
    Measured all(space, 1e6);
    all.search(1e6);
    EXPECT_LE(all.turn_of_best(), 20) << by;
    Measured late(space, 1e6);
    late.late_from_ = patience;
    late.search(1e6);
    EXPECT_LE(late.turn_of_best(), 20) << by;
  }
}

TEST(OptionCosts, without_what_was_learned_it_does_not) {
  const Space space = planted();
  Measured measured(space, 1e6);
  HalvingPlan plan{"planted", {}, {}, 1, 1e6, 3};
  for (std::size_t i = 0; i < space.costs.size(); ++i) plan.batches.push_back({i});
  halve(measured, plan);
  EXPECT_GT(measured.turn_of_best(), 20);
}

TEST(OptionCosts, a_space_that_misleads_ends_with_the_best_if_the_budget_suffices) {
  Space space = planted();
  space.costs[3] = 0.01;  // among the slowest granularities: no factor says so
  Measured measured(space, 1e6);
  EXPECT_FALSE(measured.search(1e6).out_of_time);
  EXPECT_EQ(measured.best_, 3u);
  EXPECT_EQ(std::set(measured.order_.begin(), measured.order_.end()).size(), 60u);
}

TEST(OptionCosts, what_an_earlier_search_has_left_teaches_too) {
  const Space space = planted();
  Measured measured(space, 1e6);
  for (std::size_t i = 0; i < 60; i += 3) measured.known_.insert(i);
  const auto best = static_cast<std::size_t>(std::ranges::min_element(space.costs) - space.costs.begin());
  measured.known_.erase(best);
  measured.search(1e6);
  EXPECT_LE(measured.turn_of_best(), 3);
}

TEST(OptionCosts, what_nobody_has_tried_is_average_and_ties_keep_the_order) {
  OptionCosts costs({"a=1,b=1", "a=2,b=1", "a=3,b=1", "a=4,b=1"});
  EXPECT_EQ(costs.expected(0), costs.expected(3));
  costs.learn({{0, 8.0}, {1, 1.0}});
  EXPECT_LT(costs.expected(1), costs.expected(2));
  EXPECT_LT(costs.expected(2), costs.expected(0));
  EXPECT_EQ(costs.expected(2), costs.expected(3));
}

TEST(OptionCosts, an_option_of_a_loop_is_one_of_its_own) {
  OptionCosts costs({"x.a=1", "a=1", "x.a=1,b=2", "a=1,b=2"});
  costs.learn({{0, 8.0}, {1, 1.0}});
  EXPECT_GT(costs.expected(2), costs.expected(3));
}

TEST(OptionCosts, while_nothing_ends_others_come_first) {
  OptionCosts costs({"a=1", "a=1,b=2", "a=2", "a=2,b=2"});
  costs.learn({{0, patience}});
  EXPECT_LT(costs.expected(3), costs.expected(1));
  EXPECT_LT(costs.expected(3), costs.expected(2));
}

}  // namespace
}  // namespace maxwarp::runner
