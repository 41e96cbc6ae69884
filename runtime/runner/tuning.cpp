// The ledger is asked before anything runs; the budget counts from the first variant on.
#include "runtime/runner/tuning.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "runtime/runner/exit_status.h"
#include "runtime/runner/halving.h"
#include "runtime/runner/output.h"
#include "runtime/runner/stopwatch.h"
#include "runtime/runner/tuning_identity.h"
#include "runtime/runner/tuning_table.h"
#include "runtime/system/output_file.h"

namespace maxwarp::runner {
namespace {

/// Besides the times that `patience` gives: what any process may have to wait for, and so many times what a run has
/// been seen to need besides its time.
constexpr double least_grace_seconds = 0.3, grace = 2;
/// Before any variant has ended: a share of the budget, and no less than so much; then twice as long as the last.
constexpr double first_share = 0.05, first_seconds = 1;
/// A variant that is so many times as slow as the best, and by so much, runs once in a step: that is enough to tell.
constexpr double far = 2, far_by_ms = 1;
/// The first run of a variant in a process may take so much longer than the others.
constexpr double loading_ms = 200;

class Search : public Contest {
 public:
  Search(const MeasuredRun& run, TuningIdentity identity, Ledger ledger)
      : run_(run),
        identity_(std::move(identity)),
        ledger_(std::move(ledger)),
        measuring_(run),
        trials_(run.variants.size()) {
    for (std::size_t i = 0; i < trials_.size(); ++i) trials_[i].variant = run.variants[i];
    known_before_ = ledger_.size();
  }

  int run(const std::string& graph_line, double read_ms);

  bool prepare(const std::vector<std::size_t>&, const Level&) override { return true; }
  StepOutcome measure(std::size_t candidate, const Level& level, int step) override;
  std::optional<StepOutcome> recall(std::size_t candidate, const Level& level, int step) override;
  std::vector<double> ratios(const std::vector<std::size_t>& candidates) override;
  double seconds_left() const override { return run_.options.tune_seconds - watch_.seconds(); }

 private:
  bool by_cost() const { return engine_ == "simt"; }
  std::size_t sets(const Level& level) const { return level.all_sources ? run_.sets.size() : 1; }
  MeasurementKey key_of(std::size_t candidate, const Level& level) const;
  Known known(std::size_t candidate, const Level& level) const {
    return ledger_.find(key_of(candidate, level), run_.oracle != nullptr);
  }
  bool suffices(const Known& known, const Level& level) const;
  double limit(const Level& level) const;
  double early_limit(const Level& level) const;
  bool may_take_longer(const Known& late, const Level& level) const;
  double far_ms(const Level& level) const;
  void accept(std::size_t candidate, const Level& level, int step, const Known& figures);
  StepOutcome run_variant(std::size_t candidate, const Level& level);
  StepOutcome take(std::size_t candidate, const Level& level, const MeasuringReply& reply, double limit);
  MaybeFailure record(std::size_t candidate, const Level& level, const MeasuringReply& reply, double limit);
  StepOutcome abort(int status, const std::string& message);
  int trusted() const;

