// Values that are known but for the number of the round: what comparisons are decided with.
#pragma once

#include <optional>

#include "dsl/check/race/region.h"

namespace maxwarp::race {

/// The expression, or what it stands for if it is a constant of the region.
const Expr& looked_through(const Region& region, const Expr& expr);
/// The value of an integer or `bool` expression, if it is known.
std::optional<Known> known(const Region& region, const Expr& expr);
/// -1, 0 or 1 as a is less than, equal to or greater than b in every round, if no sum with a variable is at an end of
/// its type.
std::optional<int> order(const Known& a, const Known& b);
/// What the conditions above, and those that the algorithm requires, say of a variable of the run: the largest number
/// that can be added to it without reaching `inf`, or, for `end` -1, the smallest one without reaching the other end.
/// Of `depth + 1 < inf` that is 1.
std::optional<std::int64_t> reach(const Region& region, const Context& at, const Symbol& variable, int end);
/// Whether a comparison of two numbers holds that are ordered so.
std::optional<bool> holds(checked::BinaryOp op, int order);

}  // namespace maxwarp::race
