// Order between threads that pass flags: a fence followed by an atomic or relaxed store publishes what a
// thread has done; whoever reads that value afterwards comes after it. Grows with use of flags, costs nothing
// without. The reading side is not asked for a fence of its own: a barrier or a dependent access usually
// takes its place.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace maxwarp::simt {

struct Access;
struct Block;
struct Lane;
struct Warp;

/// "Everything that these threads did before these times comes before me." `last` is inclusive, so that one
/// entry can name all threads of a block.
struct Knowledge {
  struct Entry {
    std::uint32_t first = 0, last = 0;  // threads
    std::uint32_t time = 0;
  };
  std::vector<Entry> entries;    // ascending by (first, last)
  std::uint32_t all_before = 0;  // every thread: taken when the entries would become too many
};
using KnowledgePointer = std::shared_ptr<const Knowledge>;

/// What both say together; either may be null.
KnowledgePointer merge(const KnowledgePointer& a, const KnowledgePointer& b);
/// Whether the access comes before the owner of the knowledge (which may be null).
bool knows(const KnowledgePointer& known, const Access& access);

/// A fence by `lane`: what it has done so far is passed on by its next atomic or relaxed store.
void publish(Lane& lane);
/// An atomic or relaxed access of `lane` to `address`; `key` tells apart shared memory of different blocks.
void pass_flag(Lane& lane, std::uint64_t key, bool reads, bool writes);
/// What one lane of `lanes` learned, all of them learn (a warp collective).
void share_knowledge(Warp& warp, unsigned lanes);
/// The same for a block barrier.
void share_knowledge(Block& block);
/// All is ordered anew: a launch begins or the grid has met.
void forget_flags();

}  // namespace maxwarp::simt