  const MeasuredRun& run_;
  TuningIdentity identity_;
  Ledger ledger_;
  Measuring measuring_;
  std::vector<Trial> trials_;  // by variant
  std::string engine_;
  std::map<bool, double> best_ms_;  // of a run with one set of arguments; by all_sources
  std::map<bool, double> late_;     // the most seconds after which one had no end; likewise
  double besides_ms_ = 0;           // what a set of arguments took besides its runs, at most
  std::size_t known_before_ = 0;
  int status_ = 0;  // of what aborts the search
  Stopwatch watch_;
};

MeasurementKey Search::key_of(std::size_t candidate, const Level& level) const {
  return {identity_.texts[candidate], identity_.graph, level.all_sources ? identity_.all_sources : identity_.one_source,
          engine_, measuring_.device()};
}

/// 0: nothing has been measured so far.
double Search::far_ms(const Level& level) const {
  const auto best = best_ms_.find(level.all_sources);
  return best == best_ms_.end() ? 0 : far * best->second + far_by_ms;
}

bool Search::suffices(const Known& known, const Level& level) const {
  if (by_cost()) return known.counted.cost() > 0;
  if (known.times_ms.empty() || known.times_ms.size() >= static_cast<std::size_t>(level.runs))
    return !known.times_ms.empty();
  return far_ms(level) > 0 && median(known.times_ms) > far_ms(level);
}

/// Seconds that the runs with one set of arguments may take.
double Search::limit(const Level& level) const {
  const auto best = best_ms_.find(level.all_sources);
  if (best == best_ms_.end()) return early_limit(level);
  return std::max(least_grace_seconds, grace * besides_ms_ * 1e-3) + patience * best->second * 1e-3 * level.runs;
}

/// The same before any has ended. It doubles, so that something ends if anything can; what one source takes is a hint
/// of what all of them do.
double Search::early_limit(const Level& level) const {
  double seconds = std::max(first_seconds, first_share * run_.options.tune_seconds);
  if (const auto late = late_.find(level.all_sources); late != late_.end())
    seconds = std::max(seconds, 2 * late->second);
  const auto other = best_ms_.find(!level.all_sources);
  return other == best_ms_.end() ? seconds : std::max(seconds, patience * other->second * 1e-3 * level.runs);
}

/// The limit is never quite the same twice.
bool Search::may_take_longer(const Known& late, const Level& level) const {
  return !best_ms_.contains(level.all_sources) || 2 * late.late_seconds < limit(level);
}

/// One whose results were right: the fastest so far.
int Search::trusted() const {
  int best = -1;
  for (std::size_t i = 0; i < trials_.size(); ++i)
    if (trials_[i].is_right() && (best < 0 || comes_before(trials_[i], trials_[static_cast<std::size_t>(best)])))
      best = static_cast<int>(i);
  return best;
}

StepOutcome Search::abort(int status, const std::string& message) {
  status_ = fail_with(status, message);
  return StepOutcome::Aborted;
}

std::optional<StepOutcome> Search::recall(std::size_t candidate, const Level& level, int step) {
  Trial& trial = trials_[candidate];
  const Known before = known(candidate, level);
  trial.failure = before.failure;
  if (!trial.failure.empty()) return StepOutcome::Failed;
  if (suffices(before, level)) {
    accept(candidate, level, step, before);
    return StepOutcome::Measured;
  }
  if (before.late_seconds <= 0) return std::nullopt;
  trial.failure = late_text(before.late_seconds);
  double& longest = late_[level.all_sources];
  longest = std::max(longest, before.late_seconds);
  return StepOutcome::Late;
}

void Search::accept(std::size_t candidate, const Level& level, int step, const Known& figures) {
  Trial& trial = trials_[candidate];
  trial.step = step;
  trial.take(figures, by_cost());
  if (by_cost()) return;
  const auto best = best_ms_.emplace(level.all_sources, trial.times.value).first;
  best->second = std::min(best->second, trial.times.value);
}

StepOutcome Search::measure(std::size_t candidate, const Level& level, int step) {
  const auto before = recall(candidate, level, step);
  if (before && (*before != StepOutcome::Late || !may_take_longer(known(candidate, level), level))) return *before;
  if (seconds_left() <= 0) return StepOutcome::OutOfTime;
  const StepOutcome outcome = run_variant(candidate, level);
  if (outcome == StepOutcome::Measured) accept(candidate, level, step, known(candidate, level));
  return outcome;
}

StepOutcome Search::run_variant(std::size_t candidate, const Level& level) {
  const auto missing = level.runs - static_cast<int>(known(candidate, level).times_ms.size());
  MeasuringWish wish{candidate, sets(level), std::max(1, missing), far_ms(level)};
  if (const auto best = best_ms_.find(level.all_sources); best != best_ms_.end())
    wish.give_up_ms = loading_ms + patience * best->second;
  const double seconds = limit(level);
  return take(candidate, level, measuring_.measure(wish, seconds, seconds_left(), trusted()), seconds);
}

StepOutcome Search::take(std::size_t candidate, const Level& level, const MeasuringReply& reply, double limit) {
  if (reply.fatal) return abort(user_error, reply.failure);
  if (reply.out_of_time) return StepOutcome::OutOfTime;
  if (auto failure = record(candidate, level, reply, limit)) return abort(user_error, failure->message);
  trials_[candidate].failure = reply.late ? late_text(limit) : reply.failure;
  if (!reply.late) besides_ms_ = std::max(besides_ms_, reply.besides_ms);
  if (reply.late) late_[level.all_sources] = std::max(late_[level.all_sources], limit);
  if (reply.late) return StepOutcome::Late;
  return reply.failure.empty() ? StepOutcome::Measured : StepOutcome::Failed;
}

MaybeFailure Search::record(std::size_t candidate, const Level& level, const MeasuringReply& reply, double limit) {
  Measurement line{key_of(candidate, level), "", "", run_.algorithm.name};
  line.mapping = run_.variants[candidate]->mapping;
  line.graph_name = run_.options.graph.graph.empty() ? "none" : run_.options.graph.graph;
  line.rounds = reply.rounds;
  line.failure = reply.late ? late_text(limit) : reply.failure;
  line.late_seconds = reply.late ? limit : 0;
  if (line.failure.empty()) {
    line.times_ms = reply.times_ms;
    line.counted = reply.counted;
    line.verified = reply.verified;
  }
  return ledger_.append(std::move(line));
}

std::vector<double> Search::ratios(const std::vector<std::size_t>& candidates) {
  std::vector<Trial*> right;
  for (const std::size_t i : candidates)
    if (trials_[i].failure.empty()) right.push_back(&trials_[i]);
  rate(right);
  std::vector<double> ratios;
  for (const std::size_t i : candidates)
    ratios.push_back(trials_[i].failure.empty() ? trials_[i].ratio : std::numeric_limits<double>::infinity());
  return ratios;
}

int Search::run(const std::string& graph_line, double read_ms) {
  std::string failure;
  engine_ = measuring_.engine(failure);
  if (engine_.empty()) return fail_with(user_error, failure);
  HalvingPlan plan{run_.algorithm.name, {}, {}, 1, run_.options.tune_seconds, run_.options.repeat};
  for (std::size_t i = 0; i < trials_.size(); ++i) {
    plan.mappings.emplace_back(run_.variants[i]->mapping);
    plan.batches.push_back({i});
  }
  const HalvingEnd end = halve(*this, plan);
  if (end.aborted) return status_;
  TuningReport report{graph_line, engine_, measuring_.device(), identity_.all_sources, by_cost(), trials_};
  report.read_ms = read_ms;
  report.budget = run_.options.tune_seconds;
  report.seconds = watch_.seconds();
  report.ledger = run_.options.ledger;
  report.lines = ledger_.size();
  report.new_lines = ledger_.size() - known_before_;
  std::ranges::sort(report.trials, comes_before);
  const bool found = report.trials.front().is_right();
  const auto unwritten = write_standard_output(run_.options.quiet && found ? winner_line(report)
                                                                           : tuning_table(report));
  if (unwritten) return fail_with(user_error, unwritten->message);
  if (found) return 0;
  return fail_with(run_error, "no variant has a result within " + seconds_text(report.budget) +
                                  "; the table says why, and more --tune=SECONDS may help");
}

}  // namespace

int tune(const MeasuredRun& run, const std::string& graph_line, double read_ms) {
  auto identity = tuning_identity(run);
  if (!identity) return fail_with(user_error, identity.error());
  auto ledger = Ledger::open(run.options.ledger);
  if (!ledger) return fail_with(user_error, ledger.error());
  return Search(run, *std::move(identity), *std::move(ledger)).run(graph_line, read_ms);
}

}  // namespace maxwarp::runner
