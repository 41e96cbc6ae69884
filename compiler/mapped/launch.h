// How a stage or a resident kernel is launched on a GPU.
#pragma once

namespace maxwarp::mapped {

/// How many blocks a kernel of the GPU gets.
enum class LaunchKind {
  GridFor,       // as many as its items ask for, whose number the host knows
  GridForLight,  // at most so many as fill the device a few times; they loop, as each item is little work
  GridForSmall,  // the same number of threads, in smaller blocks where there would be fewer than multiprocessors
  Fill,          // as many as the device holds at once
};

/// The shape of a launch.
struct Launch {
  LaunchKind kind = LaunchKind::GridFor;
  int block = 128;     // threads per block; with GridForSmall at most
  int width = 1;       // GridFor, GridForSmall: so many threads
  int chunk = 1;       //   for so many items
  int warps = 0;       // Fill: so many warps a multiprocessor at most; 0: as many as it holds
  int blocks = 0;      // Fill: so many blocks at most; 0: no limit
  bool slots = false;  // no more threads than there are slots for what they push
  int bounds = 0;  // registers have to suffice for so many blocks per multiprocessor; 0: they do, as blocks are small
};

/// Whose threads run a resident kernel, and wait for each other at its barriers.
enum class ResidentTeam { Grid, FewBlocks, Cluster, Block };

/// Whether a barrier of the hardware makes them wait, which needs no cell in memory.
inline bool waits_in_hardware(ResidentTeam team) {
  return team == ResidentTeam::Cluster || team == ResidentTeam::Block;
}

/// So many blocks has a cluster at most (sm_90; more than 8 are not portable).
constexpr int most_of_cluster = 16;

}  // namespace maxwarp::mapped
