// The first step is the widest: it runs each candidate once with one source, and may be cut off.
#include "runtime/runner/halving.h"

#include <algorithm>
#include <cmath>
#include <regex>
#include <utility>

#include "runtime/runner/option_costs.h"
#include "runtime/system/progress.h"

namespace maxwarp::runner {
namespace {

constexpr std::size_t finalists = 3;
/// In turn: a machine that becomes slower meanwhile does so to all.
constexpr int passes = 3;
constexpr Level first_level{false, 1};

class Halving {
 public:
  Halving(Contest& contest, const HalvingPlan& plan)
      : contest_(contest), plan_(plan), open_(plan.batches), costs_(plan.mappings) {}

  HalvingEnd run() {
    first_step();
    std::vector<std::size_t> alive = kept(measured_);
    if (end_.out_of_time && contest_.seconds_left() <= 0) return end_;
    for (int runs = 1; alive.size() > finalists && contest_.seconds_left() > 0 && !end_.aborted; runs *= 2) {
      ++step_;
      alive = kept(step(alive, {true, runs}));
    }
    ++step_;
    if (!end_.aborted) finish(alive);
    return end_;
  }

 private:
  void first_step();
  void recall();
  void measure_open(Progress& progress);
  void retry(Progress& progress);
  void measure_next(std::vector<std::size_t>& candidates, Progress& progress);
  bool has_time() const;
  void take(std::size_t candidate, StepOutcome outcome);
  void learn();
  double promise(std::size_t candidate) const { return plan_.mappings.empty() ? 0 : costs_.expected(candidate); }
  std::vector<std::size_t> take_batch();
  std::vector<std::size_t> step(const std::vector<std::size_t>& candidates, const Level& level);
  std::vector<std::size_t> kept(std::vector<std::size_t> measured);
  void finish(const std::vector<std::size_t>& alive);

