// What the scheduler and the primitives (collectives, barriers) tell one another.
#pragma once

#include "runtime/simt/engine.h"

namespace maxwarp::simt {

/// A lane has exited: collectives and barriers that waited for it may now complete or be impossible.
void lane_exited(Lane& lane);
/// A thread of the block has exited: its barrier may have become impossible, which is then noted.
void lane_left_barriers(Block& block);
/// Releases lanes that wait at __activemask, if every other lane of the warp waits elsewhere or has waited
/// long. True when some were released.
bool release_converging(Warp& warp);
/// Puts the lanes of a mask after one another's past accesses, those to the block's memory only where the collective
/// orders them, and gives them a new time.
void join_clocks(Warp& warp, unsigned lanes, bool orders_shared);
/// The barrier of the block, when all its threads are there.
void complete_barrier(Block& block);
/// The barrier of the grid, when all lanes are there.
void complete_grid_barrier();

}  // namespace maxwarp::simt
