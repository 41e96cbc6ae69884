// Measures for a search by halving. The ledger is asked before anything is built or run, so that a search that was
// ended goes on where it was; compiling counts against the budget.
#include "tools/gdsl/tuning.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <thread>

#include "llvm/ADT/STLExtras.h"
#include "runtime/runner/halving.h"
#include "runtime/system/interrupt.h"
#include "tools/gdsl/stored_graph.h"
#include "tools/gdsl/support.h"
#include "tools/gdsl/variants.h"

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using runner::Level;
using runner::StepOutcome;

/// Some seconds for what any process may wait for, besides those that `patience` gives.
constexpr double grace_seconds = 5;

/// The words with one source each.
std::vector<std::string> with_one_source(std::vector<std::string> words) {
  for (std::string& word : words) word = runner::with_one_source(word);
  return words;
}

class Tuner : public runner::Contest {
 public:
  Tuner(const TuningRequest& request, EngineChoice engine, std::string folder, DistinctSpace space, Ledger ledger);

  llvm::Expected<TuningResult> run();

 private:
  bool prepare(const std::vector<std::size_t>& candidates, const Level& level) override;
  StepOutcome measure(std::size_t candidate, const Level& level, int step) override;
  std::optional<StepOutcome> recall(std::size_t candidate, const Level& level, int step) override;
  std::vector<double> ratios(const std::vector<std::size_t>& candidates) override;
  double seconds_left() const override;

  llvm::Error store_graphs();
  llvm::Error search();
  llvm::Error probe();
  runner::HalvingPlan plan() const;
  std::optional<StepOutcome> known_on(std::size_t index, std::size_t graph, const Level& level) const;
  void accept(std::size_t index, const Level& level, int step);
  std::string failure_of(std::size_t index, std::size_t graph, const Level& level) const;
  llvm::Expected<StepOutcome> measure_all(std::size_t index, const Level& level, int step);
  llvm::Expected<StepOutcome> measure_on(std::size_t index, std::size_t graph, const Level& level);
  llvm::Error build(const std::vector<std::size_t>& some, const Level& level);
  llvm::Error make_reference(std::size_t graph, const Level& level);
  llvm::Expected<VariantRun> run_once(std::size_t index, std::size_t graph, const Level& level, double seconds);
  llvm::Error record(std::size_t index, std::size_t graph, const Level& level, const VariantRun& run);
  llvm::Expected<StepOutcome> run_on(std::size_t index, std::size_t graph, const Level& level);

  bool suffices(const Known& known, const Level& level) const {
    return by_cost() ? known.counted.cost() > 0 : known.times_ms.size() >= static_cast<std::size_t>(level.runs);
  }
  bool needs_run(std::size_t index, std::size_t graph, const Level& level) const;
  MeasurementKey key_of(std::size_t index, std::size_t graph, const Level& level) const;
  std::string agreed_file(std::size_t graph, const Level& level) const;
  double limit(std::size_t graph, const Level& level) const;
  bool by_cost() const { return engine_.kind == EngineKind::Simt; }

  const TuningRequest& request_;
  EngineChoice engine_;
  std::string folder_;
  DistinctSpace space_;
  std::vector<Variant> variants_;
  std::vector<Batch> batches_;
  VariantBuilder builder_;
  Ledger ledger_;
  std::vector<StoredGraph> graphs_;
  std::vector<std::string> one_source_, all_sources_;  // what tells the arguments apart
  std::map<std::string, double> pace_;                 // by agreed_file: seconds that the fastest needs for a run
  TuningResult result_;
  std::optional<llvm::Error> failed_;  // why nothing can be measured any more
  Clock::time_point start_ = Clock::now();
};

Tuner::Tuner(const TuningRequest& request, EngineChoice engine, std::string folder, DistinctSpace space, Ledger ledger)
    : request_(request),
      engine_(std::move(engine)),
      folder_(std::move(folder)),
      space_(std::move(space)),
      variants_(variants_of(space_)),
      builder_(request.installation, request.argv0, request.program, folder_),
      ledger_(std::move(ledger)) {
  std::vector<Variant*> others;
  for (std::size_t i = 1; i < variants_.size(); ++i) others.push_back(&variants_[i]);
  batches_ = batches_of(engine_, others);
  batches_.insert(batches_.begin(), {engine_, {&variants_.front()}});
  for (const TextGroup& group : space_.groups) {
    result_.candidates.push_back({group.mapping, group.text, group.same});
    ledger_.rename(group.earlier_text, group.text);
  }
  result_.program = fs::path(request.program).stem().string();
  result_.engine = engine_name(engine_.kind);
  result_.by_cost = by_cost();
  result_.tried = space_.tried;
  result_.legal = space_.legal;
  result_.date = today();
  result_.known = ledger_.size();
}

