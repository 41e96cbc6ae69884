// Stale values: relaxed loads of 4 and 8 bytes that return an older value than the newest, as far as the memory model
// of CUDA lets them. On in orders with `stale`, costs a test otherwise.
#pragma once

#include <cstdint>

namespace maxwarp::simt {

struct Lane;

/// Whether loads of this launch may be stale.
extern bool stale_values;

/// A location of at most 8 bytes; `key` tells apart shared memory of different blocks.
struct Location {
  std::uint64_t key;
  unsigned bytes;
  bool shared;
};

/// What a relaxed load returns where the memory holds `newest`, and what it passes on if it is a flag: by the seed of
/// the order, any value that the location held since the last write that comes before the load, and none older than
/// what a load or write that comes before it has seen.
std::uint64_t stale_load(Lane& lane, const Location& location, std::uint64_t newest);

/// A relaxed or atomic write that has just put `after` in the place of `before`.
void remember_write(Lane& lane, const Location& location, std::uint64_t before, std::uint64_t after);

/// All is ordered anew: a launch begins or the grid has met.
void forget_values();

}  // namespace maxwarp::simt
