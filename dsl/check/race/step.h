// What the changes of a region do to an element, as far as it is known.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace maxwarp::checked {
struct Symbol;
}

namespace maxwarp::race {

/// An end of the type, a number, or a number that is added to `round` or to a variable of the run.
struct Known {
  int end = 0;  // 1: `inf`, -1: the smallest value
  bool by_round = false;
  std::int64_t offset = 0;
  const checked::Symbol* of = nullptr;  // the variable, which the region does not change
  bool negative = false;                // the variable may be negative
  bool operator==(const Known&) const = default;
};

/// What a change puts in the place of what.
struct Step {
  enum class From { Value, Above, Below } from = From::Value;  // any value above or below `before`
  Known before, after;
  // It is made where the variable of the sums plus `most` is below `inf`, and plus `least` above the smallest value.
  std::optional<std::int64_t> most = {}, least = {};
  bool operator==(const Step&) const = default;
};

/// Of all changes of a symbol, without repetitions; nothing where some change is no known step.
using Steps = std::optional<std::vector<Step>>;

}  // namespace maxwarp::race
