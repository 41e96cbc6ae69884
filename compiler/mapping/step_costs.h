// What the steps of a round cost on a device, for the choice of `direction=auto`.
#pragma once

#include <optional>
#include <string>

namespace maxwarp::mapping {

/// In random reads that the second-level cache answers. Where no table is given, those of an H100 and an H200, rounded.
struct StepCosts {
  double scan = 0.1;    // a node that is settled already: memory brings its value with those beside it
  double row = 4;       // a node that begins to look at its row: its bounds in order, the first neighbor from memory
  double change = 1.5;  // an atomic change
};

/// From the table that `gdsl limits --csv=FILE` writes, to two digits. Nothing where a figure is missing or is no
/// positive number; then `error` says which.
std::optional<StepCosts> step_costs(const std::string& csv, std::string& error);

}  // namespace maxwarp::mapping