llvm::Error Tuner::store_graphs() {
  std::vector<std::string> graphs = request_.graphs;
  if (graphs.empty()) graphs.push_back("");
  for (const std::string& name : graphs) {
    auto graph = store_graph(name, request_.arguments, fmt::format("{}/graph{}.mwg", folder_, graphs_.size()),
                             request_.quiet);
    if (!graph) return graph.takeError();
    auto all = arguments_identity(graph->words), one = arguments_identity(with_one_source(graph->words));
    if (!all || !one) return llvm::joinErrors(all.takeError(), one.takeError());
    for (const StoredGraph& other : graphs_)
      if (other.identity == graph->identity)
        return fail("--graph: `{}` and `{}` are the same graph; leave one out", other.name, graph->name);
    all_sources_.push_back(*all);
    one_source_.push_back(*one);
    result_.graphs.push_back(graph->title.empty() ? "none" : graph->title);
    graphs_.push_back(std::move(*graph));
  }
  result_.arguments = all_sources_.front();
  return llvm::Error::success();
}

double Tuner::seconds_left() const {
  if (request_.seconds <= 0) return 1e9;
  return request_.seconds - std::chrono::duration<double>(Clock::now() - start_).count();
}

double Tuner::limit(std::size_t graph, const Level& level) const {
  const double runs = by_cost() ? 1 : level.runs + 1;  // with the one that is not timed
  const auto pace = pace_.find(agreed_file(graph, level));
  return pace == pace_.end() ? 0 : grace_seconds + runner::patience * pace->second * runs;
}

MeasurementKey Tuner::key_of(std::size_t index, std::size_t graph, const Level& level) const {
  return {space_.groups[index].text, graphs_[graph].identity, (level.all_sources ? all_sources_ : one_source_)[graph],
          result_.engine, result_.device};
}

std::string Tuner::agreed_file(std::size_t graph, const Level& level) const {
  const bool all = level.all_sources || all_sources_[graph] == one_source_[graph];
  return fmt::format("{}/agreed.{}.{}", folder_, graph, all ? "all" : "one");
}

/// What the ledger says.
std::optional<StepOutcome> Tuner::known_on(std::size_t index, std::size_t graph, const Level& level) const {
  const Known known = ledger_.find(key_of(index, graph, level), request_.verify);
  if (!known.failure.empty()) return StepOutcome::Failed;
  if (suffices(known, level)) return StepOutcome::Measured;
  if (known.late_seconds > 0) return StepOutcome::Late;
  return std::nullopt;
}

bool Tuner::needs_run(std::size_t index, std::size_t graph, const Level& level) const {
  const auto known = known_on(index, graph, level);
  if (!known || *known != StepOutcome::Late) return !known;
  // The limit is never quite the same twice.
  const double late = ledger_.find(key_of(index, graph, level), request_.verify).late_seconds;
  const double seconds = limit(graph, level);
  return seconds <= 0 || 2 * late < seconds;
}

/// Why the ledger says that it cannot be chosen.
std::string Tuner::failure_of(std::size_t index, std::size_t graph, const Level& level) const {
  const Known known = ledger_.find(key_of(index, graph, level), request_.verify);
  return known.failure.empty() && !suffices(known, level) && known.late_seconds > 0
             ? runner::late_text(known.late_seconds)
             : known.failure;
}

/// `seconds`: 0: no limit.
llvm::Expected<VariantRun> Tuner::run_once(std::size_t index, std::size_t graph, const Level& level, double seconds) {
  RunWish wish{folder_, agreed_file(graph, level), graphs_[graph].arguments()};
  if (!level.all_sources) wish.arguments = with_one_source(wish.arguments);
  wish.repeat = by_cost() ? 1 : level.runs;
  wish.warm_up = by_cost() ? 0 : 1;
  wish.verify = request_.verify;
  wish.seconds = seconds;
  wish.environment = run_environment(engine_.kind);
  const Clock::time_point begin = Clock::now();
  auto run = run_variant(variants_[index], wish);
  if (!run) return run.takeError();
  const double pace = std::chrono::duration<double>(Clock::now() - begin).count() / (wish.repeat + wish.warm_up);
  if (run->row.failure.empty()) {
    const auto known = pace_.emplace(wish.agree, pace).first;
    known->second = std::min(known->second, pace);
  }
  if (run->row.failure.empty() && by_cost() && run->row.cost <= 0) run->row.failure = "the engine has counted nothing";
  return run;
}

