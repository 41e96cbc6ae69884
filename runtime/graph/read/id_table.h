// Numbers the sparse 64-bit ids of a file while its pieces are parsed: a hash table in shards, each with its
// own lock. What an id gets first depends on who came first; the node that it becomes in the end does not.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "runtime/graph/graph.h"

namespace maxwarp {

class IdTable {
 public:
  /// Gives each of `ids` a number for the time being, the same for the same id, in its place in `numbers`.
  /// Called by several threads. Throws std::bad_alloc where there are more ids than such numbers.
  void number(std::span<const std::int64_t> ids, std::vector<std::uint32_t>& numbers);
  /// How many different ids there are.
  std::int64_t size() const;
  /// Orders the ids: afterwards `node` and `find` may be called. `size()` must fit node_t.
  Labels finish();
  /// The node of a number: its id's place among all ids in ascending order.
  node_t node(std::uint32_t number) const { return shards_[number % shard_count].nodes[number / shard_count]; }
  /// Gives the table's memory back.
  void forget();
  /// The node of an id, or no_node.
  node_t find(std::int64_t id) const;

 private:
  static constexpr std::uint32_t shard_count = 64;
  struct Shard {
    std::mutex mutex;
    std::vector<std::int64_t> ids;     // in the order of their arrival
    std::vector<std::uint32_t> slots;  // 0: empty, else place in `ids` + 1; a power of two of them, half empty
    std::vector<node_t> nodes;         // of `ids`

    std::uint32_t place(std::int64_t id, std::uint64_t hash);
    void grow();
  };
  using Entry = std::pair<std::int64_t, std::uint32_t>;  // id and place in its shard

  static std::uint64_t hash(std::int64_t id);
  void merge(const std::vector<std::vector<Entry>>& sorted, std::int64_t low, std::int64_t high, Labels& labels);

  std::array<Shard, shard_count> shards_;
};

}  // namespace maxwarp
