// Where a granule remembers more than fits into its cell: chains of further groups, and cells of its single bytes
// once they are accessed by themselves. Both are dropped wholesale when the whole grid is ordered anew, for then
// nothing that they hold matters any more.
#pragma once

#include "runtime/simt/shadow.h"

namespace maxwarp::simt {

/// A piece of the chain of one cell.
struct GroupChunk {
  static constexpr unsigned room = 7;
  Group groups[room];
  const Cell* owner = nullptr;  // in the first piece of a chain: whose it is
  std::uint32_t next = 0;
  std::uint32_t unused = 0;
};

/// The bytes of one granule.
struct SplitCell {
  Cell bytes[granule];
  const Cell* owner = nullptr;
};

/// `Cell::more` of a cell that was split; else it is the number of a piece of a chain.
inline constexpr std::uint32_t split_bit = 1u << 31;
/// Set with a chain that may hold strong writes.
inline constexpr std::uint32_t strong_bit = 1u << 30;

/// The cells of the bytes; null if the granule is not split.
Cell* split_bytes(const Cell& cell);
/// Splits the granule: every byte takes over what is remembered of all.
Cell* split(Cell& cell);

/// The first piece of the cell's chain; null if it has none.
GroupChunk* chain_of(const Cell& cell);
GroupChunk* next_of(const GroupChunk& chunk);
/// Room for one more group, which the caller fills. Beyond 30 groups a cell forgets some: only a race with exactly
/// those can then go unseen.
Group& extend_chain(Cell& cell);
/// Drops the chain of one cell.
inline void forget_chain(Cell& cell) { cell.more = 0; }

/// Drops all chains and splits.
void forget_history();

}  // namespace maxwarp::simt
