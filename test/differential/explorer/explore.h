// A program on all tiny graphs under all schedules: has it one result?
#pragma once

#include <cstdint>
#include <string>

#include "dsl/check/program.h"
#include "maxwarp/types.h"

namespace maxwarp::explorer {

/// How far the explorer looks.
struct Bounds {
  node_t nodes = 4;
  std::size_t edges = 4;     // of a symmetric graph: without their twins
  int rounds = 6;            // of a loop
  std::uint64_t draws = 12;  // of arguments, and of the numbers of nodes, for each graph
  std::uint64_t seed = 1;
  std::int64_t steps = 200'000;        // of a run in all schedules
  std::int64_t all_steps = 4'000'000;  // of all runs of a program together
};

enum class Finding : std::uint8_t {
  One,  // all results that no named choice shows in are the same in all schedules
  Two,
  Open,       // the checker names a choice for every result: there is nothing to compare
  Exhausted,  // the steps did not suffice
};

struct Verdict {
  Finding finding = Finding::One;
  std::string report;          // Two: the graph, the arguments, and both schedules
  std::int64_t runs = 0;       // graphs with arguments
  std::int64_t truncated = 0;  // of these: went on for longer than is looked at, in one schedule at least
  std::int64_t exhausted = 0;  // of these: not in all schedules
  std::int64_t steps = 0;
};

Verdict explore(const checked::Program& program, const Bounds& bounds);

}  // namespace maxwarp::explorer
