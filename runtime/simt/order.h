// Whether a remembered access comes before what a lane does now: the question of the race check, in a quick
// form for the hooks and in a full one.
#pragma once

#include "runtime/simt/engine.h"

namespace maxwarp::simt {

inline bool same_block(std::uint32_t warp, const Block& block) {
  return warp - block.first_warp < engine.launch.block_warps;
}

/// Certainly, by the floors of grid, block and warp alone. `shared`: the access was to the memory of the
/// lane's block.
template <bool shared>
[[gnu::always_inline]] inline bool settled(std::uint32_t warp, std::uint32_t time, const Lane& lane) {
  const Warp& own = *lane.warp;
  if (time < (shared ? own.block->floor : engine.grid_floor)) return true;
  if (warp == own.number) return time < (shared ? own.shared_floor : own.floor) || time < own.block->floor;
  return !shared && time < own.block->floor && same_block(warp, *own.block);
}

/// Those of `lanes` of the warp whose accesses at `time` do not come before what `lane` does now, by floors,
/// clocks and flags. The lane itself is never among them.
unsigned unordered(std::uint32_t warp, unsigned lanes, std::uint32_t time, const Lane& lane, bool shared);

}  // namespace maxwarp::simt
