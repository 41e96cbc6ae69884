// Race check after FastTrack (Flanagan and Freund 2009): the last write of a granule and everything since that may still
// conflict with what comes. In place of full vector clocks there are floors of launch, grid, block and warp, clocks of
// the lanes of a warp, and what flags carry.
#include "runtime/simt/races.h"

#include <bit>

#include "runtime/simt/history.h"
#include "runtime/simt/knowledge.h"
#include "runtime/simt/order.h"
#include "runtime/simt/report.h"

namespace maxwarp::simt {

namespace {

Manner manner_of(AccessKind kind) {
  if (kind == AccessKind::Read) return Manner::Read;
  return kind == AccessKind::RelaxedRead ? Manner::StrongRead : Manner::StrongWrite;
}

const char* text(Manner manner) {
  switch (manner) {
    case Manner::Read:
      return "read";
    case Manner::StrongRead:
      return "relaxed read";
    case Manner::StrongWrite:
      return "atomic or relaxed write";
  }
  return "";
}

/// A plain write conflicts with everything, a plain read with writes, strong accesses with plain ones.
bool conflicts(AccessKind kind, Manner earlier) {
  if (kind == AccessKind::Write) return true;
  if (kind == AccessKind::Read) return earlier == Manner::StrongWrite;
  return manner_of(kind) == Manner::StrongWrite && earlier == Manner::Read;
}

/// Whatever conflicts with `earlier` conflicts with `now` as well, so that an ordered `earlier` may be forgotten.
bool covers(Manner now, Manner earlier) { return now == earlier || earlier == Manner::StrongRead; }

unsigned unordered_lanes(const Group& group, const Candidate& now) {
  return unordered(group.warp, group.lanes, group.time, now.lane, now.shared);
}

/// Compares with one group; frees it when the grid's floor has passed it.
void compare(Group& group, const Candidate& now) {
  if (group.time == 0) return;
  if (!now.shared && group.time < engine.grid_floor) {
    group.time = 0;
    return;
  }
  if (!conflicts(now.kind, group.how())) return;
  unsigned lanes = unordered_lanes(group, now);
  if (lanes != 0) [[unlikely]]
    report_race(now, {group.warp, static_cast<unsigned>(std::countr_zero(lanes)), unpack_place(group.place),
                      text(group.how())});
}

void compare_write(const Cell& cell, const Candidate& now) {
  if (cell.time == 0 || unordered(cell.warp, 1u << cell.lane, cell.time, now.lane, now.shared) == 0) return;
  report_race(now, {cell.warp, cell.lane, unpack_place(cell.place), "write"});
}

/// Adds the candidate to the group if that makes no difference later.
bool joins(Group& group, const Candidate& now) {
  const Lane& lane = now.lane;
  const unsigned self = 1u << lane.index;
  const std::uint32_t place = pack_place(now.place) & 0x3fffffff;
  if (group.time != lane.time || group.warp != lane.warp->number || group.how() != manner_of(now.kind)) return false;
  if (group.place != place && group.lanes != self) return false;
  group.place = place;
  group.lanes |= self;
  return true;
}

/// Whether the group can give way to the candidate.
bool replaceable(const Group& group, const Candidate& now) {
  return group.time == 0 || (covers(manner_of(now.kind), group.how()) && unordered_lanes(group, now) == 0);
}

void put(Group& group, const Candidate& now) {
  const Lane& lane = now.lane;
  group = {lane.warp->number, lane.time, 1u << lane.index, pack_place(now.place) & 0x3fffffff,
           static_cast<std::uint32_t>(manner_of(now.kind))};
}

/// Calls `use(group)` for the groups of the cell until it returns true; whether it did.
template <typename Use>
bool any_group(Cell& cell, Use use) {
  for (Group& group : cell.groups)
    if (use(group)) return true;
  for (GroupChunk* chunk = chain_of(cell); chunk != nullptr; chunk = next_of(*chunk))
    for (Group& group : chunk->groups)
      if (use(group)) return true;
  return false;
}

void remember_write(Cell& cell, const Candidate& now) {
  cell.time = now.lane.time;
  cell.warp = now.lane.warp->number;
  cell.place = pack_place(now.place) & 0x7ffffff;
  cell.lane = now.lane.index & 31;
  cell.groups[0].time = cell.groups[1].time = 0;
  forget_chain(cell);
}

void remember_group(Cell& cell, const Candidate& now) {
  if (any_group(cell, [&](Group& group) { return joins(group, now); })) return;
  const bool placed = any_group(cell, [&](Group& group) {
    if (!replaceable(group, now)) return false;
    put(group, now);
    return true;
  });
  if (!placed) put(extend_chain(cell), now);
  if (manner_of(now.kind) == Manner::StrongWrite && cell.more != 0) cell.more |= strong_bit;
}

void check_whole(Cell& cell, const Candidate& now) {
  compare_write(cell, now);
  any_group(cell, [&](Group& group) {
    compare(group, now);
    return false;
  });
  if (now.kind == AccessKind::Write)
    remember_write(cell, now);
  else
    remember_group(cell, now);
}

}  // namespace

unsigned unordered(std::uint32_t warp, unsigned lanes, std::uint32_t time, const Lane& lane, bool shared) {
  const Warp& own = *lane.warp;
  if (shared ? settled<true>(warp, time, lane) : settled<false>(warp, time, lane)) return 0;
  if (warp == own.number) {
    lanes &= ~(1u << lane.index);
    const auto& clock = own.clocks[lane.index];
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
  if (bytes == nullptr && cell.more != 0 && chain_of(cell) == nullptr) cell.more = 0;  // dropped since
  if (bytes == nullptr && now.bytes == 15) return check_whole(cell, now);
  if (bytes == nullptr) bytes = split(cell);
  for (unsigned i = 0; i < granule; ++i)
    if ((now.bytes >> i & 1) != 0) check_whole(bytes[i], now);
}

}  // namespace maxwarp::simt
