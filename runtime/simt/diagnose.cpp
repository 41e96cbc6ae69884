// Launches that cannot go on: which threads wait for which.
#include <fmt/format.h>

#include "runtime/simt/report.h"
#include "runtime/simt/scheduler.h"

namespace maxwarp::simt {

namespace {

const char* state_text(LaneState state) {
  switch (state) {
    case LaneState::NotStarted: return "has not started";
    case LaneState::Ready: return "is running";
    case LaneState::Collective: return "waits at another warp collective";
    case LaneState::Barrier: return "waits at a block barrier";
    case LaneState::Converging: return "waits at __activemask";
    case LaneState::GridBarrier: return "waits at the grid barrier";
    case LaneState::Exited: return "has exited";
  }
  return "";
}

/// A lane waiting in the state, of any resident block; null if there is none.
Lane* find_waiting(LaneState state) {
  for (Block& block : engine.slots) {
    if (!block.running) continue;
    for (Warp& warp : block.warps)
      for (Lane& lane : warp.lanes)
        if (lane.state == state) return &lane;
  }
  return nullptr;
}

/// A lane that does not take part in what `lane` waits for.
const Lane* find_absent(const Lane& lane) {
  const Block& block = *lane.warp->block;
  if (lane.state == LaneState::Collective) {
    for (const Lane& other : lane.warp->lanes)
      if ((lane.wait.mask >> other.index & 1) != 0 && other.state != LaneState::Exited &&
          (other.state != LaneState::Collective || other.wait.mask != lane.wait.mask ||
           other.wait.collective != lane.wait.collective))
        return &other;
    return nullptr;
  }
  for (const Warp& warp : block.warps)
    for (const Lane& other : warp.lanes)
      if (other.state != lane.state && warp.first + other.index < engine.launch.block_threads) return &other;
  return nullptr;
}

std::string absence(const Lane& lane) {
  const Lane* absent = find_absent(lane);
  if (absent == nullptr) return "";
  std::string text = fmt::format(": thread {} {}", describe_thread(*absent), state_text(absent->state));
  bool located = absent->state == LaneState::Collective || absent->state == LaneState::Barrier;
  if (located) text += fmt::format(" ({})", resolve(absent->wait.place, true).line);
  if (absent->state == LaneState::Collective && lane.state == LaneState::Collective)
    text += fmt::format(", mask {:#010x} there and {:#010x} here", absent->wait.mask, lane.wait.mask);
  return text;
}

}  // namespace

void diagnose_deadlock() {
  if (engine.launch.failed) return;
  engine.launch.failed = true;
  if (Lane* lane = find_waiting(LaneState::Collective); lane != nullptr)
    note(FindingKind::InactiveLanes, *lane, lane->wait.place, "not all lanes of the mask arrive" + absence(*lane));
  else if (Lane* thread = find_waiting(LaneState::Barrier); thread != nullptr)
    note(FindingKind::DivergentBarrier, *thread, thread->wait.place,
         "some threads of the block never come" + absence(*thread));
  else if (Lane* last = find_waiting(LaneState::GridBarrier); last != nullptr)
    note(FindingKind::DivergentBarrier, *last, last->wait.place,
         "some threads of the grid never come to the grid barrier" + absence(*last));
}

void diagnose_livelock() {
  engine.launch.failed = true;
  for (LaneState state : {LaneState::Ready, LaneState::Collective, LaneState::Barrier})
    if (Lane* lane = find_waiting(state); lane != nullptr) {
      note(FindingKind::Livelock, *lane, lane->wait.place,
           "threads run without end and change nothing" + std::string(state == LaneState::Ready ? "" : absence(*lane)));
      return;
    }
}

}  // namespace maxwarp::simt
