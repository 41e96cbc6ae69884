// The common case of an access, inlined into the hooks: everything that it would conflict with is settled. Whatever is
// not settled at first sight goes through check_access, which decides and reports.
#pragma once

#include "runtime/simt/access.h"
#include "runtime/simt/fibers.h"
#include "runtime/simt/history.h"
#include "runtime/simt/order.h"
#include "runtime/simt/races.h"

namespace maxwarp::simt {

template <bool shared>
[[gnu::always_inline]] inline bool write_settled(const Cell& cell, const Lane& lane) {
  return settled<shared>(cell.warp, cell.time, lane) ||
         (cell.warp == lane.warp->number && cell.lane == lane.index);
}

/// No group of another manner that a read of the manner conflicts with, and one in which it can be remembered.
template <Manner manner, bool shared>
[[gnu::always_inline]] inline bool fast_read(Cell& cell, const Lane& lane, std::uint32_t place) {
  if (!write_settled<shared>(cell, lane)) return false;
  if (manner == Manner::Read && (cell.more & strong_bit) != 0) return false;
  if ((cell.more & split_bit) != 0) return false;
  const std::uint32_t number = lane.warp->number, time = lane.time, self = 1u << lane.index;
  Group* free = nullptr;
  Group* own = nullptr;
  for (Group& group : cell.groups) {
    if (group.warp == number && group.time == time && group.how() == manner) {
      if (group.place == place || group.lanes == self) own = &group;
    } else if (settled<shared>(group.warp, group.time, lane)) {
      free = &group;
    } else if (manner == Manner::Read && group.how() == Manner::StrongWrite) {
      return false;
    }
  }
  if (own != nullptr) {
    own->lanes |= self;
    own->place = place & 0x3fffffff;
    return true;
  }
  if (free == nullptr) return false;
  // A group that is settled for this lane alone must stay for the others, unless a read covers it.
  const bool gone = free->time < (shared ? lane.warp->block->floor : engine.grid_floor);
  if (!gone && free->how() == Manner::StrongWrite) return false;
  if (!gone && manner == Manner::StrongRead && free->how() == Manner::Read) return false;
  *free = {number, time, self, place & 0x3fffffff, static_cast<std::uint32_t>(manner)};
  return true;
}

/// Everything before the write is settled, so that it alone need be remembered.
template <bool shared>
[[gnu::always_inline]] inline bool fast_write(Cell& cell, const Lane& lane, std::uint32_t place) {
  if (cell.more != 0 || !write_settled<shared>(cell, lane)) return false;
  const std::uint32_t number = lane.warp->number, self = 1u << lane.index;
  for (const Group& group : cell.groups)
    if (!settled<shared>(group.warp, group.time, lane) && (group.warp != number || group.lanes != self)) return false;
  cell.time = lane.time;
  cell.warp = number;
  cell.place = place & 0x7ffffff;
  cell.lane = lane.index & 31;
  cell.groups[0].time = cell.groups[1].time = 0;
  return true;
}

template <AccessKind kind, bool shared>
[[gnu::always_inline]] inline bool fast_cell(Cell& cell, const Lane& lane, std::uint32_t place) {
  if constexpr (kind == AccessKind::Write) return fast_write<shared>(cell, lane, place);
  if constexpr (kind == AccessKind::Read) return fast_read<Manner::Read, shared>(cell, lane, place);
  return fast_read<Manner::StrongRead, shared>(cell, lane, place);
}

template <unsigned bytes, AccessKind kind, bool shared>
[[gnu::always_inline]] inline bool fast_tracked(Cell* cells, ByteState* states, std::size_t offset, const Lane& lane,
                                                std::uintptr_t place) {
  ByteState& state = states[offset / 8];
  const auto mask = static_cast<std::uint8_t>(((1u << bytes) - 1) << (offset % 8));
  constexpr bool write = kind == AccessKind::Write;
  if ((state.live & mask) != mask || (!write && (state.initialized & mask) != mask)) return false;
  const std::uint32_t packed = pack_place(place);
  Cell* cell = cells + offset / granule;
  if (!fast_cell<kind, shared>(cell[0], lane, packed)) return false;
  if (bytes == 8 && !fast_cell<kind, shared>(cell[1], lane, packed)) return false;
  if (write) state.initialized |= mask;
  return true;
}

/// Checks an access of the running lane: a plain one or a relaxed read; see check_access.
template <unsigned bytes, AccessKind kind>
[[gnu::always_inline]] inline void check_fast(Lane& lane, std::uintptr_t address, std::uintptr_t place) {
  if constexpr (bytes == 4 || bytes == 8) {
    if (address % bytes == 0) {
      const std::size_t offset = address - device_memory.base, shared_offset = address - shared_section.base;
      bool done = false;
      if (offset < device_memory.bytes)
        done = fast_tracked<bytes, kind, false>(device_memory.cells, device_memory.states, offset, lane, place);
      else if (SharedShadow& shadow = lane.warp->block->shadow; shared_offset < shared_section.bytes)
        done = fast_tracked<bytes, kind, true>(shadow.cells.data(), shadow.bytes.data(), shared_offset, lane, place);
      if (done) {
        engine.changes += kind == AccessKind::Write;
        return;
      }
    }
  }
  check_access(lane, address, bytes, kind, place);
}

/// A plain access by the hooks.
template <unsigned bytes, bool write>
[[gnu::always_inline]] inline void check_plain(Lane& lane, std::uintptr_t address, std::uintptr_t place) {
  if (address - lane.stack_low < stack_bytes) return;
  ++engine.steps;
  if (counting != 0) [[unlikely]]
    count_access(lane, address, bytes, place, false);
  check_fast<bytes, write ? AccessKind::Write : AccessKind::Read>(lane, address, place);
}

}  // namespace maxwarp::simt
