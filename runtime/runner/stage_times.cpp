// A stage has a mark of the stream before it and one behind it.
#include "runtime/runner/stage_times.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace maxwarp::runner {
namespace {

class StageClock : public StageObserver {
 public:
  explicit StageClock(Engine& engine) : engine_(engine) {
    std::vector<double> of_failed_run;
    (void)engine_.take_marks(&of_failed_run);
  }

  void begin(const ObservedStage& stage, const node_t* /*nodes*/, const std::int32_t* /*size*/,
             const std::int64_t* /*edges*/) override {
    begun_.push_back({stage.name, stage.round, stage.of_operator});
    mark();
  }
  void end() override { mark(); }

  /// The times of the stages since the last call.
  EngineStatus take(std::vector<StageTime>& stages) {
    std::vector<double> between;
    if (EngineStatus status = engine_.take_marks(&between); !status || !failed_) return status ? failed_ : status;
    std::map<std::string, std::int64_t> runs;
    stages.clear();
    for (std::size_t i = 0; i < begun_.size(); ++i) {
      const Begun& begun = begun_[i];
      const std::int64_t run = ++runs[begun.name];
      stages.push_back({begun.name, begun.round == 0 ? run : begun.round, begun.of_operator, between[2 * i]});
    }
    begun_.clear();
    return {};
  }

 private:
  struct Begun {
    const char* name;
    std::int64_t round;
    bool of_operator;
  };

  void mark() {
    if (EngineStatus status = engine_.mark(); !status && failed_) failed_ = status;
  }

  Engine& engine_;
  std::vector<Begun> begun_;
  EngineStatus failed_;  // the first error
};

}  // namespace

double StageTimes::operator_ms() const {
  return std::accumulate(stages.begin(), stages.end(), 0.0, [](double sum, const StageTime& stage) {
    return sum + (stage.of_operator ? stage.milliseconds : 0);
  });
}

Result<StageTimes> time_stages(Session& session, const Variant& variant, const ArgumentSet& arguments,
                               const Repetition& repetition) {
  StageClock clock(session.engine());
  std::vector<StageTimes> runs;
  for (int i = 0; i <= repetition.runs; ++i) {
    const auto result = session.run(variant, arguments, {1, 0, repetition.max_rounds}, &clock);
    if (!result) return result.failure();
    StageTimes& times = runs.emplace_back();
    times.run_ms = result->run_ms.front();
    if (EngineStatus status = clock.take(times.stages); !status) return Failure{"--metrics: " + status.message};
  }
  const auto median = runs.begin() + 1 + (repetition.runs - 1) / 2;
  std::ranges::nth_element(runs.begin() + 1, median, runs.end(), {}, &StageTimes::run_ms);
  return std::move(*median);
}

}  // namespace maxwarp::runner
