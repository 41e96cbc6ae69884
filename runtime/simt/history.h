// Where a granule remembers more than fits into its cell: chains of groups, and cells of its single bytes
// once they are accessed by themselves. Both are dropped wholesale when the whole grid is ordered anew, for
// then nothing that they hold matters any more.
#pragma once

#include "runtime/simt/shadow.h"

namespace maxwarp::simt {

/// A piece of the chain of one cell.
struct GroupChunk {
  static constexpr unsigned room = 7;
  Group groups[room];
  const Cell* owner = nullptr;  // in the first piece of a chain: whose it is
  std::uint32_t next = 0;       // 0: the last piece
  std::uint32_t unused = 0;
};

/// The bytes of one granule.
struct SplitCell {
  Cell bytes[granule];
  const Cell* owner = nullptr;
};

/// The cells of the bytes; null if the granule is not split.
Cell* split_bytes(const Cell& cell);
/// Splits the granule: every byte takes over what is remembered of all.
Cell* split(Cell& cell);

/// The first piece of the cell's chain; null if it has none.
GroupChunk* chain_of(const Cell& cell);
GroupChunk* next_of(const GroupChunk& chunk);
/// Room for one more group, which the caller fills; the groups of the cell move into a chain. Beyond 28
/// groups a cell forgets some: only a race with exactly those can then go unseen.
Group& extend(Cell& cell);

/// A cell that was forwarded to what has been dropped since is empty.
void refresh(Cell& cell);

/// Drops all chains and splits.
void forget_history();

}  // namespace maxwarp::simt
