// How much memory the machine has: sizes that cannot fit are refused before anything is allocated.
#pragma once

#include <cstdint>
#include <new>
#include <stdexcept>

#include "runtime/graph/result.h"

namespace maxwarp {

/// Bytes of memory of the machine, or of the control group that this process runs in.
std::uint64_t physical_memory();

/// Refuses a graph whose building would take more than the memory that is free, or with more nodes than node_t
/// can number. `what` names it in the message; `weight_bytes` are those of one edge's weight.
MaybeFailure check_size(const std::string& what, double nodes, double edges, double weight_bytes = 0);

/// Refuses what needs more than the memory that is free.
MaybeFailure check_memory(const std::string& what, double bytes);

/// Calls `action`, which returns a Result, and turns running out of memory into a failure too. `what` names
/// the graph in the message.
template <typename Action>
auto guard_memory(const std::string& what, Action action, const std::string& thing = "the graph")
    -> decltype(action()) {
  try {
    return action();
  } catch (const std::bad_alloc&) {
    return Failure{what + ": out of memory; " + thing + " is larger than what is left on this machine"};
  } catch (const std::length_error&) {
    return Failure{what + ": out of memory; " + thing + " is larger than any memory"};
  }
}

}  // namespace maxwarp
