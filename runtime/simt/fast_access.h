// The common case of an access, inlined into the hooks: everything that it would conflict with is settled.
// Whatever is not settled at first sight goes through check_access, which decides and reports.
#pragma once

#include "runtime/simt/access.h"
#include "runtime/simt/fibers.h"
#include "runtime/simt/history.h"
#include "runtime/simt/knowledge.h"
#include "runtime/simt/order.h"
#include "runtime/simt/races.h"

namespace maxwarp::simt {

/// Two accesses of blocks far apart: whoever races with one that they cover races with one of them
/// (races.cpp).
[[gnu::always_inline]] inline bool witnessed(const Cell& cell, Manner manner) {
  const Group &one = cell.groups[0], &other = cell.groups[1];
  const std::uint32_t apart = one.warp > other.warp ? one.warp - other.warp : other.warp - one.warp;
  return apart >= engine.launch.block_warps && !flags_taken && covers(one.how(), manner) && covers(other.how(), manner);
}

/// Nothing in the cell that an access of the manner conflicts with, and room to remember it.
template <Manner manner, bool shared>
[[gnu::always_inline]] inline bool fast_group(Cell& cell, const Lane& lane, std::uint32_t place) {
  if (cell.groups[0].time == forwarded) return false;
  const std::uint32_t number = lane.warp->number, time = lane.time, self = 1u << lane.index;
  const std::uint32_t gone = shared ? lane.warp->block->floor : engine.grid_floor;
  Group* free = nullptr;
  Group* own = nullptr;
  for (Group& group : cell.groups) {
    if (group.warp == number && group.time == time && group.how() == manner &&
        (group.place == place || group.lanes == self)) {
      own = &group;
    } else if (settled<shared>(group.warp, group.time, lane)) {
      // What is settled for this lane alone must stay for the others, unless this access covers it.
      if (group.time < gone || covers(manner, group.how())) free = &group;
    } else if (conflict(manner, group.how()) && (group.warp != number || group.lanes != self)) {
      return false;
    }
  }
  if (own == nullptr && free == nullptr) return witnessed(cell, manner);
  Group& group = own != nullptr ? *own : *free;
  group = {number, time, own != nullptr ? own->lanes | self : self, place, static_cast<std::uint32_t>(manner) & 3};
  return true;
}

/// Everything before the write is settled or the lane's own, so that it alone need be remembered.
template <bool shared>
[[gnu::always_inline]] inline bool fast_write(Cell& cell, const Lane& lane, std::uint32_t place) {
  if (cell.groups[0].time == forwarded) return false;
  const std::uint32_t number = lane.warp->number, self = 1u << lane.index;
  for (const Group& group : cell.groups)
    if (!settled<shared>(group.warp, group.time, lane) && (group.warp != number || group.lanes != self)) return false;
  cell.groups[0] = {number, lane.time, self, place, static_cast<std::uint32_t>(Manner::Write)};
  cell.groups[1].time = 0;
  return true;
}

template <Manner manner, bool shared>
[[gnu::always_inline]] inline bool fast_cell(Cell& cell, const Lane& lane, std::uint32_t place) {
  if constexpr (manner == Manner::Write) return fast_write<shared>(cell, lane, place);
  return fast_group<manner, shared>(cell, lane, place);
}

template <unsigned bytes, AccessKind kind, bool shared>
[[gnu::always_inline]] inline bool fast_tracked(Cell* cells, ByteState* states, std::size_t offset, const Lane& lane,
                                                std::uintptr_t place) {
  ByteState& state = states[offset / 8];
  const auto mask = static_cast<std::uint8_t>(((1u << bytes) - 1) << (offset % 8));
  constexpr bool write = kind == AccessKind::Write || kind == AccessKind::RelaxedWrite;
  constexpr Manner manner = manner_of(kind);
  if ((state.live & mask) != mask || (!write && (state.initialized & mask) != mask)) return false;
  const std::uint32_t packed = pack_place(place) & place_mask;
  Cell* cell = cells + offset / granule;
  if (!fast_cell<manner, shared>(cell[0], lane, packed)) return false;
  if (bytes == 8 && !fast_cell<manner, shared>(cell[1], lane, packed)) return false;
  if (write) state.initialized |= mask;
  return true;
}

/// Checks an access of the running lane; see check_access.
template <unsigned bytes, AccessKind kind>
[[gnu::always_inline]] inline void check_fast(Lane& lane, std::uintptr_t address, std::uintptr_t place) {
  if constexpr (bytes == 4 || bytes == 8) {
    if (address % bytes == 0) {
      const std::size_t offset = address - device_memory.base, shared_offset = address - shared_section.base;
      bool done = false;
      if (offset < device_memory.bytes)
        done = fast_tracked<bytes, kind, false>(device_memory.cells, device_memory.states, offset, lane, place);
      else if (SharedShadow& shadow = lane.warp->block->shadow; shared_offset < shared_section.bytes) {
        shadow.touch(shared_offset);
        done = fast_tracked<bytes, kind, true>(shadow.cells.data(), shadow.bytes.data(), shared_offset, lane, place);
      }
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
