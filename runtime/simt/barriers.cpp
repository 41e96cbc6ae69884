// Barriers of block and grid, exits, sleeping and fences.
#include <fmt/format.h>

#include <bit>

#include "runtime/simt/engine.h"
#include "runtime/simt/fibers.h"
#include "runtime/simt/history.h"
#include "runtime/simt/kernel_counts.h"
#include "runtime/simt/knowledge.h"
#include "runtime/simt/observation.h"
#include "runtime/simt/report.h"
#include "runtime/simt/scheduler.h"
#include "runtime/simt/stale.h"
#include "runtime/simt/synchronize.h"

namespace maxwarp::simt {

namespace {

/// Stops running the lane until someone makes it ready.
void wait(Lane& lane, LaneState state) {
  lane.state = state;
  lane.warp->ready &= ~(1u << lane.index);
}

/// The barrier of `lane` must be that of its warp's other lanes: the hardware has one for all of them.
void check_same_barrier(Lane& lane) {
  if (lane.warp->at_barrier == 0) return;
  const Lane& other = lane.warp->lanes[static_cast<unsigned>(std::countr_zero(lane.warp->at_barrier))];
  if (other.wait.place == lane.wait.place && other.wait.barrier == lane.wait.barrier) return;
  fail(FindingKind::DivergentBarrier, lane, lane.wait.place,
       fmt::format("lanes {} and {} of one warp wait at different barriers ({} is the other)", lane.index, other.index,
                   resolve(other.wait.place, true).line));
}

/// All threads that still run wait at the barrier, but some have left: it can never be complete.
void report_missing(Block& block, Lane* caller) {
  unsigned missing = engine.launch.block_threads - block.alive;
  for (Warp& warp : block.warps)
    for (Lane& lane : warp.lanes) {
      if (lane.state != LaneState::Barrier) continue;
      std::string detail = fmt::format("{} of the block's {} threads have already left the kernel", missing,
                                       engine.launch.block_threads);
      if (caller != nullptr) fail(FindingKind::DivergentBarrier, *caller, lane.wait.place, std::move(detail));
      note(FindingKind::DivergentBarrier, lane, lane.wait.place, std::move(detail));
      engine.launch.failed = true;
      return;
    }
}

int barrier_result(const Block& block, calls::BarrierKind kind) {
  int count = 0;
  for (const Warp& warp : block.warps)
    for (const Lane& lane : warp.lanes) count += lane.state == LaneState::Barrier && lane.wait.value != 0;
  switch (kind) {
    case calls::BarrierKind::Plain: return 0;
    case calls::BarrierKind::Count: return count;
    case calls::BarrierKind::And: return count == static_cast<int>(block.alive);
    case calls::BarrierKind::Or: return count != 0;
  }
  return 0;
}

/// Everything before is ordered before everything after, in the whole grid.
void order_grid() {
  engine.grid_floor = engine.high;
  forget_flags();
  forget_values();
  forget_history();
}

/// The grid has met, and goes on at a new time.
void start_phase() {
  engine.phase_floor = ++engine.high;
  const bool orders = engine.launch.cluster || !engine.tactics.doubts;  // the barrier of a cluster is no flag in memory
  if (orders) order_grid();
  for (Block& block : engine.slots) {
    if (!block.running) continue;
    if (orders) block.floor = engine.grid_floor;
    for (Warp& warp : block.warps)
      for (Lane& lane : warp.lanes) lane.time = engine.phase_floor;
  }
}

}  // namespace

void complete_barrier(Block& block) {
  Lane* first = nullptr;
  for (Warp& warp : block.warps)
    for (Lane& lane : warp.lanes)
      if (first == nullptr && lane.state == LaneState::Barrier) first = &lane;
  int result = barrier_result(block, first->wait.barrier);
  if (engine.launch.blocks == 1) start_phase();  // all of the grid has met
  share_knowledge(block);
  block.at_barrier = 0;
  block.floor = ++engine.high;
  ++engine.changes;
  for (Warp& warp : block.warps) {
    warp.at_barrier = 0;
    if (counting != 0) forget_positions(warp);
    for (Lane& lane : warp.lanes) {
      if (lane.state != LaneState::Barrier) continue;
      lane.wait.value = static_cast<std::uint64_t>(result);
      lane.time = block.floor;
      make_ready(lane);
    }
  }
}

void complete_grid_barrier() {
  start_phase();
  ++current_counts().grid_barriers;
  engine.launch.at_grid_barrier = 0;
  ++engine.changes;
  for (Block& block : engine.slots) {
    if (!block.running) continue;
    for (Warp& warp : block.warps) {
      for (Lane& lane : warp.lanes)
        if (lane.state == LaneState::GridBarrier) make_ready(lane);
    }
  }
}

void lane_left_barriers(Block& block) {
  if (block.at_barrier != 0 && block.at_barrier == block.alive) report_missing(block, nullptr);
}

namespace calls {

int block_barrier(BarrierKind kind, int predicate) {
  Lane& lane = *current_lane;
  Block& block = *lane.warp->block;
  ++engine.steps;
  lane.wait = {};
  lane.wait.place = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  lane.wait.barrier = kind;
  lane.wait.value = predicate != 0;
  check_same_barrier(lane);
  wait(lane, LaneState::Barrier);
  lane.warp->at_barrier |= 1u << lane.index;
  ++block.at_barrier;
  if (block.at_barrier == engine.launch.block_threads)
    complete_barrier(block);
  else if (block.at_barrier == block.alive)
    report_missing(block, &lane);
  else
    suspend(lane);
  if (counting != 0) enter_phase(lane, lane.wait.place);
  return static_cast<int>(lane.wait.value);
}

void grid_barrier() {
  Lane& lane = *current_lane;
  auto place = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  if (!engine.launch.cooperative && !engine.launch.cluster)
    fail(FindingKind::DivergentBarrier, lane, place, "grid barrier in a launch that is not cooperative");
  ++engine.steps;
  lane.wait = {};
  lane.wait.place = place;
  wait(lane, LaneState::GridBarrier);
  if (++engine.launch.at_grid_barrier == engine.launch.blocks * engine.launch.block_threads) {
    pass_point(place);
    complete_grid_barrier();
  } else {
    suspend(lane);
  }
  if (counting != 0) enter_phase(lane, place);
}

void sleep() { yield(*current_lane, reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))); }

void fence(bool block_only) {
  if (current_lane != nullptr) simt::fence(*current_lane, block_only);
}

uint3 thread_index() { return current_lane->position; }
uint3 block_index() { return current_lane->warp->block->position; }
uint3 block_extent() { return engine.launch.block; }
uint3 grid_extent() { return engine.launch.grid; }

}  // namespace calls

}  // namespace maxwarp::simt
