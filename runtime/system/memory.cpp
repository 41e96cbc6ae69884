// Linux says what is available; the control groups above this process may allow less.
#include "runtime/system/memory.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace maxwarp {
namespace {

namespace fs = std::filesystem;

std::uint64_t meminfo_bytes(const std::string& key) {
  std::ifstream file("/proc/meminfo");
  std::string name, unit;
  for (std::uint64_t kilobytes = 0; file >> name >> kilobytes; std::getline(file, unit))
    if (name == key + ":") return kilobytes * 1024;
  return 0;
}

/// The number in a file of one; empty where there is none, or the word `max`.
std::optional<std::uint64_t> number_in(const fs::path& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  if (file >> number) return number;
  return std::nullopt;
}

/// File pages that the group gives up when it needs the room.
std::uint64_t reclaimable(const fs::path& group) {
  std::ifstream file(group / "memory.stat");
  std::string name;
  for (std::uint64_t bytes = 0; file >> name >> bytes;)
    if (name == "inactive_file" || name == "total_inactive_file") return bytes;
  return 0;
}

void apply_group(HostMemory& memory, const fs::path& group, const char* limit_file, const char* use_file) {
  const auto limit = number_in(group / limit_file), used = number_in(group / use_file);
  if (!limit || !used || *limit >= memory.total) return;
  const std::uint64_t kept = *used - std::min(*used, reclaimable(group));
  memory.available = std::min(memory.available, *limit - std::min(*limit, kept));
  memory.total = *limit;
}

/// A group and all groups above it, up to the root of the hierarchy.
void apply_groups(HostMemory& memory, const fs::path& root, fs::path path, const char* limit_file,
                  const char* use_file) {
  path = path.relative_path();
  for (;;) {
    apply_group(memory, root / path, limit_file, use_file);
    if (path.empty()) return;
    path = path.parent_path();
  }
}

}  // namespace

HostMemory within_control_groups(HostMemory machine, const std::string& groups, const std::string& root) {
  std::ifstream file(groups);
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
    if (controllers.empty()) apply_groups(machine, root, path, "memory.max", "memory.current");
    if (controllers == "memory")
      apply_groups(machine, root + "/memory", path, "memory.limit_in_bytes", "memory.usage_in_bytes");
  }
  return machine;
}

HostMemory host_memory() {
  HostMemory memory;
  const auto page = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PAGESIZE)));
  memory.total = page * static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  // Free pages alone ignore the file cache, which the system gives up when asked.
  memory.available = meminfo_bytes("MemAvailable");
  if (memory.available == 0) memory.available = memory.total;
  memory = within_control_groups(memory, "/proc/self/cgroup", "/sys/fs/cgroup");
  if (const char* wanted = std::getenv("MAXWARP_HOST_MEMORY"))
    if (const auto limit = parse_size(wanted)) {
      memory.available = std::min(memory.available, *limit);
      memory.total = std::min(memory.total, *limit);
    }
  return memory;
}

std::optional<HostMemory> memory_short_of(double bytes) {
  constexpr double little = 1e6;
  if (bytes < little && std::getenv("MAXWARP_HOST_MEMORY") == nullptr) return std::nullopt;
  const HostMemory memory = host_memory();
  if (bytes <= static_cast<double>(memory.available)) return std::nullopt;
  return memory;
}

std::string size_text(double bytes) {
  constexpr const char* units[] = {"bytes", "kB", "MB", "GB", "TB", "PB"};
  int unit = 0;
  for (; bytes >= 1000 && unit < 5; ++unit) bytes /= 1000;
  char text[64];
  std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
  return text;
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !(number >= 0)) return std::nullopt;
  std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  if (unit.ends_with("B")) unit.remove_suffix(1);
  const bool binary = unit.ends_with("i");
  if (binary) unit.remove_suffix(1);
  constexpr std::string_view letters = "KMGT";
  const std::size_t power = unit.empty() ? 0 : letters.find(unit[0] == 'k' ? 'K' : unit[0]) + 1;
  if (unit.size() > 1 || (unit.empty() ? binary : power == 0)) return std::nullopt;
  for (std::size_t i = 0; i < power; ++i) number *= binary ? 1024 : 1000;
  if (number >= 0x1p63) return std::nullopt;
  return static_cast<std::uint64_t>(number);
}

}  // namespace maxwarp
