// How long the stages of a run take, and the run itself: `--metrics` of a program compiled with `--instrument=timed`.
#pragma once

#include <string>
#include <vector>

#include "maxwarp/observer.h"
#include "runtime/runner/session.h"

namespace maxwarp::runner {

/// One run of a stage.
struct StageTime {
  std::string stage;
  std::int64_t round = 0;    // of the loop around it; where there is none, how often the stage has run
  bool of_operator = false;  // it runs the operator of the loop, or a part of it; else what the mapping adds to a round
  double milliseconds = 0;   // from before its launch until it was done
};

/// The stages of one run, in their order.
struct StageTimes {
  double run_ms = 0;  // of all: the rest is initial values, launches, and what the host does between them
  std::vector<StageTime> stages;

  double operator_ms() const;
};

/// The times of the run that takes the median time of `repetition.runs`. Nothing waits for a stage to end, so that the
/// clock makes a run hardly longer; a run before these has the marks of the stream made.
Result<StageTimes> time_stages(Session& session, const Variant& variant, const ArgumentSet& arguments,
                               const Repetition& repetition);

}  // namespace maxwarp::runner
