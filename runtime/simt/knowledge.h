// Order between threads that pass flags. A fence followed by an atomic or relaxed store publishes what a
// thread has done; whoever reads that value and then makes a fence comes after it (PTX: release and acquire
// patterns). A fence of block scope does so within the block only. Grows with the use of flags, costs nothing
// without.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace maxwarp::simt {

struct Block;
struct Lane;
struct Warp;

/// "Everything that these lanes did before these times comes before me." `last` is inclusive, so that one
/// entry can name all warps of a block.
struct Knowledge {
  struct Entry {
    std::uint32_t first = 0, last = 0;  // warps
    std::uint32_t lanes = 0;
    std::uint32_t time = 0;
  };
  std::vector<Entry> entries;    // ascending by (first, last, lanes)
  std::uint32_t all_before = 0;  // every thread: taken when the entries would become too many
};
using KnowledgePointer = std::shared_ptr<const Knowledge>;

/// What waits for the next step of its lane.
struct Messages {
  // Published by fences: passed on by the next atomics and relaxed stores, to everybody or within the block.
  KnowledgePointer for_device, for_block;
  // Read in flags: known after the next fence, or after the next one that is not only of the block.
  KnowledgePointer from_block, from_device;
};

/// What the last writers of a flag published. A flag that several blocks write keeps the block part of the
/// last.
struct Flag {
  KnowledgePointer for_device, for_block;
  std::uint64_t block = 0;  // whose block part it is
};

/// What both say together; either may be null.
KnowledgePointer merge(const KnowledgePointer& a, const KnowledgePointer& b);
/// Those of the lanes of a warp whose accesses at `time` the owner of the knowledge (may be null) does not
/// know of.
unsigned unknown(const KnowledgePointer& known, std::uint32_t warp, unsigned lanes, std::uint32_t time);

/// A fence by `lane`.
void fence(Lane& lane, bool block_only);
/// An atomic or relaxed access of `lane` to `address`; `key` tells apart shared memory of different blocks.
void pass_flag(Lane& lane, std::uint64_t key, bool reads, bool writes);
/// What a flag holds now; empty if it is none.
Flag flag_of(std::uint64_t key);
/// A read by `lane` of a flag that held this.
void receive(Lane& lane, const Flag& flag);
/// Whether any thread has made a fence since all was ordered; if not, pass_flag has nothing to do.
extern bool flags_in_use;
/// Whether any thread has learned something from a flag since.
extern bool flags_taken;
/// A bit for the keys of all flags with something to pass on, so that most accesses need not look.
extern std::uint64_t flag_filter;
inline bool may_be_flag(std::uint64_t key) { return (flag_filter >> (key / 4 % 64) & 1) != 0; }
/// What one lane of `lanes` learned, all of them learn (a warp collective).
void share_knowledge(Warp& warp, unsigned lanes);
/// The same for a block barrier.
void share_knowledge(Block& block);
/// All is ordered anew: a launch begins or the grid has met.
void forget_flags();

}  // namespace maxwarp::simt
