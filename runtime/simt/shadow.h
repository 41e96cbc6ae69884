// Shadow of device and shared memory: which bytes are live and initialised, and who accessed each 4-byte
// granule last. The hooks consult it on every access.
//
// Time. Each lane has a time that grows when it synchronises; times are unique enough to compare across
// lanes: a launch, a grid barrier and a block barrier each take a new highest time as floor, and whatever was
// recorded below the floor of a scope comes before everything that its threads do now. Between floors, warps
// keep one vector clock a lane, and flags passed between threads are followed by knowledge.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace maxwarp::simt {

/// One access as remembered: who, when, from where, which bytes of the granule.
struct Access {
  std::uint32_t thread = 0;
  std::uint32_t time = 0;        // 0: none
  std::uint32_t place : 27 = 0;  // offset of the return address from the start of the program text
  std::uint32_t bytes : 4 = 0;
  std::uint32_t writes : 1 = 0;
};

/// The last accesses to one granule. Two readers are kept: of two different ones at least one is not the
/// writer.
struct Cell {
  Access write;
  Access atomic;
  Access reads[2];
};

/// Eight bytes: a bit each for "belongs to something alive" and "has been written".
struct ByteState {
  std::uint8_t live = 0;
  std::uint8_t initialized = 0;
};

/// Shadow of one resident block's shared memory; indices from the start of the shared section.
struct SharedShadow {
  std::vector<ByteState> bytes;
  std::vector<Cell> cells;
};

inline constexpr std::size_t granule = 4;

/// Device memory: one reserved range of addresses with its shadow beside it, both touched only where used.
struct DeviceMemory {
  std::uintptr_t base = 0;
  std::size_t reserved = 0;
  Cell* cells = nullptr;
  ByteState* bytes = nullptr;
};
extern DeviceMemory device_memory;

/// The section that holds shared variables and the dynamic region; its place in the address space is common
/// to all blocks.
struct SharedSection {
  std::uintptr_t base = 0;
  std::size_t bytes = 0;
  std::size_t dynamic_offset = 0;
};
extern SharedSection shared_section;

}  // namespace maxwarp::simt
