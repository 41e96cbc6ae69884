// Counting: which positions of a warp are new, and whose figures they add to.
#include "runtime/simt/statistics.h"

#include <algorithm>

#include "runtime/simt/engine.h"
#include "runtime/simt/kernel_counts.h"
#include "runtime/simt/memory.h"

extern "C" {
std::uint8_t maxwarp_simt_counting = 0;
}

namespace maxwarp::simt {

namespace {

constexpr std::uintptr_t sector_bytes = 32;
/// Positions that are remembered of a warp; beyond, all are forgotten, and lanes that come late count anew.
constexpr std::size_t position_limit = 1 << 17;
/// Fewer are not worth forgetting.
constexpr std::size_t few_positions = 2048;

/// Atomics of lanes at other places than [begin, begin + bytes).
struct Watch {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  std::uint64_t atomics = 0;
} watch;

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = (a ^ b * 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 29) * 0x94d049bb133111ebu;
  return x ^ x >> 32;
}

/// Back to the function with the frame, from those that it had called.
void return_to(Position& position, std::uintptr_t frame) {
  while (position.frame < frame && !position.callers.empty()) {
    const Position::Caller& caller = position.callers.back();
    position.frame = caller.frame;
    position.base = caller.base;
    position.iterations = caller.iterations;
    position.callers.pop_back();
  }
}

WarpCounts& counts_of(Warp& warp) {
  if (warp.counts == nullptr) warp.counts = std::make_unique<WarpCounts>();
  return *warp.counts;
}

Position& position_of(Lane& lane) { return counts_of(*lane.warp).lanes[lane.index]; }

PositionSet& seen_by(Warp& warp) {
  PositionSet& seen = counts_of(warp).seen;
  if (seen.size() > position_limit) seen.clear();
  return seen;
}

}  // namespace

bool PositionSet::insert(std::uint64_t key) {
  if (2 * size_ >= slots_.size()) grow();
  key |= key == 0;
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = key & mask;
  for (; slots_[at] != 0; at = (at + 1) & mask)
    if (slots_[at] == key) return false;
  slots_[at] = key;
  ++size_;
  return true;
}

void PositionSet::clear() {
  std::fill(slots_.begin(), slots_.end(), 0);
  size_ = 0;
}

void PositionSet::grow() {
  std::vector<std::uint64_t> before(std::max<std::size_t>(256, 2 * slots_.size()));
  before.swap(slots_);
  size_ = 0;
  for (std::uint64_t key : before)
    if (key != 0) insert(key);
}

void count_call(Lane& lane, std::uintptr_t frame) {
  Position& position = position_of(lane);
  return_to(position, frame + 1);  // whoever has returned since is not the caller
  position.callers.push_back({position.frame, position.base, position.iterations});
  position.base = mix(position.hash, ++position.calls);
  position.frame = frame;
  position.iterations = {};
}

void count_block(Lane& lane, const BlockRow& row, std::uintptr_t frame) {
  Position& position = position_of(lane);
  return_to(position, frame);
  if (row.is_head != 0 && row.depth <= Position::depth_limit) ++position.iterations[row.depth - 1u];
  if (row.enters != 0 && row.enters <= Position::depth_limit) position.iterations[row.enters - 1u] = 0;
  std::uint64_t hash = mix(reinterpret_cast<std::uintptr_t>(&row), position.base);
  const unsigned depth = std::min<unsigned>(row.depth, Position::depth_limit);
  for (unsigned i = 0; i < depth; ++i) hash = mix(hash, position.iterations[i]);
  position.hash = hash;
  position.calls = 0;
  PositionSet& seen = seen_by(*lane.warp);
  BlockCounts& counts = current_counts().blocks[{reinterpret_cast<std::uintptr_t>(&row), position.phase}];
  ++counts.lanes;
  counts.issues += seen.insert(mix(hash, 1));
  if (row.entry_weight == 0 || row.depth > Position::depth_limit || position.iterations[row.depth - 1u] != 1) return;
  ++counts.entering_lanes;
  counts.entries += seen.insert(mix(hash, 2));
}

void count_access(Lane& lane, std::uintptr_t address, unsigned bytes, std::uintptr_t place, bool atomic) {
  if (!in_device_range(reinterpret_cast<void*>(address)) && !atomic) return;
  PositionSet& seen = seen_by(*lane.warp);
  const Position& position = position_of(lane);
  AccessCounts& counts = current_counts().accesses[{place, position.phase}];
  const std::uint64_t request = mix(position.hash, place);
  if (atomic) {
    ++counts.atomics;
    watch.atomics += address - watch.begin >= watch.bytes;
    counts.conflicts += !seen.insert(mix(request, address));
    return;
  }
  counts.requests += seen.insert(request);
  for (std::uintptr_t sector = address / sector_bytes; sector <= (address + bytes - 1) / sector_bytes; ++sector)
    counts.sectors += seen.insert(mix(request, sector));
}

void enter_phase(Lane& lane, std::uintptr_t place) { position_of(lane).phase = current_counts().phase_behind(place); }

void watch_atomics(const void* own, std::size_t bytes) { watch = {reinterpret_cast<std::uintptr_t>(own), bytes, 0}; }

std::uint64_t watched_atomics() { return watch.atomics; }

bool calls::first_here() {
  const auto place = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  if (counting == 0) return false;
  Lane& lane = *current_lane;
  return seen_by(*lane.warp).insert(mix(position_of(lane).hash, place));
}

void forget_positions(Warp& warp) {
  if (warp.counts != nullptr && warp.counts->seen.size() > few_positions) warp.counts->seen.clear();
}

}  // namespace maxwarp::simt
