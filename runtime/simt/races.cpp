// Race check after FastTrack (Flanagan and Freund 2009): the last write of a granule and everything since
// that may still conflict with what comes. In place of full vector clocks there are floors of launch, grid,
// block and warp, clocks of the lanes of a warp, and what flags carry.
#include "runtime/simt/races.h"

#include <bit>

#include "runtime/simt/history.h"
#include "runtime/simt/knowledge.h"
#include "runtime/simt/order.h"
#include "runtime/simt/report.h"

namespace maxwarp::simt {

const char* text(Manner manner) {
  switch (manner) {
    case Manner::Read: return "read";
    case Manner::StrongRead: return "relaxed read";
    case Manner::StrongWrite: return "atomic or relaxed write";
    case Manner::Write: return "write";
  }
  return "";
}

namespace {

unsigned unordered_lanes(const Group& group, const Candidate& now) {
  return unordered(group.warp, group.lanes, group.time, now.lane, now.shared);
}

/// Calls `use(group)` for the groups of the cell until it returns true; whether it did.
template <typename Use>
bool any_group(Cell& cell, Use use) {
  GroupChunk* chunk = chain_of(cell);
  if (chunk == nullptr) return use(cell.groups[0]) || use(cell.groups[1]);
  for (; chunk != nullptr; chunk = next_of(*chunk))
    for (Group& group : chunk->groups)
      if (use(group)) return true;
  return false;
}

/// Compares with one group; frees it when the grid's floor has passed it.
void compare(Group& group, const Candidate& now) {
  if (group.time == 0) return;
  if (!now.shared && group.time < engine.grid_floor) {
    group.time = 0;
    return;
  }
  if (!conflict(now.manner, group.how())) return;
  unsigned lanes = unordered_lanes(group, now);
  if (lanes != 0) [[unlikely]]
    report_race(now,
                {group.warp, static_cast<unsigned>(std::countr_zero(lanes)), unpack_place(group.place), group.how()});
}

/// Adds the candidate to the group if that makes no difference later.
bool joins(Group& group, const Candidate& now) {
  const Lane& lane = now.lane;
  const unsigned self = 1u << lane.index;
  const std::uint32_t place = pack_place(now.place) & place_mask;
  if (group.time != lane.time || group.warp != lane.warp->number || group.how() != now.manner) return false;
  if (group.place != place && group.lanes != self) return false;
  group.place = place & place_mask;
  group.lanes |= self;
  return true;
}

/// Whether the group can give way to the candidate.
bool replaceable(const Group& group, const Candidate& now) {
  return group.time == 0 || (covers(now.manner, group.how()) && unordered_lanes(group, now) == 0);
}

Group group_of(const Candidate& now) {
  const Lane& lane = now.lane;
  return {lane.warp->number, lane.time, 1u << lane.index, pack_place(now.place) & place_mask,
          static_cast<std::uint32_t>(now.manner) & 3};
}

/// Whether everything that races with `dropped` races with one of the two others. They are of different
/// blocks: no thread comes after both before the grid meets, unless flags tell. Or all are of one block and the
/// two of different warps: no thread comes after both before the block meets, and then after all three.
bool stand_for(const Group& one, const Group& other, const Group& dropped) {
  if (!covers(one.how(), dropped.how()) || !covers(other.how(), dropped.how())) return false;
  const std::uint32_t warps = engine.launch.block_warps;
  if (one.warp / warps != other.warp / warps) return true;
  return one.warp != other.warp && dropped.warp / warps == one.warp / warps;
}

/// Of three groups of which two say all, keeps those. Not of a chain, where the first two are asked only.
bool keep_witnesses(Cell& cell, const Candidate& now) {
  const Group next = group_of(now);
  const GroupChunk* chunk = chain_of(cell);
  if (chunk != nullptr) return stand_for(chunk->groups[0], chunk->groups[1], next);
  Group &first = cell.groups[0], &second = cell.groups[1];
  if (stand_for(first, second, next)) return true;
  if (stand_for(first, next, second)) {
    second = next;
    return true;
  }
  if (!stand_for(second, next, first)) return false;
  first = next;
  return true;
}

void remember(Cell& cell, const Candidate& now) {
  if (now.manner == Manner::Write) {
    cell.groups[0] = group_of(now);
    cell.groups[1] = {};
    return;
  }
  if (any_group(cell, [&](Group& group) { return joins(group, now); })) return;
  const bool placed = any_group(cell, [&](Group& group) {
    if (!replaceable(group, now)) return false;
    group = group_of(now);
    return true;
  });
  if (placed || (!flags_taken && keep_witnesses(cell, now))) return;
  extend(cell) = group_of(now);
}

void check_whole(Cell& cell, const Candidate& now) {
  any_group(cell, [&](Group& group) {
    compare(group, now);
    return false;
  });
  remember(cell, now);
}

}  // namespace

std::uintptr_t strong_write_by_other(const Lane& lane, std::uintptr_t address) {
  const std::size_t offset = address - device_memory.base;
  if (offset >= device_memory.bytes) return 0;
  std::uintptr_t place = 0;
  any_group(device_memory.cells[offset / granule], [&](const Group& group) {
    const unsigned self = group.warp == lane.warp->number ? 1u << lane.index : 0;
    const bool other = group.time >= engine.phase_floor && group.how() == Manner::StrongWrite &&
                       (group.lanes & ~self) != 0;
    if (other) place = unpack_place(group.place);
    return other;
  });
  return place;
}

unsigned unordered(std::uint32_t warp, unsigned lanes, std::uint32_t time, const Lane& lane, bool shared) {
  const Warp& own = *lane.warp;
  if (shared ? settled<true>(warp, time, lane) : settled<false>(warp, time, lane)) return 0;
  if (warp == own.number) {
    lanes &= ~(1u << lane.index);
    const auto& clock = (shared ? own.shared_clocks : own.clocks)[lane.index];
    for (unsigned left = lanes; left != 0; left &= left - 1) {
      auto other = static_cast<unsigned>(std::countr_zero(left));
      if (time < clock[other]) lanes &= ~(1u << other);
    }
  }
  if (lanes == 0 || !flags_in_use) return lanes;
  lanes = unknown(lane.known, warp, lanes, time);
  return unknown(own.block->known, warp, lanes, time);
}

void check_cell(Cell& cell, const Candidate& now) {
  Cell* bytes = split_bytes(cell);
  if (bytes == nullptr) refresh(cell);
  if (bytes == nullptr && now.bytes == 15) return check_whole(cell, now);
  if (bytes == nullptr) bytes = split(cell);
  for (unsigned i = 0; i < granule; ++i)
    if ((now.bytes >> i & 1) != 0) check_whole(bytes[i], now);
}

}  // namespace maxwarp::simt
