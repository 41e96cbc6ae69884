// What an order means to the scheduler, decision by decision, so that the scheduler itself knows no kinds.
#pragma once

#include <cstdint>

#include "runtime/simt/include/maxwarp_simt.h"

namespace maxwarp::simt {

struct Warp;

/// Which of the lanes of a warp that can run comes next.
enum class Next : std::uint8_t {
  First,
  Last,
  Chance,
  Rank,    // by a priority that each lane keeps for the launch
  Latest,  // who became ready last
};

/// When a block gives way to another one.
enum class Turns : std::uint8_t {
  Long,    // when it gets no further by itself
  Chance,  // or after a pass over its lanes, at random
  Short,   // after each pass
};

/// Which lanes run only when no other makes progress.
enum class Held : std::uint8_t {
  Nobody,
  Few,   // a lane of each warp, a warp of each block, or a block: which of them is chosen by the seed
  Half,  // of the lanes of each warp
};

struct Tactics {
  Next next = Next::First;
  Turns turns = Turns::Long;
  Held held = Held::Nobody;
  bool backward = false;        // warps and blocks, from the last to the first
  bool by_chance = false;       // the order of warps and blocks
  bool rejoins = false;         // a lane that is ready again competes with those that have not run yet in this pass
  bool steadfast = false;       // a lane gives way only when it waits or changes nothing
  bool doubts = false;          // a grid barrier orders only what its own barriers, fences and flags do; a shuffle or a
                                // vote does not order accesses to shared memory
  bool pauses = false;          // a lane gives way right before each relaxed or atomic write
  std::uint32_t patience = 16;  // relaxed and atomic accesses before a lane gives way; 0: a random number, and now and
                                // then it gives way in between
};

Tactics tactics_of(OrderKind kind);

/// The lanes of a warp that has just started that the order of the launch holds back.
unsigned held_lanes(const Warp& warp);
/// The priority of a lane under Next::Rank.
std::uint64_t rank(const Warp& warp, unsigned lane);

}  // namespace maxwarp::simt
