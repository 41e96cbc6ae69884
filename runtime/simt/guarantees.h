// The check of atomic and relaxed writes against guarantees (include/simt/guarantees.h).
#pragma once

#include <cstdint>

#include "runtime/simt/include/simt/engine_calls.h"

namespace maxwarp::simt {

struct Lane;

/// Whether there are guarantees for the kernel that runs.
extern bool guarantees_given;

/// Finds the guarantees for the kernel of the launch that begins.
void prepare_guarantees();

/// A write about to be made and to be remembered for the race check.
struct Change {
  std::uintptr_t address;
  unsigned bytes;
  bool stores;  // relaxed, not atomic
  std::uint64_t before, after;
};

/// Reports where the change breaks a guarantee.
void check_guarantee(const Lane& lane, const Change& change, std::uintptr_t place);

}  // namespace maxwarp::simt
