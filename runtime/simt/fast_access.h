// The common case of a plain access, inlined into the hooks: everything that it would conflict with is
// settled. Whatever is not settled at first sight goes through check_access, which decides and reports.
#pragma once

#include "runtime/simt/access.h"
#include "runtime/simt/fibers.h"
#include "runtime/simt/races.h"

namespace maxwarp::simt {

/// Whether a remembered access certainly comes before what the lane does now.
template <bool shared>
inline bool settled(const Access& access, const Lane& lane) {
  if (access.thread == lane.thread) return true;
  const Block& block = *lane.warp->block;
  if (shared) return access.time < block.floor;
  return access.time < engine.grid_floor ||
         (access.time < block.floor && access.thread - block.first_thread < engine.launch.block_threads);
}

template <bool write, bool shared>
inline bool fast_cell(Cell& cell, const Lane& lane, std::uint32_t packed_place) {
  if (!settled<shared>(cell.write, lane) || !settled<shared>(cell.atomic, lane)) return false;
  Access now;
  now.thread = lane.thread;
  now.time = lane.time;
  now.place = packed_place & 0x7ffffff;
  now.bytes = 15;
  now.writes = write;
  bool first_settled = settled<shared>(cell.reads[0], lane);
  if (write) {
    if (!first_settled || !settled<shared>(cell.reads[1], lane)) return false;
    cell.write = now;
  } else {
    cell.reads[first_settled ? 0 : 1] = now;
  }
  return true;
}

template <unsigned bytes, bool write, bool shared>
inline bool fast_tracked(Cell* cells, ByteState* states, std::size_t offset, const Lane& lane,
                         std::uintptr_t place) {
  ByteState& state = states[offset / 8];
  const auto mask = static_cast<std::uint8_t>(((1u << bytes) - 1) << (offset % 8));
  if ((state.live & mask) != mask || (!write && (state.initialized & mask) != mask)) return false;
  std::uint32_t packed = pack_place(place);
  Cell* cell = cells + offset / granule;
  if (!fast_cell<write, shared>(cell[0], lane, packed)) return false;
  if (bytes == 8 && !fast_cell<write, shared>(cell[1], lane, packed)) return false;
  if (write) state.initialized |= mask;
  return true;
}

/// Checks a plain access of the running lane; see check_access.
template <unsigned bytes, bool write>
[[gnu::always_inline]] inline void check_plain(Lane& lane, std::uintptr_t address, std::uintptr_t place) {
  if (address - lane.stack_low < stack_bytes) return;
  if (counting) [[unlikely]]
    count_access(lane, address, bytes, place, false);
  if constexpr (bytes == 4 || bytes == 8) {
    if (address % bytes == 0 && !lane.relaxed_next) {
      bool done = false;
      std::size_t offset = address - device_memory.base, shared_offset = address - shared_section.base;
      if (offset < device_memory.reserved)
        done =
            fast_tracked<bytes, write, false>(device_memory.cells, device_memory.bytes, offset, lane, place);
      else if (SharedShadow& shadow = lane.warp->block->shadow; shared_offset < shared_section.bytes)
        done = fast_tracked<bytes, write, true>(shadow.cells.data(), shadow.bytes.data(), shared_offset, lane,
                                                place);
      if (done) {
        engine.changes += write;
        return;
      }
    }
  }
  check_access(lane, address, bytes, write ? AccessKind::Write : AccessKind::Read, place);
}

}  // namespace maxwarp::simt
