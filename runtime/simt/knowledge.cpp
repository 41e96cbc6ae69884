// Knowledge is immutable and shared between lanes; merging makes a new one.
#include "runtime/simt/knowledge.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "runtime/simt/engine.h"

namespace maxwarp::simt {

bool flags_in_use = false;
bool flags_taken = false;
std::uint64_t flag_filter = 0;

namespace {

/// Above this many entries a summary takes their place. It may hide a race, never invent one.
constexpr std::size_t entry_limit = 1024;

std::unordered_map<std::uint64_t, Flag>& flags() {
  static std::unordered_map<std::uint64_t, Flag> map;
  return map;
}

bool same_lanes(const Knowledge::Entry& a, const Knowledge::Entry& b) {
  return a.first == b.first && a.last == b.last && a.lanes == b.lanes;
}

KnowledgePointer make(std::vector<Knowledge::Entry> entries, std::uint32_t all_before) {
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
    return std::tie(a.first, a.last, a.lanes, b.time) < std::tie(b.first, b.last, b.lanes, a.time);  // latest first
  });
  entries.erase(std::unique(entries.begin(), entries.end(), same_lanes), entries.end());
  auto result = std::make_shared<Knowledge>();
  result->all_before = all_before;
  if (entries.size() <= entry_limit)
    result->entries = std::move(entries);
  else
    result->all_before = engine.high + 1;
  return result;
}

/// What the lane has done and what comes before that: by its block's and warp's floors, its clocks, and
/// flags.
KnowledgePointer past_of(const Lane& lane) {
  const Warp& warp = *lane.warp;
  const Block& block = *warp.block;
  std::vector<Knowledge::Entry> entries;
  entries.push_back({block.first_warp, block.first_warp + engine.launch.block_warps - 1, ~0u, block.floor});
  if (warp.floor > block.floor) entries.push_back({warp.number, warp.number, ~0u, warp.floor});
  entries.push_back({warp.number, warp.number, 1u << lane.index, lane.time + 1});
  const auto& clock = warp.clocks[lane.index];
  const std::uint32_t floor = std::max(block.floor, warp.floor);
  for (unsigned other = 0; other < warp_lanes; ++other)
    if (other != lane.index && clock[other] > floor)
      entries.push_back({warp.number, warp.number, 1u << other, clock[other]});
  return merge(merge(make(std::move(entries), 0), lane.known), block.known);
}

Messages& messages_of(Lane& lane) {
  if (lane.messages == nullptr) lane.messages = std::make_shared<Messages>();
  return *lane.messages;
}

/// A read-modify-write continues what earlier ones published; a store begins anew.
void send(Lane& lane, std::uint64_t key, bool continues) {
  const Messages* messages = lane.messages.get();
  const bool publishes = messages != nullptr && messages->for_block != nullptr;
  auto found = flags().find(key);
  if (!publishes) {
    if (!continues && found != flags().end()) flags().erase(found);
    return;
  }
  flag_filter |= std::uint64_t{1} << (key / 4 % 64);
  Flag& flag = flags()[key];
  const std::uint64_t block = lane.warp->block->linear;
  flag.for_block = merge(continues && flag.block == block ? flag.for_block : nullptr, messages->for_block);
  flag.for_device = merge(continues ? flag.for_device : nullptr, messages->for_device);
  flag.block = block;
}

}  // namespace

KnowledgePointer merge(const KnowledgePointer& a, const KnowledgePointer& b) {
  if (b == nullptr || a == b) return a;
  if (a == nullptr) return b;
  std::vector<Knowledge::Entry> entries = a->entries;
  entries.insert(entries.end(), b->entries.begin(), b->entries.end());
  return make(std::move(entries), std::max(a->all_before, b->all_before));
}

unsigned unknown(const KnowledgePointer& known, std::uint32_t warp, unsigned lanes, std::uint32_t time) {
  if (known == nullptr || lanes == 0) return lanes;
  if (time < known->all_before) return 0;
  for (const Knowledge::Entry& entry : known->entries) {
    if (entry.first > warp) break;
    if (warp <= entry.last && time < entry.time) lanes &= ~entry.lanes;
  }
  return lanes;
}

void fence(Lane& lane, bool block_only) {
  flags_in_use = true;
  Messages& messages = messages_of(lane);
  lane.known = merge(lane.known, messages.from_block);
  messages.from_block = nullptr;
  if (!block_only) {
    lane.known = merge(lane.known, messages.from_device);
    messages.from_device = nullptr;
  }
  flags_taken |= lane.known != nullptr;
  messages.for_block = past_of(lane);
  if (!block_only) messages.for_device = messages.for_block;
  ++lane.time;  // what follows is not published yet
  engine.high = std::max(engine.high, lane.time);
}

Flag flag_of(std::uint64_t key) {
  const auto found = flags().find(key);
  return found == flags().end() ? Flag{} : found->second;
}

// It knows once it makes a fence.
void receive(Lane& lane, const Flag& flag) {
  if (flag.for_block == nullptr) return;
  Messages& messages = messages_of(lane);
  if (flag.block == lane.warp->block->linear) messages.from_block = merge(messages.from_block, flag.for_block);
  messages.from_device = merge(messages.from_device, flag.for_device);
}

void pass_flag(Lane& lane, std::uint64_t key, bool reads, bool writes) {
  if (reads)
    if (auto found = flags().find(key); found != flags().end()) receive(lane, found->second);
  if (writes) send(lane, key, reads);
}

void share_knowledge(Warp& warp, unsigned lanes) {
  if (!flags_in_use) return;
  KnowledgePointer together;
  for (const Lane& lane : warp.lanes)
    if ((lanes >> lane.index & 1) != 0 && lane.known != nullptr) together = merge(together, lane.known);
  if (together == nullptr) return;
  for (Lane& lane : warp.lanes)
    if ((lanes >> lane.index & 1) != 0) lane.known = together;
}

void share_knowledge(Block& block) {
  if (!flags_in_use) return;
  for (Warp& warp : block.warps)
    for (Lane& lane : warp.lanes) {
      if (lane.known != nullptr) block.known = merge(block.known, lane.known);
      lane.known = nullptr;
    }
}

void forget_flags() {
  if (!flags_in_use) return;
  flags_in_use = flags_taken = false;
  flag_filter = 0;
  flags().clear();
  for (Block& block : engine.slots) {
    block.known = nullptr;
    for (Warp& warp : block.warps)
      for (Lane& lane : warp.lanes) {
        lane.known = nullptr;
        lane.messages = nullptr;
      }
  }
}

}  // namespace maxwarp::simt
