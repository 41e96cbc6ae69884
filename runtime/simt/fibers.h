// Lanes as fibers: pooled stacks and the switch between a lane and the scheduler.
#pragma once

#include <cstddef>

namespace maxwarp::simt {

struct Lane;

inline constexpr std::size_t stack_bytes = 64 * 1024;

/// Runs `lane` until it waits, yields or exits. False when there is no memory for its stack.
bool resume(Lane& lane);

/// Called on a lane: back to the scheduler; returns when the scheduler resumes the lane.
void suspend(Lane& lane);

/// Drops a lane that will not be resumed and takes its stack back.
void release_stack(Lane& lane);

}  // namespace maxwarp::simt
