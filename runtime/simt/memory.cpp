// The range is reserved once and its halves are handed out from front to back, so that freed addresses stay
// recognisable for as long as there is room; pages return to the system when freed.
#include "runtime/simt/memory.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <map>

#include "runtime/simt/include/simt/bounds.h"

namespace maxwarp::simt {

Region device_memory;

namespace {

constexpr std::size_t alignment = 256;  // as cudaMalloc's
/// Between allocations: at least this, and as much as the allocation in front is long.
constexpr std::size_t red_zone = 64 * 1024;
constexpr std::size_t gibibyte = std::size_t{1} << 30;
/// Allocations of this size are in the upper half of the range, which has large pages: their cells fill one at least.
constexpr std::size_t large_bytes = 256 * 1024;

/// A part of the range that is handed out from front to back.
struct Half {
  std::uintptr_t next = 0, end = 0;
};

struct Heap {
  std::map<std::uintptr_t, Allocation> allocations;
  Half small, large;
  std::size_t used = 0;
};

Heap& heap() {
  static Heap instance;
  return instance;
}

void* reserve(std::size_t bytes) {
  void* range = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED) return nullptr;
  // Graph kernels go through memory at random: large pages save most of the misses of address translation. For a few
  // bytes, to clear such a page takes longer than all else that a run does.
  madvise(static_cast<char*>(range) + bytes / 2, bytes / 2, MADV_HUGEPAGE);
  return range;
}

bool try_reserve(std::size_t bytes) {
  void* data = reserve(bytes);
  void* cells = reserve(bytes / granule * sizeof(Cell));
  void* states = reserve(bytes / 8 * sizeof(ByteState));
  if (data != nullptr && cells != nullptr && states != nullptr) {
    device_memory = {reinterpret_cast<std::uintptr_t>(data), bytes, static_cast<Cell*>(cells),
                     static_cast<ByteState*>(states)};
    return true;
  }
  if (data != nullptr) munmap(data, bytes);
  if (cells != nullptr) munmap(cells, bytes / granule * sizeof(Cell));
  if (states != nullptr) munmap(states, bytes / 8 * sizeof(ByteState));
  return false;
}

std::size_t round_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

/// Returns the whole pages inside a range of memory to the system; they read as zero afterwards.
void drop_pages(void* begin, std::size_t bytes) {
  std::uintptr_t page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  std::uintptr_t first = round_up(reinterpret_cast<std::uintptr_t>(begin), page);
  std::uintptr_t last = (reinterpret_cast<std::uintptr_t>(begin) + bytes) / page * page;
  if (last > first) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

/// Applies `change(state, mask)` to every byte state of a range; the mask has a bit for each byte concerned.
template <typename Change>
void for_byte_states(std::uintptr_t begin, std::size_t bytes, Change change) {
  std::size_t offset = begin - device_memory.base, end = offset + bytes;
  while (offset < end) {
    std::size_t within = offset % 8, count = std::min<std::size_t>(8 - within, end - offset);
    change(device_memory.states[offset / 8], static_cast<std::uint8_t>(((1u << count) - 1) << within));
    offset += count;
  }
}

/// First gap between live allocations once the front-to-back room of a half is used up; 0 if there is none. From then
/// on there are only gaps, as what one is given to may lie in the room of the other half.
std::uintptr_t find_gap(std::size_t needed) {
  Heap& h = heap();
  h.small.next = h.small.end;
  h.large.next = h.large.end;
  std::erase_if(h.allocations, [](const auto& entry) { return !entry.second.live; });
  std::uintptr_t candidate = device_memory.base + red_zone;
  for (const auto& [begin, allocation] : h.allocations) {
    if (begin >= candidate + needed) return candidate;
    candidate = round_up(begin + allocation.bytes + red_zone, alignment);
  }
  return candidate + needed <= device_memory.base + device_memory.bytes ? candidate : 0;
}

}  // namespace

bool prepare_device_memory() {
  if (device_memory.base != 0) return true;
  for (std::size_t gibibytes : {256, 64, 16, 4, 1})
    if (try_reserve(gibibytes * gibibyte)) {
      const std::uintptr_t middle = device_memory.base + device_memory.bytes / 2;
      heap().small = {device_memory.base + red_zone, middle};
      heap().large = {middle, device_memory.base + device_memory.bytes};
      return true;
    }
  return false;
}

void* allocate_device(std::size_t bytes, bool& exhausted) {
  exhausted = false;
  if (bytes == 0) return nullptr;
  exhausted = true;
  if (!prepare_device_memory() || bytes > device_bytes_total() - heap().used) return nullptr;
  Heap& h = heap();
  std::size_t needed = round_up(bytes + std::max(bytes, red_zone), alignment);
  Half& half = bytes < large_bytes ? h.small : h.large;
  std::uintptr_t begin = half.next;
  if (begin + needed <= half.end)
    half.next += needed;
  else
    begin = find_gap(round_up(bytes + red_zone, alignment));
  if (begin == 0) return nullptr;
  exhausted = false;
  // Recorded accesses of earlier owners need no clearing: they lie before the floor of every later launch.
  for_byte_states(begin, bytes, [](ByteState& state, std::uint8_t mask) {
    state.live |= mask;
    state.initialized &= static_cast<std::uint8_t>(~mask);
  });
  h.allocations[begin] = {begin, bytes, true};
  h.used += bytes;
  return reinterpret_cast<void*>(begin);
}

bool free_device(void* memory) {
  Heap& h = heap();
  auto found = h.allocations.find(reinterpret_cast<std::uintptr_t>(memory));
  if (found == h.allocations.end() || !found->second.live) return false;
  Allocation& allocation = found->second;
  allocation.live = false;
  h.used -= allocation.bytes;
  for_byte_states(allocation.begin, allocation.bytes,
                  [](ByteState& state, std::uint8_t mask) { state.live &= static_cast<std::uint8_t>(~mask); });
  std::size_t offset = allocation.begin - device_memory.base;
  drop_pages(memory, allocation.bytes);
  drop_pages(device_memory.cells + offset / granule, allocation.bytes / granule * sizeof(Cell));
  return true;
}

void free_all_device() {
  for (const auto& [begin, allocation] : heap().allocations)
    if (allocation.live) free_device(reinterpret_cast<void*>(begin));
}

const Allocation* find_allocation(std::uintptr_t address) {
  auto& allocations = heap().allocations;
  auto after = allocations.upper_bound(address);
  return after == allocations.begin() ? nullptr : &std::prev(after)->second;
}

const Allocation* next_allocation(std::uintptr_t address) {
  auto after = heap().allocations.upper_bound(address);
  return after == heap().allocations.end() ? nullptr : &after->second;
}

bool live_range(const void* address, std::size_t bytes) {
  auto begin = reinterpret_cast<std::uintptr_t>(address);
  const Allocation* allocation = find_allocation(begin);
  return allocation != nullptr && allocation->live && begin - allocation->begin <= allocation->bytes &&
         bytes <= allocation->bytes - (begin - allocation->begin);
}

bool in_device_range(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) - device_memory.base < device_memory.bytes;
}

