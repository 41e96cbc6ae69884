// The check of one access, shared by the hooks of the compiler and by the atomics.
#pragma once

#include "runtime/simt/engine.h"

namespace maxwarp::simt {

enum class AccessKind : std::uint8_t { Read, Write, RelaxedRead, RelaxedWrite, ReadModifyWrite };

/// Checks an access of the running lane: bounds, alignment, initialisation, races. `bytes` is 1, 2, 4, 8
/// or 16. Does not return when the access must not happen.
void check_access(Lane& lane, std::uintptr_t address, unsigned bytes, AccessKind kind, std::uintptr_t place);

/// A relaxed or atomic access, which may pass a flag: others may run before it; then it is counted and
/// checked.
void pass_strong(Lane& lane, std::uintptr_t address, unsigned bytes, AccessKind kind, std::uintptr_t place);

/// The same for a plain access of any length and alignment (copies and fills).
void check_range(Lane& lane, std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t place);

}  // namespace maxwarp::simt
