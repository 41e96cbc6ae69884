// Size checks against the physical memory.
// Linux hands out more than there is and kills later, so waiting for a failed allocation is not enough.
#include "runtime/graph/memory.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>

#include "maxwarp/types.h"

namespace maxwarp {

namespace {

/// The limit of the process's container, where there is one.
std::uint64_t container_memory() {
  std::ifstream file("/sys/fs/cgroup/memory.max");
  std::uint64_t bytes = 0;
  return file >> bytes ? bytes : UINT64_MAX;  // it says `max` where there is none
}

std::uint64_t find_memory() {
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || size <= 0) return container_memory();
  return std::min(static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size), container_memory());
}

}  // namespace

std::uint64_t physical_memory() {
  static const std::uint64_t bytes = find_memory();
  return bytes;
}

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
  const auto memory = static_cast<double>(physical_memory());
  if (bytes <= memory) return std::nullopt;
  char text[120];
  std::snprintf(text, sizeof text, " take %.1f GiB; expected at most the machine's %.1f GiB", bytes / 0x1p30, memory / 0x1p30);
  return Failure{what + text};
}

}  // namespace maxwarp
