// Open addressing with linear probing in each shard; a merge of the sorted shards at the end.
#include "runtime/graph/read/id_table.h"

#include <algorithm>
#include <new>
#include <queue>

#include "runtime/graph/hash.h"
#include "runtime/graph/parallel.h"

namespace maxwarp {

std::uint64_t IdTable::hash(std::int64_t id) { return random_bits(0x69647461, static_cast<std::uint64_t>(id)); }

/// The place of an id in the shard, which gets it if it is new.
std::uint32_t IdTable::Shard::place(std::int64_t id, std::uint64_t hash) {
  if (2 * (ids.size() + 1) > slots.size()) grow();
  const std::size_t mask = slots.size() - 1;
  for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
    if (slots[slot] == 0) {
      if (ids.size() >= UINT32_MAX / shard_count) throw std::bad_alloc();
      ids.push_back(id);
      slots[slot] = static_cast<std::uint32_t>(ids.size());
    }
    if (ids[slots[slot] - 1] == id) return slots[slot] - 1;
  }
}

void IdTable::Shard::grow() {
  const std::size_t size = std::max<std::size_t>(16, slots.size() * 2), mask = size - 1;
  slots = {};
  slots.resize(size);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    std::size_t slot = IdTable::hash(ids[i]) & mask;
    while (slots[slot] != 0) slot = (slot + 1) & mask;
    slots[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

void IdTable::number(std::span<const std::int64_t> ids, std::vector<std::uint32_t>& numbers) {
  numbers.resize(ids.size());
  // By shard first, so that each lock is taken once and each shard's table is in the cache.
  std::array<std::size_t, shard_count + 1> begin{};
  std::vector<std::uint64_t> hashes(ids.size());
  std::vector<std::uint32_t> order(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) ++begin[((hashes[i] = hash(ids[i])) >> 58) + 1];
  for (std::size_t shard = 0; shard < shard_count; ++shard) begin[shard + 1] += begin[shard];
  std::array<std::size_t, shard_count + 1> next = begin;
  for (std::size_t i = 0; i < ids.size(); ++i) order[next[hashes[i] >> 58]++] = static_cast<std::uint32_t>(i);
  for (std::uint32_t s = 0; s < shard_count; ++s) {
    std::lock_guard lock(shards_[s].mutex);
    for (std::size_t k = begin[s]; k < begin[s + 1]; ++k)
      numbers[order[k]] = shards_[s].place(ids[order[k]], hashes[order[k]]) * shard_count + s;
  }
}

std::int64_t IdTable::size() const {
  std::int64_t size = 0;
  for (const Shard& shard : shards_) size += static_cast<std::int64_t>(shard.ids.size());
  return size;
}

Labels IdTable::finish() {
  std::vector<std::vector<Entry>> sorted(shard_count);
  parallel_tasks(shard_count, [&](std::int64_t s) {
    Shard& shard = shards_[s];
    shard.nodes.resize(shard.ids.size());
    for (std::uint32_t i = 0; i < shard.ids.size(); ++i) sorted[s].emplace_back(shard.ids[i], i);
    std::sort(sorted[s].begin(), sorted[s].end());
  });
  Labels labels;
  labels.list = Array<std::int64_t>(static_cast<std::size_t>(size()));
  // The ids of a shard are a sample of all: its quantiles cut the merge into parts of about the same size.
  const std::vector<Entry>& sample = sorted[0];
  const std::int64_t parts = std::min<std::int64_t>(4 * most_workers(), static_cast<std::int64_t>(sample.size()) + 1);
  const auto bound = [&](std::int64_t part) {
    return part == 0 ? INT64_MIN
                     : sample[sample.size() * static_cast<std::size_t>(part) / static_cast<std::size_t>(parts)].first;
  };
  parallel_tasks(parts, [&](std::int64_t part) {
    merge(sorted, bound(part), part + 1 == parts ? INT64_MAX : bound(part + 1), labels);
  });
  if (!labels.list.empty()) labels.first = labels.list.front();
  return labels;
}

/// Merges the ids low <= id < high (and INT64_MAX, where that is the end).
void IdTable::merge(const std::vector<std::vector<Entry>>& sorted, std::int64_t low, std::int64_t high,
                    Labels& labels) {
  struct Head {
    std::int64_t id;
    std::uint32_t shard;
    bool operator<(const Head& other) const { return id > other.id; }
  };
  std::array<std::size_t, shard_count> at;
  std::priority_queue<Head> heads;
  std::size_t place = 0;
  const auto push = [&](std::uint32_t s) {
    if (at[s] == sorted[s].size()) return;
    const std::int64_t id = sorted[s][at[s]].first;
    if (id < high || high == INT64_MAX) heads.push({id, s});
  };
  for (std::uint32_t s = 0; s < shard_count; ++s) {
    at[s] = static_cast<std::size_t>(std::lower_bound(sorted[s].begin(), sorted[s].end(), Entry(low, 0)) -
                                     sorted[s].begin());
    place += at[s];
    push(s);
  }
  while (!heads.empty()) {
    const auto [id, s] = heads.top();
    heads.pop();
    labels.list[place] = id;
    shards_[s].nodes[sorted[s][at[s]++].second] = static_cast<node_t>(place++);
    push(s);
  }
}

void IdTable::forget() {
  for (Shard& shard : shards_) {
    shard.ids = {};
    shard.slots = {};
    shard.nodes = {};
  }
}

node_t IdTable::find(std::int64_t id) const {
  const std::uint64_t bits = hash(id);
  const Shard& shard = shards_[bits >> 58];
  if (shard.slots.empty()) return no_node;
  const std::size_t mask = shard.slots.size() - 1;
  for (std::size_t slot = bits & mask; shard.slots[slot] != 0; slot = (slot + 1) & mask)
    if (shard.ids[shard.slots[slot] - 1] == id) return shard.nodes[shard.slots[slot] - 1];
  return no_node;
}

}  // namespace maxwarp