  Contest& contest_;
  const HalvingPlan& plan_;
  HalvingEnd end_;
  int step_ = 0;
  std::vector<std::vector<std::size_t>> open_;  // batches that the first step has not come to
  std::vector<std::size_t> measured_, late_;    // in the first step
  OptionCosts costs_;
};

/// Those that were measured.
std::vector<std::size_t> Halving::step(const std::vector<std::size_t>& candidates, const Level& level) {
  std::vector<std::size_t> measured;
  Progress progress("step " + std::to_string(step_ + 1) + " of " + plan_.name,
                    static_cast<std::int64_t>(candidates.size()), "mappings");
  end_.aborted = !contest_.prepare(candidates, level);
  for (const std::size_t candidate : candidates) {
    if (end_.aborted) break;
    const StepOutcome outcome = contest_.measure(candidate, level, step_);
    if (outcome == StepOutcome::Measured) measured.push_back(candidate);
    if (outcome == StepOutcome::OutOfTime) end_.out_of_time = true;
    end_.aborted = outcome == StepOutcome::Aborted;
    progress.advance();
  }
  return measured;
}

void Halving::first_step() {
  std::size_t count = 0;
  for (const std::vector<std::size_t>& batch : open_) count += batch.size();
  Progress progress("step 1 of " + plan_.name, static_cast<std::int64_t>(count), "mappings");
  recall();
  measure_open(progress);
  retry(progress);
}

/// What is known already costs no time, and tells which of the others to take first.
void Halving::recall() {
  for (std::vector<std::size_t>& batch : open_)
    std::erase_if(batch, [&](std::size_t candidate) {
      const std::optional<StepOutcome> known = contest_.recall(candidate, first_level, 0);
      if (known) take(candidate, *known);
      return known.has_value();
    });
  std::erase_if(open_, [](const std::vector<std::size_t>& batch) { return batch.empty(); });
  learn();
}

void Halving::measure_open(Progress& progress) {
  while (!open_.empty() && has_time()) {
    std::vector<std::size_t> portion;
    for (std::size_t i = 0; i < plan_.together && !open_.empty(); ++i) {
      const std::vector<std::size_t> batch = take_batch();
      portion.insert(portion.end(), batch.begin(), batch.end());
    }
    end_.aborted = !contest_.prepare(portion, first_level);
    while (!portion.empty() && !end_.aborted) measure_next(portion, progress);
  }
  if (!open_.empty()) end_.out_of_time = true;
}

/// Limits grow while nothing ends: those that were late may be so no longer. What nothing else needs of the time is for
/// them. Once something has ended, limits become lower only.
void Halving::retry(Progress& progress) {
  for (bool is_higher = true; is_higher && !late_.empty() && has_time();) {
    is_higher = measured_.empty();
    std::vector<std::size_t> again = std::exchange(late_, {});
    end_.aborted = !contest_.prepare(again, first_level);
    while (!again.empty() && has_time()) measure_next(again, progress);
  }
}

/// That which promises most.
void Halving::measure_next(std::vector<std::size_t>& candidates, Progress& progress) {
  const auto next = std::ranges::min_element(candidates, {}, [&](std::size_t one) { return promise(one); });
  take(*next, contest_.measure(*next, first_level, 0));
  candidates.erase(next);
  learn();
  progress.advance();
}

/// Half of the budget is for the other steps, once there is something to go on with.
bool Halving::has_time() const {
  if (end_.aborted || end_.out_of_time) return false;
  return measured_.empty() || plan_.seconds <= 0 || contest_.seconds_left() >= plan_.seconds / 2;
}

void Halving::take(std::size_t candidate, StepOutcome outcome) {
  if (outcome == StepOutcome::Measured) measured_.push_back(candidate);
  if (outcome == StepOutcome::Late) late_.push_back(candidate);
  if (outcome == StepOutcome::OutOfTime) end_.out_of_time = true;
  if (outcome == StepOutcome::Aborted) end_.aborted = true;
}

/// One that was late counts as slow as the slowest.
void Halving::learn() {
  if (plan_.mappings.empty()) return;
  std::vector<std::pair<std::size_t, double>> known;
  double slowest = patience;
  const std::vector<double> ratios = contest_.ratios(measured_);
  for (std::size_t i = 0; i < ratios.size(); ++i)
    if (std::isfinite(ratios[i])) {
      known.emplace_back(measured_[i], ratios[i]);
      slowest = std::max(slowest, ratios[i]);
    }
  for (const std::size_t candidate : late_) known.emplace_back(candidate, slowest);
  costs_.learn(known);
}

/// That with the candidate that promises most.
std::vector<std::size_t> Halving::take_batch() {
  const auto best = std::ranges::min_element(open_, {}, [&](const std::vector<std::size_t>& batch) {
    double least = promise(batch.front());
    for (const std::size_t candidate : batch) least = std::min(least, promise(candidate));
    return least;
  });
  std::vector<std::size_t> batch = std::move(*best);
  open_.erase(best);
  return batch;
}

/// The better half of those that were measured in this step, best first; no fewer than the finalists.
std::vector<std::size_t> Halving::kept(std::vector<std::size_t> measured) {
  const std::vector<double> ratios = contest_.ratios(measured);
  std::vector<std::pair<double, std::size_t>> rated;
  for (std::size_t i = 0; i < measured.size(); ++i)
    if (std::isfinite(ratios[i])) rated.emplace_back(ratios[i], measured[i]);
  std::ranges::sort(rated);
  rated.resize(std::min(rated.size(), std::max(finalists, (rated.size() + 1) / 2)));
  measured.clear();
  for (const auto& [ratio, candidate] : rated) measured.push_back(candidate);
  return measured;
}

/// The last ones, in turn.
void Halving::finish(const std::vector<std::size_t>& alive) {
  std::vector<std::size_t> measured;
  for (int pass = 1; pass <= passes && !end_.aborted; ++pass) {
    std::vector<std::size_t> some = step(alive, {true, (plan_.repeat * pass + passes - 1) / passes});
    if (pass == 1 || some.size() == measured.size()) measured = std::move(some);
  }
  contest_.ratios(measured);
}

}  // namespace

HalvingEnd halve(Contest& contest, const HalvingPlan& plan) { return Halving(contest, plan).run(); }

std::string with_one_source(const std::string& words) {
  static const std::regex sources("((?:^| |=)random:)[0-9]+(:[0-9]+)(?= |$)");
  return std::regex_replace(words, sources, "$011$2");
}

}  // namespace maxwarp::runner
