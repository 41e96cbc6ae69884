// The state of the SIMT engine while a launch runs: lanes, warps, blocks and the scheduler's bookkeeping.
// One launch at a time on one thread; everything below is reached from the hooks and kept flat for their
// sake.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <vector>

#include "runtime/simt/include/maxwarp_simt.h"
#include "runtime/simt/include/simt/launch.h"
#include "runtime/simt/shadow.h"
#include "runtime/simt/statistics.h"
#include "runtime/simt/tactics.h"

namespace maxwarp::simt {

inline constexpr unsigned warp_lanes = 32;
inline constexpr unsigned multiprocessors = 4;
inline constexpr unsigned blocks_per_multiprocessor = 2;
inline constexpr unsigned resident_limit = multiprocessors * blocks_per_multiprocessor;
inline constexpr unsigned most_of_cluster = 16;  // blocks, as on sm_90: all are resident
static_assert(resident_limit <= most_of_cluster);
inline constexpr unsigned max_block_threads = 1024;

enum class LaneState : std::uint8_t { NotStarted, Ready, Collective, Barrier, Converging, GridBarrier, Exited };

struct Block;
struct Warp;
struct Knowledge;
struct Messages;

/// What a lane waits for; valid in the states Collective, Barrier and Converging.
struct Wait {
  std::uintptr_t place = 0;  // return address of the call
  std::uint64_t value = 0;   // operand, then result
  int argument = 0, width = 0;
  unsigned mask = 0;
  calls::Collective collective = {};
  calls::BarrierKind barrier = {};
};

struct Lane {
  std::uintptr_t stack_low = 0;  // lowest address of its stack
  std::uint32_t time = 0;        // see shadow.h
  std::uint32_t fuel = 0;        // iterations and calls until it is preempted
  std::uint32_t patience = 0;    // yield points until it lets others run
  std::uint64_t changes = 0;     // Engine::changes when it began to run
  std::uint32_t woken = 0;       // when it last became ready after waiting, see Engine::wakes
  LaneState state = LaneState::NotStarted;
  std::uint8_t index = 0;  // in its warp
  Warp* warp = nullptr;
  uint3 position{};         // threadIdx
  void* context = nullptr;  // where it goes on
  void* stack = nullptr;
  Wait wait;
  // Order through flags, see knowledge.h; null as long as there is none.
  std::shared_ptr<const Knowledge> known;  // what it learned
  std::shared_ptr<Messages> messages;      // what it is about to pass on and has not taken in yet
};

struct Warp {
  Block* block = nullptr;
  std::uint32_t number = 0;  // in the grid
  std::uint32_t floor = 0;   // everything in this warp before that time comes before everything in it now
  unsigned first = 0;        // linear index of lane 0 in its block
  unsigned alive = 0;        // lanes that have not exited
  unsigned ready = 0;        // lanes that can run
  unsigned held = 0;         // lanes that the order holds back while others get on
  unsigned collecting = 0;   // lanes at a collective
  unsigned converging = 0;   // lanes at __activemask
  unsigned at_barrier = 0;   // lanes at the block barrier
  unsigned impatience = 0;   // passes for which they have waited there
  std::array<Lane, warp_lanes> lanes;
  std::unique_ptr<WarpCounts> counts;  // only while counting, see statistics.h
  /// clocks[i][j]: lane i comes after everything that lane j did before that time. Values at or below the
  /// floors of warp and block say nothing new, so stale ones need no clearing.
  using Clocks = std::array<std::array<std::uint32_t, warp_lanes>, warp_lanes>;
  Clocks clocks{};
  /// The same of accesses to the block's memory, which barriers of the warp order, and shuffles and votes only where
  /// the order of the launch has no doubts.
  std::uint32_t shared_floor = 0;
  Clocks shared_clocks{};
};

struct Block {
  unsigned slot = 0;
  bool running = false;
  std::uint64_t linear = 0;
  uint3 position{};
  std::uint32_t first_warp = 0;  // number in the grid
  std::uint32_t floor = 0;       // everything in this block before that time comes before everything in it now
  unsigned alive = 0;            // threads that have not exited
  unsigned at_barrier = 0;
  std::vector<Warp> warps;
  std::vector<std::uint8_t> shared;  // contents while another block runs
  SharedShadow shadow;
  std::shared_ptr<const Knowledge> known;
};

/// The launch in progress.
struct Launch {
  dim3 grid, block;
  unsigned block_threads = 0;
  unsigned block_warps = 0;
  std::uint64_t blocks = 0;
  std::uint64_t next_block = 0;  // in order of start
  std::uint64_t finished_blocks = 0;
  std::uint64_t stride = 1, offset = 0;  // order of start: (offset + i * stride) mod blocks
  unsigned resident = 0;
  bool cooperative = false;
  bool cluster = false;           // all blocks are one
  bool failed = false;            // a finding after which going on makes no sense
  bool ended_by_finding = false;  // some finding of this launch
  std::size_t dynamic_bytes = 0;
  unsigned at_grid_barrier = 0;
  bool releasing = false;    // lanes that are held back run, too
  unsigned sweeps_held = 0;  // sweeps since they last did
  detail::Invocation invocation{};
};

struct Engine {
  std::recursive_mutex mutex;  // held during launches and API calls
  Launch launch;
  std::array<Block, most_of_cluster> slots;
  Block* block = nullptr;         // whose shared memory is in place
  void* scheduler = nullptr;      // context of the scheduler while a lane runs
  std::uint32_t high = 1;         // highest time given out
  std::uint32_t grid_floor = 1;   // everything before that time comes before everything now
  std::uint32_t phase_floor = 1;  // when the grid last met, or the launch began
  std::uint64_t steps = 0;        // memory accesses and collectives of lanes
  std::uint64_t fuel_used = 0;    // iterations and calls
  std::uint64_t long_slices = 0;  // times that a lane computed until it was preempted
  std::uint64_t changes = 0;      // stores and other steps that can end a wait
  std::uint32_t wakes = 0;        // times that a lane became ready after waiting, in this launch
  std::uintptr_t text_base = 0;   // start of the program, from which remembered places count
  Order order;
  Tactics tactics;  // by which the order is carried out
  std::mt19937_64 random, stale_random;
};

extern Engine engine;

/// The lane that runs on this thread; null on the host. Everything the hooks do depends on it.
extern thread_local Lane* current_lane __attribute__((tls_model("initial-exec")));

}  // namespace maxwarp::simt
