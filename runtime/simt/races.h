// The race check: each access is compared with the remembered ones of its granule and then remembered itself.
#pragma once

#include "runtime/simt/engine.h"

namespace maxwarp::simt {

/// An access about to be checked. `shared`: to the block's shared memory, where all records are the block's.
struct Candidate {
  Lane& lane;
  std::uintptr_t place;
  std::uintptr_t address;
  unsigned bytes;  // mask of the bytes in the granule
  bool shared;
};

/// Offset of a return address as remembered in Access::place, and back.
inline std::uint32_t pack_place(std::uintptr_t place) {
  return static_cast<std::uint32_t>(place - engine.text_base);
}
inline std::uintptr_t unpack_place(std::uint32_t packed) { return engine.text_base + packed; }

/// Whether `earlier` comes before the candidate by the launch's barriers, collectives and flags.
bool ordered(const Access& earlier, const Candidate& now);

void check_read(Cell& cell, const Candidate& now);
void check_write(Cell& cell, const Candidate& now);
/// Atomics, relaxed and volatile accesses: no race among themselves, but with plain ones.
void check_atomic(Cell& cell, const Candidate& now, bool writes);

}  // namespace maxwarp::simt
