// Small arguments for a program: numbers that it writes itself, and those around them, come up most.
#pragma once

#include <deque>
#include <optional>
#include <random>
#include <vector>

#include "dsl/check/program.h"
#include "maxwarp/algorithm.h"
#include "test/differential/explorer/graphs.h"

namespace maxwarp::explorer {

/// Whole numbers that decide something in the program, or may: 0 to 3, its literals, those beside them, and
/// differences of them.
std::vector<std::int64_t> telling_numbers(const checked::Program& program);

/// The arguments of a call, with the memory that they lie in.
class Arguments {
 public:
  /// Draws arguments that meet what the algorithm requires; nothing if none were found.
  static std::optional<Arguments> draw(const checked::Algorithm& algorithm, const TinyGraph& graph,
                                       const std::vector<std::int64_t>& numbers, std::uint64_t seed);
  const Argument* all() const { return arguments_.data(); }

 private:
  class Drawing;
  std::vector<Argument> arguments_;
  std::deque<std::vector<char>> memory_;
  std::deque<std::vector<std::int64_t>> extents_;
};

}  // namespace maxwarp::explorer
