// What a GPU would issue and waste, counted while lanes run. The model:
// - Positions. A lane stands at a basic block and, for each loop around it, in an iteration. Lanes of a warp
// that come
//   to the same position are there together, whenever they run here: a GPU makes lanes meet again where their
//   branches join. So each position that any lane of a warp reaches is issued once, with the lanes that reach
//   it active.
// - Issues. A block counts as many instructions as the compiler plugin estimates for a GPU
// (pass/block_rows.cpp).
// - Phases. A kernel's code between places where threads wait for one another (__syncwarp, __syncthreads, the
// grid
//   barrier): phase 0 from the start, phase i from the i-th of these places, in the order in which they are
//   first passed.
// - Requests. An access at a position is one request to memory; it takes as many sectors as there are
// different
//   32-byte pieces among the addresses. Atomics count the lanes that find their address taken by another
//   lane.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "runtime/simt/include/simt/block_row.h"

namespace maxwarp::simt {

struct Lane;
struct Warp;

/// Where a lane stands. Loops deeper than the limit are not told apart by iteration.
struct Position {
  static constexpr unsigned depth_limit = 8;
  using Iterations = std::array<std::uint32_t, depth_limit>;

  /// A function that has called another: what it was about, until the other has returned.
  struct Caller {
    std::uintptr_t frame = 0;
    std::uint64_t base = 0;
    Iterations iterations{};
  };

  Iterations iterations{};
  std::uint64_t hash = 0;
  std::uint64_t base = 0;                     // from where the function was called
  std::uintptr_t frame = ~std::uintptr_t{0};  // of the function; callees have lower ones
  std::uint32_t calls = 0;                    // since the last basic block
  std::uint32_t phase = 0;
  std::vector<Caller> callers;
};

/// Which positions, sectors and addresses lanes of a warp have come to: hashes in an open table.
class PositionSet {
 public:
  /// True when the key was not there.
  bool insert(std::uint64_t key);
  void clear();
  std::size_t size() const { return size_; }

 private:
  void grow();

  std::vector<std::uint64_t> slots_;
  std::size_t size_ = 0;
};

/// What has to be remembered of a warp while it runs.
struct WarpCounts {
  PositionSet seen;
  std::array<Position, 32> lanes;
};

/// Whether counting is on; asked by the hooks and, by this name, in compiled kernels.
extern "C" std::uint8_t maxwarp_simt_counting;
inline std::uint8_t& counting = maxwarp_simt_counting;

/// Turns counting on if MAXWARP_SIMT_STATS asks for it. Called before each launch.
void prepare_statistics();

/// `frame` tells the calls of functions apart.
void count_block(Lane& lane, const BlockRow& row, std::uintptr_t frame);
/// The lane enters a function.
void count_call(Lane& lane, std::uintptr_t frame);
void count_access(Lane& lane, std::uintptr_t address, unsigned bytes, std::uintptr_t place, bool atomic);

/// The lane goes on after a place where threads wait for one another.
void enter_phase(Lane& lane, std::uintptr_t place);

/// All lanes of the warp have come past what they did before: no lane returns to those positions.
void forget_positions(Warp& warp);

/// Processor time of this thread so far, in seconds: other programs on the machine do not count.
struct ProcessorTime {
  double all = 0, user = 0;
};
/// Counts the launch itself, when it is over: the time that it took and the steps of its lanes.
void count_launch(const ProcessorTime& time, std::uint64_t lane_steps);

}  // namespace maxwarp::simt
