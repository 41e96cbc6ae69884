// The race check: each access is compared with the remembered ones of its granule and then remembered itself.
#pragma once

#include "runtime/simt/access.h"

namespace maxwarp::simt {

/// An access about to be checked. `shared`: to the block's shared memory, where all records are the block's.
struct Candidate {
  Lane& lane;
  std::uintptr_t place;
  std::uintptr_t address;
  unsigned bytes;  // mask of the bytes in the granule
  AccessKind kind;
  bool shared;
};

/// Offset of a return address as remembered in a cell, and back.
inline std::uint32_t pack_place(std::uintptr_t place) {
  return static_cast<std::uint32_t>(place - engine.text_base);
}
inline std::uintptr_t unpack_place(std::uint32_t packed) { return engine.text_base + packed; }

/// What the candidate races with.
struct Opponent {
  std::uint32_t warp;
  unsigned lane;
  std::uintptr_t place;
  const char* kind;  // "write", "atomic or relaxed write", …
};

/// Compares the candidate with all that the cell remembers, reports races, and remembers it.
void check_cell(Cell& cell, const Candidate& now);

}  // namespace maxwarp::simt
