// A text was compiled to tell of nodes or of times: which of both it is decides who observes it.
#include "runtime/runner/observed_run.h"

namespace maxwarp::runner {

MaybeFailure check_observed(const std::vector<const Variant*>& variants, const RunnerOptions& options) {
  if (!options.metrics) return std::nullopt;
  const std::string option = options.plot.empty() ? "--metrics" : "--plot";
  for (const Variant* variant : variants) {
    const std::string name = option + ": the variant `" + variant->name + "`";
    if (!variant->observed)
      return Failure{name + " does not tell what it works on; build it by `gdsl run|build --metrics`"};
    if (variant->timed && !options.plot.empty())
      return Failure{name + " tells times alone; build it by `gdsl run|build --metrics`, without `=timed`"};
  }
  return std::nullopt;
}

Result<std::string> run_observed(Session& session, const ArgumentSet& arguments, const Repetition& repetition,
                                 RunRecord& record) {
  if (record.variant->timed) {
    auto times = time_stages(session, *record.variant, arguments, repetition);
    if (!times) return times.failure();
    record.times = *std::move(times);
    return std::string();
  }
  MetricsRecorder recorder(session.engine(), session.graph());
  const auto result = session.run(*record.variant, arguments, {1, 0, repetition.max_rounds}, &recorder);
  if (!result) return result.failure();
  if (!recorder.error().empty()) return Failure{"--metrics: " + recorder.error()};
  record.metrics.emplace(recorder.stages());
  return recorder.miscount();
}

}  // namespace maxwarp::runner
