// How much memory the machine has: sizes that cannot fit are refused before anything is allocated.
#pragma once

#include <cstdint>

#include "runtime/graph/result.h"

namespace maxwarp {

/// Bytes of physical memory.
std::uint64_t physical_memory();

/// Refuses a graph whose building would take more than the physical memory, or with more nodes than node_t
/// can number. `what` names it in the message.
MaybeFailure check_size(const std::string& what, double nodes, double edges);

}  // namespace maxwarp
