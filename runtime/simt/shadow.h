// Shadow of memory: which bytes are live and initialised, and who accessed each 4-byte granule since when.
// The hooks consult it on every access.
//
// Time. Each lane has a time that grows when it synchronises; times are unique enough to compare across
// lanes: a launch, a grid barrier and a block barrier each take a new highest time as floor, and whatever was
// recorded below the floor of a scope comes before everything that its threads do now. So does a collective
// of a whole warp. Between floors, warps keep one vector clock a lane (collectives of some lanes), and flags
// passed between threads are followed by knowledge.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace maxwarp::simt {

/// How accesses conflict. Strong: atomic, relaxed or volatile.
enum class Manner : std::uint8_t { Read, StrongRead, StrongWrite, Write };

/// Accesses of one manner by lanes of one warp at one time; from one place, unless a single lane made them.
struct Group {
  std::uint32_t warp = 0;        // number in the grid
  std::uint32_t time = 0;        // 0: none
  std::uint32_t lanes = 0;       // a bit each
  std::uint32_t place : 30 = 0;  // offset of the return address from the start of the program text
  std::uint32_t manner : 2 = 0;

  Manner how() const { return static_cast<Manner>(manner); }
};

/// The time of a cell's first group that says: all is elsewhere (history.h), under the number in the second's
/// warp.
inline constexpr std::uint32_t forwarded = ~0u;

/// What is remembered of one granule: the last plain write and what came since. Half a line of the cache, for
/// kernels go through memory at random and wait for each cell.
struct alignas(32) Cell {
  Group groups[2];
};

/// Eight bytes: a bit each for "belongs to something alive" and "has been written".
struct ByteState {
  std::uint8_t live = 0;
  std::uint8_t initialized = 0;
};

inline constexpr std::size_t granule = 4;
inline constexpr std::size_t shared_part = 256;

/// A range of addresses with its shadow.
struct Region {
  std::uintptr_t base = 0;
  std::size_t bytes = 0;
  Cell* cells = nullptr;
  ByteState* states = nullptr;
};

/// Device memory: one reserved range, it and its shadow touched only where used.
extern Region device_memory;
/// The program's `__device__` and `__constant__` variables.
extern Region device_variables;

/// Shadow of one resident block's shared memory; indices from the start of the shared section.
struct SharedShadow {
  std::vector<ByteState> bytes;
  std::vector<Cell> cells;
  /// Whether threads of the block accessed a part of `shared_part` bytes: only such parts are saved and reset, because
  /// a program of many variants has the shared variables of all of them.
  std::vector<std::uint8_t> touched;
  std::size_t dynamic_bytes = ~std::size_t{0};  // of the launch for which `bytes` was set up

  void touch(std::size_t offset) { touched[offset / shared_part] = 1; }
};

/// The section that holds shared variables and the dynamic region; its place in the address space is common
/// to all blocks.
struct SharedSection {
  std::uintptr_t base = 0;
  std::size_t bytes = 0;
  std::size_t dynamic_offset = 0;
};
extern SharedSection shared_section;

}  // namespace maxwarp::simt
