// Where an address belongs decides what is checked: the lane's own stack nothing, device and shared memory
// all, constants and globals of the program and the kernel's parameters only that they may be accessed.
#include "runtime/simt/access.h"

#include <fmt/format.h>
#include <link.h>

#include "runtime/simt/fibers.h"
#include "runtime/simt/memory.h"
#include "runtime/simt/races.h"
#include "runtime/simt/report.h"

namespace maxwarp::simt {

namespace {

bool writes(AccessKind kind) { return kind != AccessKind::Read && kind != AccessKind::RelaxedRead; }
bool reads(AccessKind kind) { return kind != AccessKind::Write && kind != AccessKind::RelaxedWrite; }

struct Segment {
  std::uintptr_t begin = 0, end = 0;
  bool writable = false;
};

int collect_segments(dl_phdr_info* info, std::size_t, void* data) {
  auto& segments = *static_cast<std::vector<Segment>*>(data);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    std::uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    segments.push_back({begin, begin + header.p_memsz, (header.p_flags & PF_W) != 0});
  }
  return 0;
}

/// Globals and constants: of the program and what it is linked with.
bool in_program(std::uintptr_t address, unsigned bytes, bool write) {
  static const std::vector<Segment> segments = [] {
    std::vector<Segment> all;
    dl_iterate_phdr(collect_segments, &all);
    return all;
  }();
  for (const Segment& segment : segments)
    if (address >= segment.begin && address + bytes <= segment.end) return segment.writable || !write;
  return false;
}

bool in_parameters(std::uintptr_t address, unsigned bytes) {
  auto begin = reinterpret_cast<std::uintptr_t>(engine.launch.invocation.arguments);
  std::size_t size = engine.launch.invocation.argument_bytes;
  return address - begin < size && address - begin + bytes <= size;
}

[[noreturn]] void bad_address(Lane& lane, std::uintptr_t address, unsigned bytes, bool write, std::uintptr_t place) {
  const Allocation* allocation = in_device_range(reinterpret_cast<void*>(address)) ? find_allocation(address) : nullptr;
  bool freed = allocation != nullptr && !allocation->live && address - allocation->begin < allocation->bytes;
  fail(freed ? FindingKind::UseAfterFree : FindingKind::OutOfBounds, lane, place,
       fmt::format("{} of {} bytes at {}", write ? "write" : "read", bytes, describe_address(address)));
}

void check_granules(Cell* cells, Lane& lane, std::uintptr_t address, unsigned bytes, AccessKind kind,
                    std::uintptr_t place, bool shared) {
  unsigned within = address % granule;
  unsigned mask = bytes >= granule ? 15u : ((1u << bytes) - 1) << within;
  Candidate now{lane, place, address, mask & 15u, manner_of(kind), shared};
  for (unsigned done = 0; done < bytes; done += granule, ++cells) {
    check_cell(*cells, now);
    now.address += granule;
  }
}

/// Live and initialised bits of an access within 8 bytes.
[[gnu::always_inline]] inline void check_bytes(ByteState& state, Lane& lane, std::uintptr_t address, unsigned bytes,
                                               AccessKind kind, std::uintptr_t place) {
  auto mask = static_cast<std::uint8_t>(((1u << bytes) - 1) << (address % 8));
  if ((state.live & mask) != mask) [[unlikely]]
    bad_address(lane, address, bytes, writes(kind), place);
  if (reads(kind) && (state.initialized & mask) != mask) [[unlikely]]
    note(FindingKind::Uninitialized, lane, place,
         fmt::format("read of {} bytes that were never written at {}", bytes, describe_address(address)));
  state.initialized |= mask;  // written now, or reported once
}

[[gnu::always_inline]] inline void check_tracked(Cell* cells, ByteState* states, std::size_t offset, Lane& lane,
                                                 std::uintptr_t address, unsigned bytes, AccessKind kind,
                                                 std::uintptr_t place, bool shared) {
  if (bytes == 16) {
    check_bytes(states[offset / 8], lane, address, 8, kind, place);
    check_bytes(states[offset / 8 + 1], lane, address + 8, 8, kind, place);
  } else {
    check_bytes(states[offset / 8], lane, address, bytes, kind, place);
  }
  check_granules(cells + offset / granule, lane, address, bytes, kind, place, shared);
}

const Region* find_region(std::uintptr_t address) {
  for (const Region* region : {&device_memory, &device_variables})
    if (address - region->base < region->bytes) return region;
  return nullptr;
}

void check_elsewhere(Lane& lane, std::uintptr_t address, unsigned bytes, AccessKind kind, std::uintptr_t place) {
  if (!writes(kind) && in_parameters(address, bytes)) return;
  if (!in_program(address, bytes, writes(kind))) bad_address(lane, address, bytes, writes(kind), place);
  if (writes(kind)) ++engine.changes;
}

}  // namespace

void check_access(Lane& lane, std::uintptr_t address, unsigned bytes, AccessKind kind, std::uintptr_t place) {
  if (address - lane.stack_low < stack_bytes) return;
  if (address % bytes != 0) [[unlikely]]
    fail(FindingKind::Misaligned, lane, place,
         fmt::format("{} of {} bytes at {}, which is not a multiple of {}", writes(kind) ? "write" : "read", bytes,
                     describe_address(address), bytes));
  if (const Region* region = find_region(address); region != nullptr) {
    check_tracked(region->cells, region->states, address - region->base, lane, address, bytes, kind, place, false);
  } else if (std::size_t offset = address - shared_section.base; offset < shared_section.bytes) {
    SharedShadow& shadow = lane.warp->block->shadow;
    shadow.touch(offset);
    check_tracked(shadow.cells.data(), shadow.bytes.data(), offset, lane, address, bytes, kind, place, true);
  } else {
    check_elsewhere(lane, address, bytes, kind, place);
  }
  if (kind == AccessKind::Write) ++engine.changes;
}

void check_range(Lane& lane, std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t place) {
  if (address - lane.stack_low < stack_bytes) return;
  while (bytes != 0) {
    unsigned step = 8;
    while (step > bytes || address % step != 0) step /= 2;
    ++engine.steps;
    if (counting != 0) count_access(lane, address, step, place, false);
    check_access(lane, address, step, write ? AccessKind::Write : AccessKind::Read, place);
    address += step;
    bytes -= step;
  }
}

}  // namespace maxwarp::simt
