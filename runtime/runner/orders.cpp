// Each run has fresh memory, so that none finds what another one has left.
#include "runtime/runner/orders.h"

#include "runtime/device/schedules.h"
#include "runtime/runner/trace.h"

namespace maxwarp::runner {

std::string OrdersRecord::text() const {
  if (!difference) return "";
  std::string text = "the result depends on the order of threads: " + difference->name + " is " + difference->first +
                     " with --order=" + orders.front() + " and " + difference->second +
                     " with --order=" + orders.back();
  return place.empty() ? text : text + "; the runs part " + place;
}

Result<RunResult> run_in_orders(Session& session, Schedules& schedules, const OrderedRuns& runs, OrdersRecord& record) {
  const double absolute = absolute_tolerance(runs.algorithm, runs.set);
  Trace trace(schedules, session, absolute);
  std::optional<RunResult> first;
  for (int i = 0; i < runs.orders; ++i) {
    record.orders.push_back(schedules.of_series(i));
    schedules.choose(record.orders.back());
    session.forget_memory();
    trace.begin();
    auto result = session.run(runs.variant, runs.set, {1, 0, runs.max_rounds});
    if (!result)
      return i == 0 ? result.failure()
                    : Failure{result.error() + "; with --order=" + record.orders.back() +
                              ", not with --order=" + record.orders.front()};
    if (!first) {
      first = *std::move(result);
      continue;
    }
    record.difference = difference_of(runs.algorithm, runs.graph, absolute, *first, *result);
    if (!record.difference) continue;
    record.place = trace.parting(runs.algorithm.results[record.difference->result].name);
    break;
  }
  return *std::move(first);
}

MaybeFailure choose_order(Engine& engine, const RunnerOptions& options) {
  if (options.order.empty() && options.orders == 0) return std::nullopt;
  const std::string option = options.order.empty() ? "--orders" : "--order";
  Schedules* schedules = engine.schedules();
  if (schedules == nullptr)
    return Failure{option + ": with the engine " + engine.name() + " threads run as they come; write --engine=simt"};
  if (options.order.empty() || schedules->choose(options.order)) return std::nullopt;
  return Failure{"--order: no order `" + options.order + "`; write " + schedules->forms()};
}

}  // namespace maxwarp::runner
