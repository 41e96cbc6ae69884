// What bounds kernels on a GPU, as `gdsl limits` measures it, and what follows for the price of what a mapping does.
#pragma once

#include <string>
#include <vector>

#include "llvm/Support/Error.h"

namespace maxwarp::workbench {

/// A row of the table: `random_read,64,53.65,G/s`.
struct LimitRow {
  std::string name, parameter, value, unit;
};

/// The table that the installation has for this device, or for the one most like it: that of an H200 or of an H100.
std::string built_in_limits(const std::string& share, const std::string& device);

/// The rows of the table as CSV.
std::vector<LimitRow> limit_rows(const std::string& csv);

/// What a report prices with.
struct Prices {
  std::string device;
  double stream_gb = 0;   // GB/s of reads in order, from memory
  double random_g = 0;    // 10^9 random reads of a sector per second
  double atomic_g = 0;    // 10^9 random atomic additions per second
  double launch_us = 0;   // of a kernel
  double barrier_us = 0;  // of a grid
};

/// Of the table `csv`, which `from` holds. Error: a figure is missing, or is no positive number.
llvm::Expected<Prices> prices_of(const std::string& csv, const std::string& from);

}  // namespace maxwarp::workbench