llvm::Error Tuner::record(std::size_t index, std::size_t graph, const Level& level, const VariantRun& run) {
  ++result_.measured;
  Measurement line{key_of(index, graph, level), "", "", result_.program};
  const std::string& mapping = space_.groups[index].mapping;
  line.mapping = mapping.empty() ? "default" : mapping;
  line.graph_name = result_.graphs[graph];
  line.failure = run.row.failure;
  line.rounds = run.row.rounds;
  line.verified = run.row.verified.value_or(false) && line.failure.empty();
  if (line.failure.empty()) line.times_ms = run.row.times_ms;
  if (line.failure.empty()) line.counted = run.row.counted;
  if (run.late) line.late_seconds = limit(graph, level);
  return as_error(ledger_.append(std::move(line)));
}

/// The default mapping tells the device, whether the arguments are right, and what the results are.
llvm::Error Tuner::probe() {
  const Level level{false, 1};
  if (llvm::Error failed = builder_.build({batches_.front()}, "the default mapping", std::max(seconds_left(), 0.1)))
    return failed;
  if (!variants_.front().failure.empty()) return fail("the default mapping {}", variants_.front().failure);
  for (std::size_t graph = 0; graph < graphs_.size(); ++graph)
    if (llvm::Error failed = make_reference(graph, level)) return failed;
  return measure_all(0, level, 0).takeError();
}

/// All results are compared with those of the default mapping, on the same graph with the same arguments.
llvm::Error Tuner::make_reference(std::size_t graph, const Level& level) {
  if (is_there(agreed_file(graph, level))) return llvm::Error::success();
  const Level once{level.all_sources, 1};
  const double seconds = seconds_left();
  auto run = seconds > 0 && !variants_.front().program.empty() ? run_once(0, graph, once, seconds) : VariantRun{};
  if (!run) return run.takeError();
  if (run->refused) return fail("{}", run->row.failure);
  if (run->late || seconds <= 0 || variants_.front().program.empty())
    return fail(
        "the default mapping, with which all are compared, has no result on `{}` within --seconds={}; give more "
        "seconds, or 0 for no limit",
        result_.graphs[graph], request_.seconds);
  if (result_.device.empty()) result_.device = run->row.device;
  if (run->row.failure.empty() && !needs_run(0, graph, once)) return llvm::Error::success();
  if (llvm::Error failed = record(0, graph, once, *run)) return failed;
  if (run->row.failure.empty()) return llvm::Error::success();
  return llvm::make_error<CommandError>(
      fmt::format("the default mapping, with which all are compared, fails on `{}`: {}", result_.graphs[graph],
                  run->row.failure),
      RunFailed);
}

/// Builds those of the variants that will have to run, with all that share their programs.
llvm::Error Tuner::build(const std::vector<std::size_t>& some, const Level& level) {
  const auto is_needed = [&](const Variant* variant) {
    const auto index = static_cast<std::size_t>(variant - variants_.data());
    if (!llvm::is_contained(some, index) || !variant->program.empty() || !variant->failure.empty()) return false;
    for (std::size_t graph = 0; graph < graphs_.size(); ++graph)
      if (needs_run(index, graph, level)) return true;
    return false;
  };
  std::vector<Batch> needed;
  for (const Batch& batch : batches_)
    if (llvm::any_of(batch.variants, is_needed)) needed.push_back(batch);
  if (needed.empty() || seconds_left() <= 0) return llvm::Error::success();
  return builder_.build(needed, fmt::format("{} programs", needed.size()), seconds_left());
}

llvm::Expected<StepOutcome> Tuner::measure_on(std::size_t index, std::size_t graph, const Level& level) {
  result_.candidates[index].failure = failure_of(index, graph, level);
  return needs_run(index, graph, level) ? run_on(index, graph, level) : *known_on(index, graph, level);
}

/// A run that the ledger lacks.
llvm::Expected<StepOutcome> Tuner::run_on(std::size_t index, std::size_t graph, const Level& level) {
  const Variant& variant = variants_[index];
  if (seconds_left() <= 0 || (variant.program.empty() && variant.failure.empty())) return StepOutcome::OutOfTime;
  if (llvm::Error failed = make_reference(graph, level)) return std::move(failed);
  if (index == 0 && !needs_run(0, graph, level)) return StepOutcome::Measured;
  const Known known = ledger_.find(key_of(index, graph, level), request_.verify);
  const Level missing{level.all_sources, std::max(1, level.runs - static_cast<int>(known.times_ms.size()))};
  const double most = limit(graph, missing), rest = seconds_left();
  auto run = run_once(index, graph, missing, most > 0 ? std::min(most, std::max(rest, 0.1)) : rest);
  if (!run) return run.takeError();
  if (run->late && (most <= 0 || rest < most)) return StepOutcome::OutOfTime;
  if (llvm::Error failed = record(index, graph, missing, *run)) return std::move(failed);
  result_.candidates[index].failure = run->row.failure;
  if (run->late) return StepOutcome::Late;
  return run->row.failure.empty() ? StepOutcome::Measured : StepOutcome::Failed;
}

