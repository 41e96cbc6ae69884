// Between which bounds the values of expressions lie.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <optional>

#include "compiler/parallel/statement.h"

namespace maxwarp::analysis {

/// Numbers from `low` to `high`; the ends of a type, `inf` and what stands for `-inf`, are infinite. Truth values are 0
/// and 1; bits are 0 or any number. By default any number.
struct Bounds {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool nan = true;  // it may be none

  bool is_false() const { return high <= 0 && !nan; }
  bool is_true() const { return low > 0 && !nan; }
};

/// The values of both.
Bounds hull(const Bounds& a, const Bounds& b);

/// The bounds of an expression; `known` tells those of elements and variables, or nothing.
using Known = std::function<std::optional<Bounds>(const ir::Expr*)>;
Bounds bounds_of(const ir::Expr* expr, const Known& known);

}  // namespace maxwarp::analysis
