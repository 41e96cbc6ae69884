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
  Manner manner;
  bool shared;
};

/// Offset of a return address as remembered in a group, and back.
inline constexpr std::uint32_t place_mask = 0x3fffffff;
inline std::uint32_t pack_place(std::uintptr_t place) { return static_cast<std::uint32_t>(place - engine.text_base); }
inline std::uintptr_t unpack_place(std::uint32_t packed) { return engine.text_base + packed; }

/// Whether two accesses of different threads that are not ordered are a race: a plain write with everything,
/// a plain read with every write, strong accesses not with one another.
constexpr bool conflict(Manner a, Manner b) {
  if (a == Manner::Write || b == Manner::Write) return true;
  return (a == Manner::Read && b == Manner::StrongWrite) || (a == Manner::StrongWrite && b == Manner::Read);
}
/// Whatever conflicts with `earlier` conflicts with `now` as well, so that an ordered `earlier` may be
/// forgotten.
constexpr bool covers(Manner now, Manner earlier) {
  return now == earlier || now == Manner::Write || earlier == Manner::StrongRead;
}

constexpr Manner manner_of(AccessKind kind) {
  switch (kind) {
    case AccessKind::Read: return Manner::Read;
    case AccessKind::Write: return Manner::Write;
    case AccessKind::RelaxedRead: return Manner::StrongRead;
    case AccessKind::RelaxedWrite:
    case AccessKind::ReadModifyWrite: return Manner::StrongWrite;
  }
  return Manner::Write;
}

/// In words, for messages.
const char* text(Manner manner);

/// What the candidate races with.
struct Opponent {
  std::uint32_t warp;
  unsigned lane;
  std::uintptr_t place;
  Manner manner;
};

/// Compares the candidate with all that the cell remembers, reports races, and remembers it.
void check_cell(Cell& cell, const Candidate& now);

/// Where another thread than the lane has written an element of device memory atomically or relaxed since the grid was
/// ordered; 0 if none has, as far as is remembered.
std::uintptr_t strong_write_by_other(const Lane& lane, std::uintptr_t address);

}  // namespace maxwarp::simt
