// The figures of each kernel, by basic block and by place of an access, until somebody asks for them by line.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/simt/include/maxwarp_simt.h"
#include "runtime/simt/include/simt/block_row.h"

namespace maxwarp::simt {

struct BlockCounts {
  std::uint64_t issues = 0, lanes = 0;
};

struct AccessCounts {
  std::uint64_t requests = 0, sectors = 0, atomics = 0, conflicts = 0;
};

struct KernelCounts {
  const void* address = nullptr;
  std::uint64_t launches = 0, grid_blocks = 0, lane_steps = 0;
  double seconds = 0;
  std::unordered_map<const BlockRow*, BlockCounts> blocks;
  std::unordered_map<std::uintptr_t, AccessCounts> accesses;  // by return address

  // The answers, made when asked for.
  std::string name;
  std::vector<std::string> line_names;
  std::vector<LineStatistics> lines;
  Statistics totals{};
};

/// Those of the kernel that runs.
KernelCounts& current_counts();

}  // namespace maxwarp::simt
