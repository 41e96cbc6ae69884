// The scheduler: starts blocks in slots, runs lanes until they wait, and diagnoses launches that cannot go
// on.
#pragma once

#include "runtime/simt/engine.h"

namespace maxwarp::simt {

/// Runs the prepared launch to its end or until a finding ends it.
void run_launch();

/// Called on a lane at a place where others may run: lets them after some calls, at random or in turn.
inline void yield_point(Lane& lane, std::uintptr_t place);
/// Called on a lane: lets others run now.
void yield(Lane& lane, std::uintptr_t place);

inline void yield_point(Lane& lane, std::uintptr_t place) {
  if (--lane.patience == 0) [[unlikely]]
    yield(lane, place);
}

/// Gives the lane a new allowance of basic blocks and yield points.
void refuel(Lane& lane);

/// A lane that waited can run again.
void make_ready(Lane& lane);

/// A random number below `limit`.
std::uint32_t random_below(std::uint32_t limit);

/// Says why no lane can run, as a finding.
void diagnose_deadlock();
/// Says that lanes run but nothing changes, as a finding.
void diagnose_livelock();

}  // namespace maxwarp::simt
