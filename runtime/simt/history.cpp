// Chains and splits live in pools that only grow until they are dropped as a whole. A cell's reference counts
// only while the pool's entry names the cell as owner, so dropping touches no cell.
#include "runtime/simt/history.h"

#include <deque>

namespace maxwarp::simt {

namespace {

constexpr unsigned chain_limit = 4;  // pieces of a chain

template <typename T>
struct Pool {
  std::deque<T> entries{1};  // entry 0 stands for none
  std::uint32_t used = 1;

  std::uint32_t take() {
    if (used == entries.size()) entries.emplace_back();
    entries[used] = {};
    return used++;
  }
};

Pool<GroupChunk>& chunks() {
  static Pool<GroupChunk> pool;
  return pool;
}

Pool<SplitCell>& splits() {
  static Pool<SplitCell> pool;
  return pool;
}

/// Which group goes when a chain is full: another one each time.
unsigned next_victim() {
  static unsigned turn = 0;
  return turn++ % GroupChunk::room;
}

constexpr std::uint32_t split_bit = 1u << 31;

void forward(Cell& cell, std::uint32_t number) {
  cell = {};
  cell.groups[0].time = forwarded;
  cell.groups[1].warp = number;
}

bool is_forwarded(const Cell& cell) { return cell.groups[0].time == forwarded; }

/// Moves the groups of a cell into the first piece of a chain.
GroupChunk& start_chain(Cell& cell) {
  const std::uint32_t number = chunks().take();
  GroupChunk& chunk = chunks().entries[number];
  chunk.groups[0] = cell.groups[0];
  chunk.groups[1] = cell.groups[1];
  chunk.owner = &cell;
  forward(cell, number);
  return chunk;
}

}  // namespace

Cell* split_bytes(const Cell& cell) {
  if (!is_forwarded(cell) || (cell.groups[1].warp & split_bit) == 0) return nullptr;
  const std::uint32_t number = cell.groups[1].warp & ~split_bit;
  if (number >= splits().used || splits().entries[number].owner != &cell) return nullptr;
  return splits().entries[number].bytes;
}

Cell* split(Cell& cell) {
  const std::uint32_t number = splits().take();
  SplitCell& parts = splits().entries[number];
  parts.owner = &cell;
  for (Cell& byte : parts.bytes) {
    if (!is_forwarded(cell)) byte = cell;
    for (const GroupChunk* chunk = chain_of(cell); chunk != nullptr; chunk = next_of(*chunk))
      for (const Group& group : chunk->groups)
        if (group.time != 0) extend(byte) = group;
  }
  forward(cell, number | split_bit);
  return parts.bytes;
}

GroupChunk* chain_of(const Cell& cell) {
  if (!is_forwarded(cell)) return nullptr;
  const std::uint32_t number = cell.groups[1].warp;
  if (number >= chunks().used || chunks().entries[number].owner != &cell) return nullptr;
  return &chunks().entries[number];
}

GroupChunk* next_of(const GroupChunk& chunk) { return chunk.next == 0 ? nullptr : &chunks().entries[chunk.next]; }

Group& extend(Cell& cell) {
  GroupChunk* chunk = chain_of(cell);
  if (chunk == nullptr) chunk = &start_chain(cell);
  for (unsigned piece = 1;; ++piece) {
    for (Group& group : chunk->groups)
      if (group.time == 0) return group;
    if (chunk->next == 0 && piece == chain_limit) return chunk->groups[next_victim()];
    if (chunk->next == 0) {
      const std::uint32_t number = chunks().take();
      chunk->next = number;
    }
    chunk = next_of(*chunk);
  }
}

void refresh(Cell& cell) {
  if (is_forwarded(cell) && split_bytes(cell) == nullptr && chain_of(cell) == nullptr) cell = {};
}

void forget_history() {
  chunks().used = 1;
  splits().used = 1;
}

}  // namespace maxwarp::simt
