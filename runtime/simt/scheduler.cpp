// Blocks run in turns, warps in passes, lanes in the chosen order. A turn lasts while a lane makes progress; a
// block whose lanes only wait or spin gives way to the next, so that spinning on other blocks makes progress.
#include "runtime/simt/scheduler.h"

#include <bit>

#include "runtime/simt/blocks.h"
#include "runtime/simt/fibers.h"
#include "runtime/simt/report.h"
#include "runtime/simt/synchronize.h"

namespace maxwarp::simt {

namespace {

constexpr std::uint32_t slice_fuel = 20000;  // iterations and calls before a lane is preempted
constexpr unsigned idle_passes = 2;          // passes of a block in which nothing changes
constexpr unsigned idle_sweep_limit = 5000;  // sweeps over all blocks in which nothing changes
constexpr std::uint64_t idle_step_limit = 3'000'000'000;
constexpr unsigned hold_limit = 1000;  // sweeps, or passes of a block, for which lanes are held back at most

void run_lane(Lane& lane) {
  refuel(lane);
  std::uint32_t fuel = lane.fuel;
  if (!resume(lane)) {
    note(FindingKind::StackOverflow, lane, 0, "no memory for the stack of a lane");
    engine.launch.failed = true;
    return;
  }
  engine.fuel_used += fuel - lane.fuel;
  engine.long_slices += fuel == slice_fuel && lane.fuel == 0;
  if (lane.state == LaneState::Exited) lane_exited(lane);
}

/// The lane of a set with the highest value.
template <typename Value>
unsigned highest(unsigned lanes, Value value) {
  unsigned best = 31u - static_cast<unsigned>(std::countl_zero(lanes));
  for (unsigned left = lanes & ~(1u << best); left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    if (value(lane) > value(best)) best = lane;
  }
  return best;
}

/// The next lane of a set in the order of the launch.
unsigned pick(const Warp& warp, unsigned lanes) {
  switch (engine.tactics.next) {
    case Next::First: return static_cast<unsigned>(std::countr_zero(lanes));
    case Next::Last: return 31u - static_cast<unsigned>(std::countl_zero(lanes));
    case Next::Rank: return highest(lanes, [&](unsigned lane) { return rank(warp, lane); });
    case Next::Latest: return highest(lanes, [&](unsigned lane) { return warp.lanes[lane].woken; });
    case Next::Chance: break;
  }
  unsigned turn = random_below(warp_lanes);
  return (static_cast<unsigned>(std::countr_zero(std::rotr(lanes, static_cast<int>(turn)))) + turn) % warp_lanes;
}

/// Runs the ready lanes of the warp once each; again, where the order says so, those that waited meanwhile. True when
/// any ran.
bool pass_warp(Warp& warp) {
  if (warp.converging != 0) release_converging(warp);
  const unsigned held = engine.launch.releasing ? 0 : warp.held;
  unsigned pending = warp.ready & ~held, gave_way = 0;
  bool ran = pending != 0;
  while (pending != 0 && !engine.launch.failed) {
    const unsigned index = pick(warp, pending), self = 1u << index;
    pending &= ~self;
    if ((warp.ready & self) != 0) run_lane(warp.lanes[index]);
    if (!engine.tactics.rejoins) continue;
    gave_way |= warp.ready & self;
    pending = warp.ready & ~held & ~gave_way;
  }
  return ran;
}

/// One pass over the warps of a block. True when any lane ran.
bool pass_block(Block& block) {
  const bool by_chance = engine.tactics.by_chance;
  std::size_t count = block.warps.size();
  std::size_t start = by_chance ? random_below(static_cast<std::uint32_t>(count)) : 0;
  bool backward = engine.tactics.backward || (by_chance && random_below(2) == 0);
  bool ran = false;
  for (std::size_t i = 0; i < count && !engine.launch.failed; ++i) {
    std::size_t index = (start + i) % count;
    ran |= pass_warp(block.warps[backward ? count - 1 - index : index]);
  }
  return ran;
}

/// Whether a block that gets on lets the others run after so many passes of a turn.
bool gives_way(unsigned passes) {
  const Tactics& tactics = engine.tactics;
  if (engine.launch.releasing || tactics.turns == Turns::Short) return true;
  if (tactics.held != Held::Nobody && passes == hold_limit) return true;
  return tactics.turns == Turns::Chance && random_below(2) == 0;
}

/// Runs a block until it finishes, gives way, or gets no further by itself. True when any lane ran.
bool take_turn(Block& block) {
  enter_block(block);
  unsigned passes = 0;
  for (unsigned idle = 0; idle < idle_passes && block.alive != 0 && !engine.launch.failed;) {
    std::uint64_t changes = engine.changes;
    if (!pass_block(block)) break;
    idle = engine.changes == changes ? idle + 1 : 0;
    if (gives_way(++passes)) break;
  }
  if (block.alive == 0 && !engine.launch.failed) finish_block(block);
  return passes != 0;
}

/// One turn for every slot. True when any lane ran.
bool sweep() {
  Launch& launch = engine.launch;
  bool ran = false;
  unsigned start = engine.tactics.by_chance ? random_below(launch.resident) : 0;
  for (unsigned i = 0; i < launch.resident && !launch.failed; ++i) {
    Block& block = engine.slots[(start + i) % launch.resident];
    do {
      if (!block.running && launch.next_block < launch.blocks) start_block(block);
      if (block.running) ran |= take_turn(block);
      // In the fixed orders a slot is used again at once: its shared memory and stacks are warm.
    } while (!block.running && launch.next_block < launch.blocks && !engine.tactics.by_chance && !launch.failed);
  }
  return ran;
}

/// Whether the lanes that are held back run next: no other lane makes progress, or they have waited for long.
bool release_next(bool ran, bool changed) {
  Launch& launch = engine.launch;
  const bool due = !ran || !changed || ++launch.sweeps_held == hold_limit;
  launch.releasing = engine.tactics.held != Held::Nobody && !launch.releasing && due;
  if (launch.releasing) launch.sweeps_held = 0;
  return launch.releasing;
}

}  // namespace

std::uint32_t random_below(std::uint32_t limit) {
  return static_cast<std::uint32_t>(((engine.random() >> 32) * limit) >> 32);
}

void refuel(Lane& lane) {
  const bool by_chance = engine.tactics.patience == 0;
  lane.fuel = by_chance && random_below(4) == 0 ? 1 + random_below(300) : slice_fuel;
  lane.patience = by_chance ? 1 + random_below(8) : engine.tactics.patience;
  lane.changes = engine.changes;
}

void yield(Lane& lane, std::uintptr_t place) {
  if (engine.tactics.steadfast && engine.changes != lane.changes) return refuel(lane);
  lane.wait.place = place;  // for the report, should it never get further
  suspend(lane);
}

void make_ready(Lane& lane) {
  lane.woken = ++engine.wakes;
  lane.state = LaneState::Ready;
  lane.warp->ready |= 1u << lane.index;
  lane.warp->collecting &= ~(1u << lane.index);
}

void run_launch() {
  Launch& launch = engine.launch;
  unsigned idle_sweeps = 0;
  std::uint64_t changed_at_step = engine.fuel_used;
  while (launch.finished_blocks < launch.blocks && !launch.failed) {
    std::uint64_t changes = engine.changes, long_slices = engine.long_slices;
    const bool ran = sweep(), changed = engine.changes != changes;
    if (release_next(ran, changed)) continue;
    if (!ran) {
      diagnose_deadlock();
      break;
    }
    if (changed) {
      idle_sweeps = 0;
      changed_at_step = engine.fuel_used;
      continue;
    }
    // A lane that spins gives way at its atomics; one that is preempted computes, for a while at least.
    idle_sweeps += engine.long_slices == long_slices;
    if (idle_sweeps > idle_sweep_limit || engine.fuel_used - changed_at_step > idle_step_limit) {
      diagnose_livelock();
      break;
    }
  }
  for (Block& block : engine.slots) abandon_block(block);
}

}  // namespace maxwarp::simt
