// The flow of a program: options → graph → requirements → arguments → engine → variants → report.
// User errors (status 1) come before the engine is opened; what fails later is status 2.
#include "runtime/runner/runner.h"

#include <algorithm>
#include <new>
#include <optional>

#include "runtime/device/schedules.h"
#include "runtime/graph/generate/generate.h"
#include "runtime/runner/agreement.h"
#include "runtime/runner/difference.h"
#include "runtime/runner/exit_status.h"
#include "runtime/runner/expected_results.h"
#include "runtime/runner/forecast.h"
#include "runtime/runner/not_a_number.h"
#include "runtime/runner/observed_run.h"
#include "runtime/runner/options.h"
#include "runtime/runner/oracle.h"
#include "runtime/runner/plot.h"
#include "runtime/runner/report.h"
#include "runtime/runner/requirements.h"
#include "runtime/runner/selftest.h"
#include "runtime/runner/stopwatch.h"
#include "runtime/runner/time_limit.h"
#include "runtime/runner/tuning.h"
#include "runtime/runner/variants.h"
#include "runtime/runner/verify.h"
#include "runtime/system/interrupt.h"
#include "runtime/system/output_file.h"
#include "runtime/system/progress.h"

namespace maxwarp::runner {
namespace {

/// One invocation: what the command line asked for, and what was found so far.
class Program {
 public:
  Program(const Algorithm& algorithm, const RunnerOptions& options) : algorithm_(&algorithm), options_(options) {}

  int run();

 private:
  int prepare();
  int load();
  int choose_variants();
  int open_expected();
  int run_all(Engine& engine);
  int run_variant(Session& session, const PlannedRuns& planned, const Variant& variant, Progress& progress);
  int finish_variant(const Variant& variant);
  MaybeFailure load_forms(Session& session, const Variant& variant);
  int run_one(Session& session, const Variant& variant, const ArgumentSet& set);
  Result<RunResult> run_once_or_in_orders(Session& session, const Variant& variant, const ArgumentSet& set,
                                          std::optional<OrdersRecord>& record);
  int explain_forecast(const Engine& engine, const PlannedRuns& planned, const Variant& variant,
                       const ArgumentSet& set);
  int explain_taken(Engine& engine);
  int measure(Session& session, RunRecord& record, const ArgumentSet& set);
  int verify(RunRecord& record, const ArgumentSet& set);
  void agree(RunRecord& record, const ArgumentSet& set);
  void part(RunRecord& record);
  void differ(RunRecord& record, const std::string& from, const std::string& difference);
  int write_json();
  int write_results();

