// Where the control of a resident kernel needs grid-wide barriers. Threads run ahead of each other between two of them,
// so of two controls that touch one storage, one of them writing it, the second has to wait for the first.
#pragma once

#include <optional>

#include "compiler/mapped/ir.h"

namespace maxwarp::mapped {

/// A control that may not begin before an earlier one is done, with no barrier between them.
struct Conflict {
  Sequence* sequence;  // the control is (*sequence)[place]
  std::size_t place;
  const Symbol* storage;  // what both touch
  bool written;           // the earlier one writes it; else it reads what the later one writes
  /// What holds of the storage once all threads are there.
  const char* settled() const { return written ? "is complete" : "has been read"; }
};

/// The first conflict in the body of a Resident control, in the order of the program; nothing where barriers suffice.
/// Loops are followed until nothing changes; a Swap renames what is under way. Exempt are two stages that run the
/// operator of one loop in one round (`Stage::operator_of`): no item waits for another. A scalar of the control is a
/// variable of each thread.
std::optional<Conflict> first_conflict(const Program& program, Sequence& body);

}  // namespace maxwarp::mapped
