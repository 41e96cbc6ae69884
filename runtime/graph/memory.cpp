// Size checks against the memory that there is.
// Linux hands out more than there is and kills later, so waiting for a failed allocation is not enough.
#include "runtime/graph/memory.h"

#include <cstdint>
#include <cstdio>

#include "maxwarp/types.h"
#include "runtime/system/memory.h"

namespace maxwarp {

std::uint64_t physical_memory() { return host_memory().total; }

MaybeFailure check_size(const std::string& what, double nodes, double edges, double weight_bytes) {
  char text[160];
  if (nodes > infinity<node_t>()) {
    std::snprintf(text, sizeof text, ": %.0f nodes; expected at most %d", nodes, infinity<node_t>());
    return Failure{what + text};
  }
  std::snprintf(text, sizeof text, ": %.0f nodes and %.0f edges", nodes, edges);
  // What building takes at most: two and a half times the rows and their offsets.
  return check_memory(what + text, 2.5 * (nodes * 8 + edges * (4 + weight_bytes)));
}

MaybeFailure check_memory(const std::string& what, double bytes) {
  const auto memory = memory_short_of(bytes);
  if (!memory) return std::nullopt;
  return Failure{what + " need " + size_text(bytes) + " of memory, " +
                 size_text(static_cast<double>(memory->available)) + " of " +
                 size_text(static_cast<double>(memory->total)) + " are free on this machine"};
}

}  // namespace maxwarp