/// On all graphs.
llvm::Expected<StepOutcome> Tuner::measure_all(std::size_t index, const Level& level, int step) {
  for (std::size_t graph = 0; graph < graphs_.size(); ++graph) {
    auto outcome = measure_on(index, graph, level);
    if (!outcome || *outcome != StepOutcome::Measured) return outcome;
  }
  accept(index, level, step);
  return StepOutcome::Measured;
}

/// The candidate was measured on all graphs, so that it belongs to the step.
void Tuner::accept(std::size_t index, const Level& level, int step) {
  Candidate& candidate = result_.candidates[index];
  candidate.step = step;
  candidate.failure.clear();
  candidate.figures.clear();
  for (std::size_t graph = 0; graph < graphs_.size(); ++graph)
    candidate.figures.push_back(figure_of(ledger_.find(key_of(index, graph, level), request_.verify), by_cost()));
}

std::optional<StepOutcome> Tuner::recall(std::size_t candidate, const Level& level, int step) {
  StepOutcome whole = StepOutcome::Measured;
  for (std::size_t graph = 0; graph < graphs_.size(); ++graph) {
    const auto known = known_on(candidate, graph, level);
    if (!known) return std::nullopt;
    if (*known == StepOutcome::Measured) continue;
    whole = *known;
    result_.candidates[candidate].failure = failure_of(candidate, graph, level);
    if (whole == StepOutcome::Failed) return whole;
  }
  if (whole == StepOutcome::Measured) accept(candidate, level, step);
  return whole;
}

bool Tuner::prepare(const std::vector<std::size_t>& candidates, const Level& level) {
  if (llvm::Error failed = build(candidates, level)) failed_.emplace(std::move(failed));
  return !failed_;
}

StepOutcome Tuner::measure(std::size_t candidate, const Level& level, int step) {
  auto outcome = measure_all(candidate, level, step);
  if (outcome) return *outcome;
  failed_.emplace(outcome.takeError());
  return StepOutcome::Aborted;
}

std::vector<double> Tuner::ratios(const std::vector<std::size_t>& candidates) {
  std::vector<Candidate*> right;
  for (const std::size_t index : candidates)
    if (result_.candidates[index].failure.empty()) right.push_back(&result_.candidates[index]);
  rate_candidates(right);
  std::vector<double> ratios;
  for (const std::size_t index : candidates) {
    const Candidate& candidate = result_.candidates[index];
    ratios.push_back(candidate.failure.empty() ? candidate.ratio : std::numeric_limits<double>::infinity());
  }
  return ratios;
}

/// Half of the cores compile at a time.
runner::HalvingPlan Tuner::plan() const {
  const std::size_t jobs = (std::max(1u, std::thread::hardware_concurrency()) + 1) / 2;
  runner::HalvingPlan plan{result_.program, {}, {}, jobs, request_.seconds, request_.repeat};
  for (const TextGroup& group : space_.groups) plan.mappings.push_back(group.mapping);
  for (const Batch& batch : batches_) {
    plan.batches.emplace_back();
    for (const Variant* variant : batch.variants)
      plan.batches.back().push_back(static_cast<std::size_t>(variant - variants_.data()));
  }
  return plan;
}

llvm::Error Tuner::search() {
  if (llvm::Error failed = probe()) return failed;
  result_.out_of_time = halve(*this, plan()).out_of_time;
  return failed_ ? std::move(*failed_) : llvm::Error::success();
}

llvm::Expected<TuningResult> Tuner::run() {
  llvm::Error failed = store_graphs();
  if (!failed) failed = search();
  rank_candidates(result_.candidates);
  const Candidate& best = result_.candidates.front();
  if (is_interrupted())
    tell(best.step < 0
             ? "interrupted; nothing is known yet"
             : fmt::format("interrupted; the best so far is `{}`; the same command goes on with what `{}` has",
                           best.mapping.empty() ? "default" : best.mapping, request_.ledger));
  if (failed) return std::move(failed);
  return std::move(result_);
}

}  // namespace

llvm::Expected<TuningResult> tune(const TuningRequest& request) {
  const DeferredInterrupt deferred;
  auto ledger = Ledger::open(request.ledger);
  if (!ledger) return as_error(ledger.failure());
  auto search = open_search(request);
  if (!search) return search.takeError();
  return Tuner(request, search->engine, search->folder.path(), std::move(search->space), std::move(*ledger)).run();
}

}  // namespace maxwarp::workbench
