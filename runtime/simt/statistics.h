// What a GPU would issue and waste, counted while lanes run. The model:
// - Issues. Between two points where lanes meet (collective, barrier, __activemask, exit), a warp issues a
// basic
//   block as often as the lane that executes it most often, and each lane is active in its own executions.
//   That is perfect reconvergence: real hardware issues as often or more.
// - Requests. The k-th execution of one access by the lanes of a warp is one request to memory; it takes as
// many
//   sectors as there are different 32-byte pieces among the addresses. Atomics also count the lanes that find
//   their address taken by another lane of the request.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace maxwarp::simt {

struct Lane;
struct Warp;

/// What a warp did since its lanes last met.
struct WarpCounts {
  struct Requests {
    std::array<std::vector<std::uintptr_t>, 32> addresses;  // per lane, in order of execution
    unsigned bytes = 0;
    bool atomic = false;
  };
  std::vector<std::array<std::uint32_t, 32>> executions;  // per basic block and lane
  std::vector<std::uint32_t> touched;                     // basic blocks with an execution
  std::unordered_map<std::uintptr_t, Requests> requests;  // by place
};

/// Whether counting is on; asked by the hooks.
extern bool counting;

/// Turns counting on if MAXWARP_SIMT_STATS asks for it. Called before each launch.
void prepare_statistics();

void count_block(Lane& lane, std::uint32_t block);
void count_access(Lane& lane, std::uintptr_t address, unsigned bytes, std::uintptr_t place, bool atomic);

/// The lanes of the mask meet: what they did becomes issues and requests.
void settle_counts(Warp& warp, unsigned lanes);

/// Counts the launch itself, when it is over.
void count_launch();

}  // namespace maxwarp::simt
