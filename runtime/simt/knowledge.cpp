// Knowledge is immutable and shared between lanes; merging makes a new one.
#include "runtime/simt/knowledge.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "runtime/simt/engine.h"

namespace maxwarp::simt {

namespace {

/// Above this many entries a summary takes their place. It may hide a race, never invent one.
constexpr std::size_t entry_limit = 1024;

std::unordered_map<std::uint64_t, KnowledgePointer>& flags() {
  static std::unordered_map<std::uint64_t, KnowledgePointer> map;
  return map;
}

bool same_threads(const Knowledge::Entry& a, const Knowledge::Entry& b) {
  return a.first == b.first && a.last == b.last;
}

KnowledgePointer make(std::vector<Knowledge::Entry> entries, std::uint32_t all_before) {
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
    return std::tie(a.first, a.last, b.time) < std::tie(b.first, b.last, a.time);  // latest time first
  });
  entries.erase(std::unique(entries.begin(), entries.end(), same_threads), entries.end());
  auto result = std::make_shared<Knowledge>();
  result->all_before = all_before;
  if (entries.size() <= entry_limit)
    result->entries = std::move(entries);
  else
    result->all_before = engine.high + 1;
  return result;
}

}  // namespace

KnowledgePointer merge(const KnowledgePointer& a, const KnowledgePointer& b) {
  if (b == nullptr || a == b) return a;
  if (a == nullptr) return b;
  std::vector<Knowledge::Entry> entries = a->entries;
  entries.insert(entries.end(), b->entries.begin(), b->entries.end());
  return make(std::move(entries), std::max(a->all_before, b->all_before));
}

bool knows(const KnowledgePointer& known, const Access& access) {
  if (known == nullptr) return false;
  if (access.time < known->all_before) return true;
  for (const Knowledge::Entry& entry : known->entries) {
    if (entry.first > access.thread) return false;
    if (access.thread <= entry.last && access.time < entry.time) return true;
  }
  return false;
}

void publish(Lane& lane) {
  const Block& block = *lane.warp->block;
  std::vector<Knowledge::Entry> entries;
  std::uint32_t last_thread = block.first_thread + engine.launch.block_threads - 1;
  entries.push_back({block.first_thread, last_thread, block.floor});
  entries.push_back({lane.thread, lane.thread, lane.time + 1});
  std::uint32_t first_of_warp = lane.thread - lane.index;
  for (unsigned other = 0; other < warp_lanes; ++other) {
    std::uint32_t time = lane.warp->clocks[lane.index][other];
    if (other != lane.index && time > block.floor)
      entries.push_back({first_of_warp + other, first_of_warp + other, time});
  }
  lane.published = merge(merge(make(std::move(entries), 0), lane.known), block.known);
  ++lane.time;  // what follows is not published yet
  engine.high = std::max(engine.high, lane.time);
}

void pass_flag(Lane& lane, std::uint64_t key, bool reads, bool writes) {
  auto& map = flags();
  if (map.empty() && lane.published == nullptr) return;
  auto found = map.find(key);
  if (reads && found != map.end()) lane.known = merge(lane.known, found->second);
  if (!writes) return;
  if (lane.published != nullptr) {
    // A read-modify-write continues what earlier ones published; a store begins anew.
    KnowledgePointer before = reads && found != map.end() ? found->second : nullptr;
    map[key] = merge(before, lane.published);
  } else if (!reads && found != map.end()) {
    map.erase(found);
  }
}

void share_knowledge(Warp& warp, unsigned lanes) {
  KnowledgePointer together;
  for (const Lane& lane : warp.lanes)
    if ((lanes >> lane.index & 1) != 0 && lane.known != nullptr) together = merge(together, lane.known);
  if (together == nullptr) return;
  for (Lane& lane : warp.lanes)
    if ((lanes >> lane.index & 1) != 0) lane.known = together;
}

void share_knowledge(Block& block) {
  for (Warp& warp : block.warps)
    for (Lane& lane : warp.lanes) {
      if (lane.known != nullptr) block.known = merge(block.known, lane.known);
      lane.known = nullptr;
    }
}

void forget_flags() {
  flags().clear();
  for (Block& block : engine.slots) {
    block.known = nullptr;
    for (Warp& warp : block.warps)
      for (Lane& lane : warp.lanes) lane.known = lane.published = nullptr;
  }
}

}  // namespace maxwarp::simt
