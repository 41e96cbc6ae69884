// The figures of each kernel, by basic block and by place of an access, until they are asked for by line.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/simt/include/maxwarp_simt.h"
#include "runtime/simt/include/simt/block_row.h"
#include "runtime/simt/statistics.h"

namespace maxwarp::simt {

struct BlockCounts {
  std::uint64_t issues = 0, lanes = 0;
  std::uint64_t entries = 0, entering_lanes = 0;  // of a loop, by its head
};

struct AccessCounts {
  std::uint64_t requests = 0, sectors = 0, atomics = 0, conflicts = 0;
};

/// A basic block's row or an access's return address, in a phase.
struct Spot {
  std::uintptr_t address = 0;
  std::uint32_t phase = 0;
  bool operator==(const Spot&) const = default;
};
struct SpotHash {
  std::size_t operator()(const Spot& spot) const { return spot.address * 31 + spot.phase; }
};

struct KernelCounts {
  const void* address = nullptr;
  std::uint64_t launches = 0, grid_blocks = 0, grid_barriers = 0, lane_steps = 0;
  ProcessorTime time;
  std::unordered_map<Spot, BlockCounts, SpotHash> blocks;
  std::unordered_map<Spot, AccessCounts, SpotHash> accesses;
  std::vector<std::uintptr_t> phases;  // the places after which phases 1, 2, … begin

  std::uint32_t phase_behind(std::uintptr_t place);

  // The answers, made when asked for.
  std::string name;
  std::vector<std::string> line_names;
  std::vector<LineStatistics> lines;
  Statistics totals{};
};

/// Those of the kernel that runs.
KernelCounts& current_counts();

}  // namespace maxwarp::simt
