// What the changes of a region do to an element, as far as it is known.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace maxwarp::race {

/// `inf`, a number, or `round` plus a number.
struct Known {
  bool infinite = false, by_round = false;
  std::int64_t offset = 0;
  bool operator==(const Known&) const = default;
};

/// What a change puts in the place of what.
struct Step {
  enum class From { Value, Above, Below } from = From::Value;  // above, below: any value there of `after`
  Known before, after;
  bool operator==(const Step&) const = default;
};

/// Of all changes of a symbol, without repetitions; nothing where some change is no known step.
using Steps = std::optional<std::vector<Step>>;

}  // namespace maxwarp::race