  const Algorithm* algorithm_;  // once the graph is read: the form for its weights
  const RunnerOptions& options_;
  Graph graph_;
  std::vector<const Variant*> variants_;
  const Variant* loaded_ = nullptr;  // whose form of the graph is in the memory of the engine
  double seconds_left_ = 0;          // of the limit of time of a variant
  std::vector<ArgumentSet> sets_;
  std::vector<OutputSpec> outputs_;
  Report report_;
  std::unique_ptr<Agreement> agreement_;           // --agree
  std::unique_ptr<Oracle> oracle_;                 // --verify
  std::optional<ExpectedResultsWriter> expected_;  // --write-expected-results
  std::optional<RunResult> right_;                 // equal to the reference; kept where there is one set of arguments
  MemoryInfo at_first_;                            // before anything was allocated
  bool differs_ = false;                           // from the reference, or from other mappings
  bool parts_ = false;                             // from one order to another
};

/// Everything that can be wrong with what the user gave, before any engine is touched.
int Program::prepare() {
  auto variants = chosen_variants(*algorithm_, options_.variant);
  if (!variants) return fail_with(user_error, variants.error());
  variants_ = *variants;
  if (auto failure = check_observed(variants_, options_)) return fail_with(user_error, failure->message);
  for (const std::string& text : options_.outputs) {
    auto wish = parse_output(text, *algorithm_);
    if (!wish) return fail_with(user_error, wish.error());
    outputs_.push_back(*wish);
  }
  if (options_.verify) {
    auto oracle = open_oracle(*algorithm_, options_, "--verify");
    if (!oracle) return fail_with(user_error, oracle.error());
    oracle_ = *std::move(oracle);
  }
  if (const int status = load()) return status;
  auto sets = resolve_arguments(*algorithm_, options_.arguments, graph_);
  if (!sets) return fail_with(user_error, sets.error());
  sets_ = *std::move(sets);
  for (const ArgumentSet& set : sets_)
    if (auto failure = check_conditions(*algorithm_, graph_, set)) return fail_with(user_error, failure->message);
  if (sets_.size() * variants_.size() > 1 && !outputs_.empty())
    return fail_with(user_error, "--output: there are " + std::to_string(sets_.size() * variants_.size()) +
                                     " runs; choose one variant and one node");
  return open_expected();
}

/// The graph is read: which form of the program runs is known.
int Program::open_expected() {
  if (!options_.write_expected_results.empty()) expected_.emplace(options_).begin(*algorithm_);
  const auto failure = oracle_ ? oracle_->begin(*algorithm_) : std::nullopt;
  return failure ? fail_with(user_error, failure->message) : 0;
}

/// The graph with the forms that the variants need; without one the program sees an empty graph.
int Program::load() {
  if (options_.graph.graph.empty() && !needs_graph(*algorithm_)) return choose_variants();
  Stopwatch watch;
  auto loaded = [&] {
    const Progress progress((is_generator(options_.graph.graph) ? "generating " : "reading ") + options_.graph.graph);
    return load_graph(options_.graph);
  }();
  if (!loaded) return fail_with(user_error, loaded.error());
  if (auto failure = check_graph(*algorithm_, *loaded)) return fail_with(user_error, failure->message);
  graph_ = std::move(loaded->graph);
  if (algorithm_->reals && !graph_.double_weights.empty()) algorithm_ = algorithm_->reals;
  if (const int status = choose_variants()) return status;
  report_.graph_line = loaded->summary;
  report_.graph_name = options_.graph.graph;
  unsigned forms = FormRows;
  bool renumbers = false;
  for (const Variant* variant : variants_) {
    forms |= variant->forms;
    renumbers = renumbers || variant->numbering != Numbering::Given;
  }
  if (auto failure = check_form_memory(graph_, forms, renumbers)) return fail_with(user_error, failure->message);
  const Progress progress("preparing " + options_.graph.graph);
  add_forms(graph_, forms);
  report_.read_ms = watch.milliseconds();
  return 0;
}

/// The form of the program and the graph are known.
int Program::choose_variants() {
  VariantsOfRun chosen = variants_for(*algorithm_, options_.variant, graph_);
  variants_ = std::move(chosen.variants);
  const auto failure = options_.explain ? write_standard_output(chosen.explanation) : std::nullopt;
  return failure ? fail_with(user_error, failure->message) : 0;
}

Result<RunResult> Program::run_once_or_in_orders(Session& session, const Variant& variant, const ArgumentSet& set,
                                                 std::optional<OrdersRecord>& record) {
  if (options_.orders == 0) return session.run(variant, set, {options_.repeat, options_.warm_up, options_.max_rounds});
  const OrderedRuns runs{*algorithm_, graph_, variant, set, options_.max_rounds, options_.orders};
  return run_in_orders(session, *session.engine().schedules(), runs, record.emplace());
}

/// What an earlier variant has brought into the memory of the engine stays there.
MaybeFailure Program::load_forms(Session& session, const Variant& variant) {
  if (loaded_ == &variant) return std::nullopt;
  Stopwatch watch;
  auto failure = loaded_ ? session.change_forms(variant.forms, variant.numbering)
                         : session.load(graph_, variant.forms, variant.numbering);
  report_.copy_ms = watch.milliseconds();
  loaded_ = &variant;
  return failure;
}

int Program::run_one(Session& session, const Variant& variant, const ArgumentSet& set) {
  if (auto failure = load_forms(session, variant)) return fail_with(run_error, failure->message);
  std::optional<OrdersRecord> orders;
  auto result = [&] {
    const TimeLimit limit(seconds_left_, std::string("variant `") + variant.name + "`");
    return run_once_or_in_orders(session, variant, set, orders);
  }();
  if (!result) return fail_with(session.assertion_failed() ? user_error : run_error, result.error());
  RunRecord& record = report_.runs.emplace_back();
  record.orders = std::move(orders);
  record.variant = &variant;
  for (const HostValue& value : set.values) {
    record.arguments.push_back(value.scalar);
    record.extents.push_back(value.extents);
  }
  record.result = *std::move(result);
  summarize(record, *algorithm_, graph_);
  if (record.orders && record.orders->difference) part(record);
  if (const auto nan = options_.allow_nan ? std::nullopt : first_nan(*algorithm_, graph_, record.result))
    return fail_with(user_error, std::string("variant `") + variant.name + "`: " + *nan +
                                     " is nan; write --allow-nan where this is meant");
  if (options_.metrics)
    if (const int status = measure(session, record, set)) return status;
  if (oracle_)
    if (const int status = verify(record, set)) return status;
  if (expected_) expected_->add(*algorithm_, record.result);
  if (agreement_) agree(record, set);
  // The arrays of many runs would fill the memory; only what is to be written is kept.
  if (outputs_.empty()) record.result.arrays.clear();
  return 0;
}

/// Further runs, which tell of their stages.
int Program::measure(Session& session, RunRecord& record, const ArgumentSet& set) {
  const TimeLimit limit(seconds_left_, std::string("variant `") + record.variant->name + "`");
  const auto miscount = run_observed(session, set, {options_.repeat, 0, options_.max_rounds}, record);
  if (!miscount) return fail_with(run_error, miscount.error());
  if (!miscount->empty()) differ(record, "what its lanes counted", *miscount);
  return 0;
}

int Program::verify(RunRecord& record, const ArgumentSet& set) {
  if (auto failure = oracle_->advance()) return fail_with(user_error, failure->message);
  Verdict verdict;
  // What equals a right result to the last bit needs no reference of its own, which may take longer than all runs.
  if (!right_ || !same_values(*right_, record.result))
    verdict = oracle_->judge(*algorithm_, *record.variant, graph_, set, record.result);
  record.oracle = oracle_->name();
  record.not_compared = verdict.not_compared;
  if (verdict.compared) record.verified = verdict.difference.empty();
  if (!verdict.difference.empty()) differ(record, record.oracle, verdict.difference);
  // What another process wrote is compared at once; it may also leave other results open in other variants.
  const bool costs = options_.expected_results.empty() && sets_.size() == 1 && variants_.size() > 1;
  if (verdict.difference.empty() && !right_ && costs) right_ = record.result;
  return 0;
}

void Program::agree(RunRecord& record, const ArgumentSet& set) {
  const std::string difference = agreement_->next(*algorithm_, *record.variant, graph_, set, record.result);
  if (agreement_->compares(*algorithm_, *record.variant)) record.agrees = difference.empty();
  if (!difference.empty()) differ(record, "the first mapping", difference);
}

void Program::part(RunRecord& record) {
  parts_ = true;
  record.difference = record.orders->text();
  (void)fail_with(user_error, std::string("variant `") + record.variant->name + "`: " + record.difference);
}

void Program::differ(RunRecord& record, const std::string& from, const std::string& difference) {
  differs_ = true;
  if (record.difference.empty()) record.difference = difference;
  (void)fail_with(run_error,
                  std::string("variant `") + record.variant->name + "` differs from " + from + ": " + difference);
}

int Program::explain_forecast(const Engine& engine, const PlannedRuns& planned, const Variant& variant,
                              const ArgumentSet& set) {
  const auto parts = memory_parts(engine, planned, variant, set);
  if (!parts) return fail_with(user_error, parts.error());
  end_progress();
  if (auto failure = write_standard_output(memory_table(variant, *parts)))
    return fail_with(user_error, failure->message);
  return 0;
}

/// What buffers hold, and where the engine has memory of its own, how much less of it is free than at first:
/// that is in pages, and has what the driver keeps for the kernels, too.
int Program::explain_taken(Engine& engine) {
  std::string text = "  allocated   " + std::to_string(engine.held()) + "\n";
  if (!engine.shares_host_memory()) {
    MemoryInfo now;
    if (EngineStatus status = engine.memory_info(&now); !status) return fail_with(run_error, status.message);
    text += "  less free   " + std::to_string(at_first_.free > now.free ? at_first_.free - now.free : 0) + "\n";
  }
  if (auto failure = write_standard_output(text)) return fail_with(user_error, failure->message);
  return 0;
}

int Program::run_all(Engine& engine) {
  report_.engine = engine.name();
  report_.device = engine.description();
  const PlannedRuns planned{*algorithm_, graph_, variants_, sets_};
  if (auto failure = check_memory(engine, planned)) return fail_with(user_error, failure->message);
  report_.memory_bytes = forecast(engine, planned)->engine();
  if (EngineStatus status = engine.memory_info(&at_first_); !status) return fail_with(run_error, status.message);
  Session session(engine, *algorithm_);
  session.keep_orders(options_.orders_folder);
  const auto runs = static_cast<std::int64_t>(variants_.size() * sets_.size());
  Progress progress(std::string("running ") + algorithm_->name, runs > 1 ? runs : 0, "runs");
  for (const Variant* variant : variants_)
    if (const int status = run_variant(session, planned, *variant, progress)) return status;
  const auto failure = expected_ ? expected_->finish() : std::nullopt;
  return failure ? fail_with(user_error, failure->message) : 0;
}

int Program::run_variant(Session& session, const PlannedRuns& planned, const Variant& variant, Progress& progress) {
  Engine& engine = session.engine();
  if (oracle_) oracle_->begin_variant();
  if (!options_.agree.empty()) {
    auto agreement = Agreement::open(options_.agree);
    if (!agreement) return fail_with(user_error, agreement.error());
    agreement_ = *std::move(agreement);
  }
  seconds_left_ = options_.variant_seconds;
  for (const ArgumentSet& set : sets_) {
    if (options_.explain_memory)
      if (const int status = explain_forecast(engine, planned, variant, set)) return status;
    if (options_.dry_run) continue;
    if (const int status = run_one(session, variant, set)) return status;
    if (options_.explain_memory)
      if (const int status = explain_taken(engine)) return status;
    progress.advance();
  }
  return options_.dry_run ? 0 : finish_variant(variant);
}

/// Writes what is there so far: a later variant may take the process with it.
int Program::finish_variant(const Variant& variant) {
  if (agreement_)
    if (auto failure = agreement_->finish()) return fail_with(user_error, failure->message);
  for (const std::string& report : options_.variant_reports) {
    if (!report.starts_with(variant.name + std::string("="))) continue;
    Report own = report_;
    std::erase_if(own.runs, [&](const RunRecord& run) { return run.variant != &variant; });
    const std::string file = report.substr(report.find('=') + 1);
    if (auto failure = write_text_file(file, json_report(own, *algorithm_, graph_)))
      return fail_with(user_error, failure->message);
  }
  return &variant == variants_.back() || options_.json == "-" ? 0 : write_json();
}

int Program::write_json() {
  if (options_.json.empty()) return 0;
  const auto failure = write_text_file(options_.json, json_report(report_, *algorithm_, graph_));
  return failure ? fail_with(user_error, failure->message) : 0;
}

int Program::write_results() {
  for (const OutputSpec& wish : outputs_)
    if (auto failure = write_output(wish, *algorithm_, report_.runs[0].result, graph_))
      return fail_with(user_error, failure->message);
  // With JSON on the standard output, the report for people would only be in its way.
  if (!options_.quiet && options_.json != "-" && options_.plot != "-")
    if (auto failure = write_standard_output(text_report(report_, *algorithm_, graph_)))
      return fail_with(user_error, failure->message);
  if (!options_.plot.empty())
    if (auto failure = write_text_file(options_.plot, rounds_plot(report_, *algorithm_)))
      return fail_with(user_error, failure->message);
  return write_json();
}

int Program::run() {
  if (const int status = prepare()) return status;
  if (options_.tune_seconds > 0)
    return tune({*algorithm_, options_, graph_, variants_, sets_, oracle_.get()}, report_.graph_line, report_.read_ms);
  EngineStatus opened;
  const std::unique_ptr<Engine> engine = open_with_gaps(&opened);
  if (!engine) return fail_with(user_error, opened.message);
  if (auto failure = choose_order(*engine, options_)) return fail_with(user_error, failure->message);
  if (const int status = run_all(*engine)) return status;
  if (options_.dry_run) return 0;
  if (const int status = write_results()) return status;
  if (parts_) return user_error;
  return differs_ ? run_error : 0;
}

/// Whether all that was printed has arrived.
int with_output_checked(int status) {
  if (status != 0) return status;
  if (auto failure = write_standard_output("")) return fail_with(user_error, failure->message);
  return status;
}

}  // namespace

int run_program(const Algorithm& algorithm, int argc, const char* const* argv) try {
  handle_interrupts();
  const ParsedOptions parsed = parse_options(algorithm, argc, argv);
  if (parsed.leave) {
    if (parsed.exit_status != 0) return fail_with(parsed.exit_status, parsed.text);
    if (auto failure = write_standard_output(parsed.text)) return fail_with(user_error, failure->message);
    return 0;
  }
  if (parsed.options.has_reference) return has_reference(algorithm) ? 0 : no_reference;
  if (parsed.options.quiet) silence_progress();
  if (parsed.options.selftest >= 0) return with_output_checked(selftest(algorithm, parsed.options));
  return with_output_checked(Program(algorithm, parsed.options).run());
} catch (const std::bad_alloc&) {
  return fail_with(user_error, "out of memory; the run needs more than what is left on this machine");
} catch (const std::exception& defect) {
  return fail_with(own_defect, std::string(defect.what()) + " (this is a defect of Maxwarp)");
}

}  // namespace maxwarp::runner
