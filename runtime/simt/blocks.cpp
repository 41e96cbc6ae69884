// Shared variables have one address for all blocks. While several blocks are resident, each keeps a copy, and
// the copies change places when another block gets its turn.
#include "runtime/simt/blocks.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/simt/fibers.h"

using maxwarp::simt::VariableRow;

namespace {
constexpr std::size_t dynamic_limit = 100 * 1024;
}

// The dynamic region lies in the section of the shared variables, so that one range holds all shared memory.
extern "C" {
__attribute__((section("maxwarp_shared"), used, aligned(16))) char maxwarp_simt_dynamic_shared[dynamic_limit + 32];
__attribute__((section("maxwarp_shared_table"), used, aligned(16)))
const VariableRow maxwarp_simt_dynamic_row = {maxwarp_simt_dynamic_shared, 0};
extern char __start_maxwarp_shared __attribute__((visibility("hidden")));
extern char __stop_maxwarp_shared __attribute__((visibility("hidden")));
extern const VariableRow __start_maxwarp_shared_table __attribute__((visibility("hidden")));
extern const VariableRow __stop_maxwarp_shared_table __attribute__((visibility("hidden")));
}

namespace maxwarp::simt {

SharedSection shared_section;

namespace {

/// Calls `use(offset, bytes)` for the parts of the section that threads of the block accessed.
template <typename Use>
void for_touched_parts(const SharedShadow& shadow, Use use) {
  const std::uint8_t* const parts = shadow.touched.data();
  const std::size_t count = shadow.touched.size();
  for (std::size_t i = 0; i < count; ++i) {
    const void* next = std::memchr(parts + i, 1, count - i);
    if (next == nullptr) return;
    i = static_cast<std::size_t>(static_cast<const std::uint8_t*>(next) - parts);
    use(i * shared_part, std::min(shared_part, shared_section.bytes - i * shared_part));
  }
}

/// Saves the block's shared memory where `from` is the section, puts it in place where `to` is.
void copy_touched(const Block& block, void* to, const void* from) {
  for_touched_parts(block.shadow, [&](std::size_t offset, std::size_t bytes) {
    std::memcpy(static_cast<char*>(to) + offset, static_cast<const char*>(from) + offset, bytes);
  });
}

void set_live(std::vector<ByteState>& states, std::size_t begin, std::size_t bytes) {
  for (std::size_t i = begin; i < begin + bytes; ++i) states[i / 8].live |= static_cast<std::uint8_t>(1u << (i % 8));
}

/// Which bytes of the section are variables; the same for all blocks of a launch.
void build_live_bytes(std::vector<ByteState>& states) {
  states.assign((shared_section.bytes + 7) / 8, {});
  const VariableRow* end = &__stop_maxwarp_shared_table;
  for (const VariableRow* row = &__start_maxwarp_shared_table; row != end; ++row)
    set_live(states, reinterpret_cast<std::uintptr_t>(row->address) - shared_section.base, row->bytes);
  set_live(states, shared_section.dynamic_offset, engine.launch.dynamic_bytes);
}

void reset_shared(Block& block) {
  static std::vector<ByteState> pattern;
  static std::size_t pattern_dynamic_bytes = ~std::size_t{0};
  const std::size_t dynamic_bytes = engine.launch.dynamic_bytes;
  if (std::exchange(pattern_dynamic_bytes, dynamic_bytes) != dynamic_bytes) build_live_bytes(pattern);
  SharedShadow& shadow = block.shadow;
  if (shadow.cells.empty()) shadow.cells.resize(shared_section.bytes / granule + 1);
  if (std::exchange(shadow.dynamic_bytes, dynamic_bytes) != dynamic_bytes) {
    shadow.bytes = pattern;
  } else {
    for_touched_parts(shadow, [&](std::size_t offset, std::size_t bytes) {
      const auto first = static_cast<std::ptrdiff_t>(offset / 8);
      std::copy_n(pattern.begin() + first, (bytes + 7) / 8, shadow.bytes.begin() + first);
    });
  }
  shadow.touched.assign(shared_section.bytes / shared_part + 1, 0);
}

void reset_lane(Block& block, Warp& warp, unsigned index) {
  Lane& lane = warp.lanes[index];
  const dim3& extent = engine.launch.block;
  unsigned linear = warp.first + index;
  lane.warp = &warp;
  lane.index = static_cast<std::uint8_t>(index);
  lane.time = block.floor;
  lane.known = nullptr;
  lane.messages = nullptr;
  lane.woken = 0;
  lane.state = linear < engine.launch.block_threads ? LaneState::NotStarted : LaneState::Exited;
  lane.position = {linear % extent.x, linear / extent.x % extent.y, linear / (extent.x * extent.y)};
}

void reset_warp(Block& block, unsigned number) {
  Warp& warp = block.warps[number];
  unsigned threads = std::min(warp_lanes, engine.launch.block_threads - number * warp_lanes);
  warp.block = &block;
  warp.number = block.first_warp + number;
  warp.floor = block.floor;
  warp.first = number * warp_lanes;
  warp.alive = warp.ready = threads == warp_lanes ? ~0u : (1u << threads) - 1;
  warp.held = held_lanes(warp);
  warp.counts = nullptr;
  warp.collecting = warp.converging = warp.at_barrier = warp.impatience = 0;
  for (unsigned index = 0; index < warp_lanes; ++index) reset_lane(block, warp, index);
}

}  // namespace

std::size_t dynamic_shared_limit() { return dynamic_limit; }

std::size_t static_shared_bytes() { return shared_section.bytes - sizeof maxwarp_simt_dynamic_shared; }

void prepare_shared_section() {
  if (shared_section.base != 0) return;
  shared_section.base = reinterpret_cast<std::uintptr_t>(&__start_maxwarp_shared);
  shared_section.bytes = static_cast<std::size_t>(&__stop_maxwarp_shared - &__start_maxwarp_shared);
  shared_section.dynamic_offset = reinterpret_cast<std::uintptr_t>(maxwarp_simt_dynamic_shared) - shared_section.base;
}

bool find_shared_variable(std::size_t offset, std::size_t& begin, std::size_t& bytes) {
  bool found = false;
  const VariableRow* end = &__stop_maxwarp_shared_table;
  for (const VariableRow* row = &__start_maxwarp_shared_table; row != end; ++row) {
    std::size_t start = reinterpret_cast<std::uintptr_t>(row->address) - shared_section.base;
    if (start > offset || (found && start < begin)) continue;
    found = true;
    begin = start;
    bytes = row == &maxwarp_simt_dynamic_row ? engine.launch.dynamic_bytes : row->bytes;
  }
  return found;
}

void start_block(Block& block) {
  Launch& launch = engine.launch;
  block.slot = static_cast<unsigned>(&block - engine.slots.data());
  block.running = true;
  block.linear = (launch.offset + launch.next_block++ * launch.stride) % launch.blocks;
  block.position = {static_cast<unsigned>(block.linear % launch.grid.x),
                    static_cast<unsigned>(block.linear / launch.grid.x % launch.grid.y),
                    static_cast<unsigned>(block.linear / launch.grid.x / launch.grid.y)};
  block.first_warp = static_cast<std::uint32_t>(block.linear * launch.block_warps);
  block.floor = ++engine.high;
  block.alive = launch.block_threads;
  block.at_barrier = 0;
  block.known = nullptr;
  if (block.warps.size() != launch.block_warps) block.warps = std::vector<Warp>(launch.block_warps);
  for (unsigned number = 0; number < launch.block_warps; ++number) reset_warp(block, number);
  reset_shared(block);
  ++engine.changes;
}

void enter_block(Block& block) {
  Block* before = std::exchange(engine.block, &block);
  if (before == &block || shared_section.bytes == 0) return;
  void* section = reinterpret_cast<void*>(shared_section.base);
  if (before != nullptr && before->running) {
    before->shared.resize(shared_section.bytes);
    copy_touched(*before, before->shared.data(), section);
  }
  copy_touched(block, section, block.shared.data());
}

void finish_block(Block& block) {
  block.running = false;
  ++engine.launch.finished_blocks;
  ++engine.changes;
}

void abandon_block(Block& block) {
  if (block.running)
    for (Warp& warp : block.warps)
      for (Lane& lane : warp.lanes) release_stack(lane);
  block.running = false;
  if (engine.block == &block) engine.block = nullptr;
}

}  // namespace maxwarp::simt
