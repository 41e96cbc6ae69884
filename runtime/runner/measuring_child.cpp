// The child's end: one engine, one graph in its memory, and the results with which those of others are compared.
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <new>

#include "runtime/device/schedules.h"
#include "runtime/runner/difference.h"
#include "runtime/runner/forecast.h"
#include "runtime/runner/measuring.h"
#include "runtime/runner/not_a_number.h"
#include "runtime/runner/stopwatch.h"
#include "runtime/system/json_text.h"

namespace maxwarp::runner {
namespace {

using Json = nlohmann::ordered_json;

/// Sets of arguments of which results are kept for comparison: more would fill the memory.
constexpr std::size_t most_compared = 16;

class Answerer {
 public:
  Answerer(const MeasuredRun& run, int socket, Engine& engine)
      : run_(run), socket_(socket), engine_(engine), session_(engine, run.algorithm) {
    session_.keep_orders(run.options.orders_folder);
  }

  void tell(const Json& line) const {
    const std::string text = json_text(line, -1);
    // The parent has closed the socket.
    if (send(socket_, text.data(), text.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(text.size())) std::_Exit(0);
  }

  void answer(const MeasuringWish& wish) {
    MeasuringReply reply;
    broken_ = true;
    if (auto failure = measure(wish, reply)) reply.failure = failure->message;
    tell({{"ms", reply.times_ms},
          {"broken", broken_ && !reply.failure.empty()},
          {"rounds", reply.rounds},
          {"besides_ms", reply.besides_ms},
          {"verified", reply.verified},
          {"failure", reply.failure},
          {"issued", reply.counted.issued},
          {"sectors", reply.counted.sectors},
          {"atomics", reply.counted.atomics}});
  }

 private:
  MaybeFailure measure(const MeasuringWish& wish, MeasuringReply& reply);
  MaybeFailure load(const Variant& variant);
  Result<RunResult> run(const Variant& variant, const ArgumentSet& set, const MeasuringWish& wish,
                        MeasuringReply& reply);
  Result<RunResult> run(const Variant& variant, const ArgumentSet& set, int times);
  std::string fault(const Variant& variant, std::size_t set, RunResult result);
  std::string verify(const Variant& variant, std::size_t set, const RunResult& result);

  /// Results with which others are compared.
  struct Known {
    const Variant* variant;
    RunResult result;
  };

  const MeasuredRun& run_;
  int socket_;
  Engine& engine_;
  Session session_;
  const Variant* loaded_ = nullptr;
  bool broken_ = false;  // a run has failed, and not its results: after an error of the device none runs any more
  std::map<std::size_t, Known> known_;  // by the place of the arguments
};

MaybeFailure Answerer::load(const Variant& variant) {
  if (loaded_ == &variant) return std::nullopt;
  const std::vector<const Variant*> alone = {&variant};
  // Later, memory that is taken already is used again.
  if (!loaded_)
    if (auto failure = check_memory(engine_, {run_.algorithm, run_.graph, alone, run_.sets})) return failure;
  auto failure = loaded_ ? session_.change_forms(variant.forms, variant.numbering)
                         : session_.load(run_.graph, variant.forms, variant.numbering);
  loaded_ = &variant;
  return failure;
}

/// Runs that the parent waits for together.
Result<RunResult> Answerer::run(const Variant& variant, const ArgumentSet& set, int times) {
  tell({{"begins", true}});
  auto result = session_.run(variant, set, {times, 0, run_.options.max_rounds});
  if (result) tell({{"begins", false}});
  return result;
}

/// One run that is not timed, unless it tells enough; then the others. On an engine that counts one run is enough.
Result<RunResult> Answerer::run(const Variant& variant, const ArgumentSet& set, const MeasuringWish& wish,
                                MeasuringReply& reply) {
  Schedules* schedules = engine_.schedules();
  if (schedules) schedules->begin_count(nullptr, 0);
  const Stopwatch watch;
  auto result = run(variant, set, 1);
  if (schedules) {
    const LaunchCounts counts = schedules->end_count();
    reply.counted.issued += static_cast<double>(counts.issued);
    reply.counted.sectors += static_cast<double>(counts.sectors);
    reply.counted.atomics += static_cast<double>(counts.atomics);
  }
  const bool enough = schedules || wish.runs == 0;
  if (!result || enough || (wish.give_up_ms > 0 && result->run_ms[0] > wish.give_up_ms)) return result;
  const double untimed_ms = watch.seconds() * 1e3;
  result = run(variant, set, 1);
  if (!result) return result;
  const double first_ms = result->run_ms[0];
  reply.besides_ms = std::max(reply.besides_ms, untimed_ms - first_ms);
  if (wish.runs == 1 || (wish.far_ms > 0 && first_ms > wish.far_ms)) return result;
  result = run(variant, set, wish.runs - 1);
  if (result) result->run_ms.insert(result->run_ms.begin(), first_ms);
  return result;
}

MaybeFailure Answerer::measure(const MeasuringWish& wish, MeasuringReply& reply) {
  const Variant& variant = *run_.variants[wish.variant];
  if (auto failure = load(variant)) return failure;
  if (run_.oracle) run_.oracle->begin_variant();
  reply.verified = run_.oracle != nullptr;
  for (std::size_t i = 0; i < wish.sets; ++i) {
    broken_ = true;
    auto result = run(variant, run_.sets[i], wish, reply);
    if (!result) return result.failure();
    broken_ = false;
    const std::vector<double> times = result->run_ms;
    if (i == 0) reply.times_ms.assign(times.size(), 0);
    reply.times_ms.resize(std::min(times.size(), reply.times_ms.size()));
    for (std::size_t k = 0; k < reply.times_ms.size(); ++k)
      reply.times_ms[k] += times[k] / static_cast<double>(wish.sets);
    reply.rounds += result->rounds;
    if (std::string text = fault(variant, i, *std::move(result)); !text.empty()) return Failure{std::move(text)};
  }
  return std::nullopt;
}

/// What is wrong with the results; the first right ones are what others are compared with.
std::string Answerer::fault(const Variant& variant, std::size_t set, RunResult result) {
  if (!run_.options.allow_nan)
    if (const auto nan = first_nan(run_.algorithm, run_.graph, result))
      return *nan + " is nan; write --allow-nan where this is meant";
  if (run_.oracle)
    if (std::string text = verify(variant, set, result); !text.empty()) return text;
  const auto known = known_.find(set);
  if (known == known_.end() && set >= most_compared) return "";
  if (known == known_.end()) {
    known_.emplace(set, Known{&variant, std::move(result)});
    return "";
  }
  const auto difference = difference_of(run_.algorithm, run_.graph, absolute_tolerance(run_.algorithm, run_.sets[set]),
                                        known->second.result, result,
                                        known->second.variant->numbering == variant.numbering);
  if (!difference) return "";
  return "differs from the first mapping: " + difference->name + " is " + difference->second +
         ", the first mapping says " + difference->first;
}

/// What equals a right result to the last bit needs no reference of its own.
std::string Answerer::verify(const Variant& variant, std::size_t set, const RunResult& result) {
  if (auto failure = run_.oracle->advance()) return failure->message;
  if (const auto known = known_.find(set); known != known_.end() && same_values(known->second.result, result))
    return "";
  const Verdict verdict = run_.oracle->judge(run_.algorithm, variant, run_.graph, run_.sets[set], result);
  return verdict.difference.empty() ? "" : "differs from " + run_.oracle->name() + ": " + verdict.difference;
}

/// The next line of the parent; empty: there is none.
std::string next_line(int socket) {
  std::string line;
  for (char c = 0; read(socket, &c, 1) == 1;) {
    if (c == '\n') return line;
    line += c;
  }
  return "";
}

}  // namespace

void answer_wishes(const MeasuredRun& run, int socket) try {
  EngineStatus opened;
  const std::unique_ptr<Engine> engine = open_with_gaps(&opened);
  const Json hello = engine ? Json{{"engine", engine->name()}, {"device", engine->description()}}
                            : Json{{"failure", opened.message}};
  const std::string text = json_text(hello, -1);
  if (send(socket, text.data(), text.size(), MSG_NOSIGNAL) < 0 || !engine) return;
  Answerer answerer(run, socket, *engine);
  for (std::string line = next_line(socket); !line.empty(); line = next_line(socket)) {
    const Json wish = Json::parse(line);
    answerer.answer({wish["variant"], wish["sets"], wish["runs"], wish["far_ms"], wish["give_up_ms"]});
  }
  std::_Exit(0);  // the parent has what it wanted; nothing is written at the end
} catch (const std::bad_alloc&) {
  const std::string text = json_text({{"ms", Json::array()}, {"failure", "out of memory"}}, -1);
  (void)!write(socket, text.data(), text.size());
  std::_Exit(0);
}

}  // namespace maxwarp::runner
