// Warp collectives: lanes meet under a mask, the last one computes everybody's result.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "runtime/simt/engine.h"
#include "runtime/simt/fibers.h"
#include "runtime/simt/knowledge.h"
#include "runtime/simt/report.h"
#include "runtime/simt/scheduler.h"
#include "runtime/simt/synchronize.h"

namespace maxwarp::simt {

namespace {

using calls::Collective;

/// Passes of the warp after which lanes at __activemask stop waiting for lanes that spin.
constexpr unsigned impatience_limit = 64;

/// Calls `use(lane)` for each lane of the mask.
template <typename Use>
void for_lanes(Warp& warp, unsigned lanes, Use use) {
  for (; lanes != 0; lanes &= lanes - 1) use(warp.lanes[static_cast<unsigned>(std::countr_zero(lanes))]);
}

/// The lane from which a shuffle reads, by the rules of CUDA's shfl instruction.
unsigned shuffle_source(const Lane& lane) {
  unsigned self = lane.index, width = static_cast<unsigned>(lane.wait.width);
  unsigned segment = self & ~(width - 1), last = segment + width - 1;
  auto argument = static_cast<unsigned>(lane.wait.argument);
  switch (lane.wait.collective) {
    case Collective::ShuffleUp: return argument <= self - segment ? self - argument : self;
    case Collective::ShuffleDown: return argument <= last - self ? self + argument : self;
    case Collective::ShuffleXor: return (self ^ argument) <= last ? self ^ argument : self;
    default: return segment | (argument & (width - 1));
  }
}

std::uint64_t combine(Collective kind, std::uint64_t a, std::uint64_t b) {
  auto left = static_cast<std::uint32_t>(a), right = static_cast<std::uint32_t>(b);
  auto signed_left = static_cast<std::int32_t>(left), signed_right = static_cast<std::int32_t>(right);
  switch (kind) {
    case Collective::AddInt:
    case Collective::AddUnsigned: return left + right;
    case Collective::MinInt: return static_cast<std::uint32_t>(std::min(signed_left, signed_right));
    case Collective::MaxInt: return static_cast<std::uint32_t>(std::max(signed_left, signed_right));
    case Collective::MinUnsigned: return std::min(left, right);
    case Collective::MaxUnsigned: return std::max(left, right);
    case Collective::And: return left & right;
    case Collective::Or: return left | right;
    default: return left ^ right;
  }
}

void compute_shuffles(Warp& warp, unsigned lanes) {
  std::array<std::uint64_t, warp_lanes> values;
  for (unsigned i = 0; i < warp_lanes; ++i) values[i] = warp.lanes[i].wait.value;
  for_lanes(warp, lanes, [&](Lane& lane) {
    unsigned source = shuffle_source(lane);
    if ((lanes >> source & 1) == 0) {
      bool exited = (warp.alive >> source & 1) == 0;
      note(FindingKind::InactiveLanes, lane, lane.wait.place,
           fmt::format("lane {} reads from lane {}, which {}", lane.index, source,
                       exited ? "has exited" : "is not in the mask"));
      engine.launch.failed = true;
      return;
    }
    lane.wait.value = values[source];
  });
}

void compute_matches(Warp& warp, unsigned lanes) {
  std::array<unsigned, warp_lanes> matches{};
  for_lanes(warp, lanes, [&](Lane& lane) {
    for_lanes(warp, lanes, [&](Lane& other) {
      if (other.wait.value == lane.wait.value) matches[lane.index] |= 1u << other.index;
    });
  });
  for_lanes(warp, lanes, [&](Lane& lane) { lane.wait.value = matches[lane.index]; });
}

std::uint64_t vote_result(Collective kind, unsigned ballot, unsigned lanes) {
  if (kind == Collective::Any) return ballot != 0;
  if (kind == Collective::All) return ballot == lanes;
  return ballot;
}

void compute_common(Warp& warp, unsigned lanes, Collective kind) {
  std::uint64_t result = 0;
  if (kind == Collective::Ballot || kind == Collective::Any || kind == Collective::All) {
    unsigned ballot = 0;
    for_lanes(warp, lanes, [&](Lane& lane) { ballot |= (lane.wait.value != 0 ? 1u : 0u) << lane.index; });
    result = vote_result(kind, ballot, lanes);
  } else {
    auto first = static_cast<unsigned>(std::countr_zero(lanes));
    result = warp.lanes[first].wait.value;
    for_lanes(warp, lanes & (lanes - 1), [&](Lane& lane) { result = combine(kind, result, lane.wait.value); });
  }
  for_lanes(warp, lanes, [&](Lane& lane) { lane.wait.value = result; });
}

/// All lanes of the set have arrived: results, order, and on.
void complete(Warp& warp, unsigned lanes) {
  Collective kind = warp.lanes[static_cast<unsigned>(std::countr_zero(lanes))].wait.collective;
  switch (kind) {
    case Collective::Sync: break;
    case Collective::ShuffleIndex:
    case Collective::ShuffleUp:
    case Collective::ShuffleDown:
    case Collective::ShuffleXor: compute_shuffles(warp, lanes); break;
    case Collective::Match: compute_matches(warp, lanes); break;
    default: compute_common(warp, lanes, kind);
  }
  join_clocks(warp, lanes, kind == Collective::Sync || !engine.tactics.doubts);
  share_knowledge(warp, lanes);
  for_lanes(warp, lanes, make_ready);
  ++engine.changes;
}

/// The lanes that take part in the collective at which `lane` waits, once all have arrived; else 0. As in
/// CUDA, lanes that have exited are not waited for.
unsigned arrived(Warp& warp, const Lane& lane) {
  unsigned needed = lane.wait.mask & warp.alive;
  if ((needed & ~warp.collecting) != 0) return 0;
  bool all = true;
  for_lanes(warp, needed, [&](Lane& other) {
    all = all && other.state == LaneState::Collective && other.wait.mask == lane.wait.mask &&
          other.wait.collective == lane.wait.collective;
  });
  return all ? needed : 0;
}

void check_arguments(Lane& lane) {
  const Wait& wait = lane.wait;
  if ((wait.mask >> lane.index & 1) == 0)
    fail(FindingKind::InactiveLanes, lane, wait.place,
         fmt::format("lane {} calls with mask {:#010x}, which does not name it", lane.index, wait.mask));
  if (wait.width < 1 || wait.width > 32 || !std::has_single_bit(static_cast<unsigned>(wait.width)))
    fail(FindingKind::InactiveLanes, lane, wait.place,
         fmt::format("shuffle width {} is not 1, 2, 4, 8, 16 or 32", wait.width));
}

void stop_running(Lane& lane, LaneState state) {
  lane.state = state;
  lane.warp->ready &= ~(1u << lane.index);
}

/// Each of the lanes comes after all that any of them did before that time, or came after.
void join(Warp& warp, unsigned lanes, std::uint32_t time, Warp::Clocks& clocks) {
  std::array<std::uint32_t, warp_lanes> joined{};
  for_lanes(warp, lanes, [&](Lane& lane) {
    const auto& clock = clocks[lane.index];
    for (unsigned i = 0; i < warp_lanes; ++i) joined[i] = std::max(joined[i], clock[i]);
  });
  for_lanes(warp, lanes, [&](Lane& lane) { joined[lane.index] = time; });
  for_lanes(warp, lanes, [&](Lane& lane) { clocks[lane.index] = joined; });
}

}  // namespace

void join_clocks(Warp& warp, unsigned lanes, bool orders_shared) {
  std::uint32_t latest = 0;
  for_lanes(warp, lanes, [&](Lane& lane) { latest = std::max(latest, lane.time); });
  ++latest;
  engine.high = std::max(engine.high, latest);
  for_lanes(warp, lanes, [&](Lane& lane) { lane.time = latest; });
  // Lanes that have exited took no part: what they did stays unordered, so the floor is for whole warps only.
  const unsigned threads = engine.launch.block_threads - warp.first;
  if (lanes == (threads >= warp_lanes ? ~0u : (1u << threads) - 1)) {
    warp.floor = latest;
    if (orders_shared) warp.shared_floor = latest;
    if (counting != 0) forget_positions(warp);
    return;
  }
  join(warp, lanes, latest, warp.clocks);
  if (orders_shared) join(warp, lanes, latest, warp.shared_clocks);
}

bool release_converging(Warp& warp) {
  if (warp.ready != 0 && ++warp.impatience < impatience_limit) return false;
  warp.impatience = 0;
  auto first = static_cast<unsigned>(std::countr_zero(warp.converging));
  std::uintptr_t place = warp.lanes[first].wait.place;
  unsigned group = 0;
  for_lanes(warp, warp.converging, [&](Lane& lane) { group |= (lane.wait.place == place ? 1u : 0u) << lane.index; });
  warp.converging &= ~group;
  for_lanes(warp, group, [&](Lane& lane) {
    lane.wait.value = group;
    make_ready(lane);
  });
  ++engine.changes;
  return true;
}

void lane_exited(Lane& lane) {
  Warp& warp = *lane.warp;
  Block& block = *warp.block;
  release_stack(lane);
  warp.alive &= ~(1u << lane.index);
  warp.ready &= ~(1u << lane.index);
  --block.alive;
  if (warp.alive == 0) warp.counts = nullptr;
  ++engine.changes;
  for_lanes(warp, warp.collecting, [&](Lane& other) {
    if (other.state != LaneState::Collective || (other.wait.mask >> lane.index & 1) == 0) return;
    if (unsigned lanes = arrived(warp, other); lanes != 0) complete(warp, lanes);
  });
  lane_left_barriers(block);
}

namespace calls {

std::uint64_t collective(Collective kind, unsigned mask, std::uint64_t value, int argument, int width) {
  Lane& lane = *current_lane;
  ++engine.steps;
  lane.wait = {reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)), value, argument, width, mask, kind, {}};
  check_arguments(lane);
  stop_running(lane, LaneState::Collective);
  lane.warp->collecting |= 1u << lane.index;
  unsigned lanes = arrived(*lane.warp, lane);
  if (lanes != 0) complete(*lane.warp, lanes);
  if (lanes == 0 || engine.launch.failed) suspend(lane);
  if (counting != 0 && kind == Collective::Sync) enter_phase(lane, lane.wait.place);
  return lane.wait.value;
}

unsigned active_mask() {
  Lane& lane = *current_lane;
  ++engine.steps;
  lane.wait = {};
  lane.wait.place = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  stop_running(lane, LaneState::Converging);
  lane.warp->converging |= 1u << lane.index;
  suspend(lane);
  return static_cast<unsigned>(lane.wait.value);
}

}  // namespace calls

}  // namespace maxwarp::simt
