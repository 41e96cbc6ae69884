// Values by number, so that states are rows of numbers.
#pragma once

#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <vector>

#include "tools/interpreter/value.h"

namespace maxwarp::explorer {

using ValueId = int;

/// Every value once, told apart bit by bit: -0.0 is not 0.0, and `nan` is itself.
class Values {
 public:
  ValueId id(const interpreter::Value& value) {
    const auto bits = [](double real) {
      return std::bit_cast<std::uint64_t>(std::isnan(real) ? std::numeric_limits<double>::quiet_NaN() : real);
    };
    const Bits key{value.first.integer, bits(value.first.real), value.second.integer, bits(value.second.real)};
    const auto [found, fresh] = ids_.try_emplace(key, static_cast<ValueId>(values_.size()));
    if (fresh) values_.push_back(value);
    return found->second;
  }
  const interpreter::Value& operator[](ValueId id) const { return values_[static_cast<std::size_t>(id)]; }

 private:
  using Bits = std::tuple<std::int64_t, std::uint64_t, std::int64_t, std::uint64_t>;
  std::map<Bits, ValueId> ids_;
  std::vector<interpreter::Value> values_;
};

}  // namespace maxwarp::explorer
