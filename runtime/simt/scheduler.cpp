// Blocks run in turns, warps in passes, lanes in the chosen order. A turn lasts while somebody gets on; a
// block whose lanes only wait or spin gives way to the next, so that spinning on other blocks makes progress.
#include "runtime/simt/scheduler.h"

#include <bit>

#include "runtime/simt/blocks.h"
#include "runtime/simt/fibers.h"
#include "runtime/simt/report.h"
#include "runtime/simt/synchronize.h"

namespace maxwarp::simt {

namespace {

constexpr std::uint32_t slice_fuel = 20000;       // iterations and calls before a lane is preempted
constexpr std::uint32_t slice_yield_points = 16;  // atomics before a lane lets others run
constexpr unsigned idle_passes = 2;               // passes of a block in which nothing changes
constexpr unsigned idle_sweep_limit = 5000;       // sweeps over all blocks in which nothing changes
constexpr std::uint64_t idle_step_limit = 3'000'000'000;

bool random_order() { return engine.order.kind == OrderKind::Random; }

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

/// The next lane of a set in the order of the launch.
unsigned pick(unsigned lanes) {
  if (engine.order.kind == OrderKind::Forward) return static_cast<unsigned>(std::countr_zero(lanes));
  if (engine.order.kind == OrderKind::Reverse) return 31u - static_cast<unsigned>(std::countl_zero(lanes));
  unsigned turn = random_below(warp_lanes);
  return (static_cast<unsigned>(std::countr_zero(std::rotr(lanes, static_cast<int>(turn)))) + turn) % warp_lanes;
}

/// Runs the ready lanes of the warp once each. True when any ran.
bool pass_warp(Warp& warp) {
  if (warp.converging != 0) release_converging(warp);
  unsigned pending = warp.ready;
  bool ran = pending != 0;
  while (pending != 0 && !engine.launch.failed) {
    unsigned index = pick(pending);
    pending &= ~(1u << index);
    if ((warp.ready >> index & 1) != 0) run_lane(warp.lanes[index]);
  }
  return ran;
}

/// One pass over the warps of a block. True when any lane ran.
bool pass_block(Block& block) {
  std::size_t count = block.warps.size();
  std::size_t start = random_order() ? random_below(static_cast<std::uint32_t>(count)) : 0;
  bool backward = engine.order.kind == OrderKind::Reverse || (random_order() && random_below(2) == 0);
  bool ran = false;
  for (std::size_t i = 0; i < count && !engine.launch.failed; ++i) {
    std::size_t index = (start + i) % count;
    ran |= pass_warp(block.warps[backward ? count - 1 - index : index]);
  }
  return ran;
}

/// Runs a block until it finishes or gets no further by itself. True when any lane ran.
bool take_turn(Block& block) {
  enter_block(block);
  bool ran_at_all = false;
  for (unsigned idle = 0; idle < idle_passes && block.alive != 0 && !engine.launch.failed;) {
    std::uint64_t changes = engine.changes;
    if (!pass_block(block)) break;
    ran_at_all = true;
    idle = engine.changes == changes ? idle + 1 : 0;
    if (random_order() && random_below(2) == 0) break;
  }
  if (block.alive == 0 && !engine.launch.failed) finish_block(block);
  return ran_at_all;
}

/// One turn for every slot. True when any lane ran.
bool sweep() {
  Launch& launch = engine.launch;
  bool ran = false;
  unsigned start = random_order() ? random_below(launch.resident) : 0;
  for (unsigned i = 0; i < launch.resident && !launch.failed; ++i) {
    Block& block = engine.slots[(start + i) % launch.resident];
    do {
      if (!block.running && launch.next_block < launch.blocks) start_block(block);
      if (block.running) ran |= take_turn(block);
      // In the fixed orders a slot is used again at once: its shared memory and stacks are warm.
    } while (!block.running && launch.next_block < launch.blocks && !random_order() && !launch.failed);
  }
  return ran;
}

}  // namespace

std::uint32_t random_below(std::uint32_t limit) {
  return static_cast<std::uint32_t>(((engine.random() >> 32) * limit) >> 32);
}

void refuel(Lane& lane) {
  lane.fuel = random_order() && random_below(4) == 0 ? 1 + random_below(300) : slice_fuel;
  lane.patience = random_order() ? 1 + random_below(8) : slice_yield_points;
}

void yield(Lane& lane, std::uintptr_t place) {
  lane.wait.place = place;  // for the report, should it never get further
  suspend(lane);
}

void make_ready(Lane& lane) {
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
    if (!sweep()) {
      diagnose_deadlock();
      break;
    }
    if (engine.changes != changes) {
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
