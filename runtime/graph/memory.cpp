// Size checks against the physical memory.
// Linux hands out more than there is and kills later, so waiting for a failed allocation is not enough.
#include "runtime/graph/memory.h"

#include <unistd.h>

#include <cstdint>
#include <cstdio>

#include "maxwarp/types.h"

namespace maxwarp {

std::uint64_t physical_memory() {
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || size <= 0) return UINT64_MAX;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size);
}

MaybeFailure check_size(const std::string& what, double nodes, double edges) {
  char text[160];
  if (nodes > infinity<node_t>()) {
    std::snprintf(text, sizeof text, ": %.0f nodes; expected at most %d", nodes, infinity<node_t>());
    return Failure{what + text};
  }
  // What building takes at most: two and a half times the rows and their offsets.
  double bytes = 2.5 * (nodes * 8 + edges * 4), memory = static_cast<double>(physical_memory());
  if (bytes <= memory) return std::nullopt;
  std::snprintf(text, sizeof text,
                ": %.0f nodes and %.0f edges take %.1f GiB; expected at most the machine's %.1f GiB", nodes,
                edges, bytes / 0x1p30, memory / 0x1p30);
  return Failure{what + text};
}

}  // namespace maxwarp
