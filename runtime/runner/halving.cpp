// The first step is the widest: it runs each candidate once with one source, and may be cut off.
#include "runtime/runner/halving.h"

#include <algorithm>
#include <cmath>
#include <regex>

#include "runtime/system/progress.h"

namespace maxwarp::runner {
namespace {

constexpr std::size_t finalists = 3;
/// In turn: a machine that becomes slower meanwhile does so to all.
constexpr int passes = 3;

class Halving {
 public:
  Halving(Contest& contest, const HalvingPlan& plan) : contest_(contest), plan_(plan) {}

  HalvingEnd run() {
    std::vector<std::size_t> alive = kept(first_step());
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
  std::vector<std::size_t> first_step();
  std::vector<std::size_t> step(const std::vector<std::size_t>& candidates, const Level& level);
  std::vector<std::size_t> kept(std::vector<std::size_t> measured);
  void finish(const std::vector<std::size_t>& alive);

  Contest& contest_;
  const HalvingPlan& plan_;
  HalvingEnd end_;
  int step_ = 0;
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

std::vector<std::size_t> Halving::first_step() {
  std::vector<std::size_t> measured;
  for (std::size_t next = 0; next < plan_.portions.size() && !end_.aborted; ++next) {
    const bool half_left = plan_.seconds <= 0 || contest_.seconds_left() >= plan_.seconds / 2;
    if (!measured.empty() && !half_left) end_.out_of_time = true;
    if (end_.out_of_time) break;
    const std::vector<std::size_t> more = step(plan_.portions[next], {false, 1});
    measured.insert(measured.end(), more.begin(), more.end());
  }
  return measured;
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