void set_usable(void* begin, std::size_t bytes, bool usable) {
  for_byte_states(reinterpret_cast<std::uintptr_t>(begin), bytes, [&](ByteState& state, std::uint8_t mask) {
    state.live = usable ? state.live | mask : state.live & static_cast<std::uint8_t>(~mask);
  });
}

void mark_initialized(void* address, std::size_t bytes) {
  for_byte_states(reinterpret_cast<std::uintptr_t>(address), bytes,
                  [](ByteState& state, std::uint8_t mask) { state.initialized |= mask; });
}

void copy_initialized(void* to, const void* from, std::size_t bytes) {
  std::size_t target = reinterpret_cast<std::uintptr_t>(to) - device_memory.base;
  std::size_t source = reinterpret_cast<std::uintptr_t>(from) - device_memory.base;
  for (std::size_t i = 0; i < bytes; ++i) {
    bool known = (device_memory.states[(source + i) / 8].initialized >> ((source + i) % 8) & 1) != 0;
    ByteState& state = device_memory.states[(target + i) / 8];
    auto mask = static_cast<std::uint8_t>(1u << ((target + i) % 8));
    state.initialized = known ? state.initialized | mask : state.initialized & static_cast<std::uint8_t>(~mask);
  }
}

std::size_t device_bytes_used() { return heap().used; }

namespace {

/// A quarter of the machine's, or what MAXWARP_SIMT_MEMORY says. The shadow takes eight times the memory that
/// is touched; most of it never is.
std::size_t wanted_total() {
  const char* text = std::getenv("MAXWARP_SIMT_MEMORY");
  const std::size_t standard = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                               static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) / 4;
  if (text == nullptr) return standard;
  std::size_t bytes = 0;
  const char* end = text + std::strlen(text);
  const auto [last, error] = std::from_chars(text, end, bytes);
  if (error == std::errc() && last == end && text != end) return bytes;
  fmt::print(stderr, "error: MAXWARP_SIMT_MEMORY is `{}`; write the number of bytes of the modelled device\n", text);
  return 0;
}

}  // namespace

std::size_t device_bytes_total() {
  static const std::size_t total = wanted_total();
  return std::min(total, device_memory.bytes == 0 ? total : device_memory.bytes / 2);
}

void clear_recorded_accesses() {
  if (device_memory.base != 0) drop_pages(device_memory.cells, device_memory.bytes / granule * sizeof(Cell));
}

}  // namespace maxwarp::simt
