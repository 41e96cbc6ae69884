// Factors and divisors that keep the order of what they are applied to.
#pragma once

#include "dsl/check/race/region.h"

namespace maxwarp::race {

/// Whether `x * factor` and `x / factor` are in the order that x is in. The factor is fixed. Legal: a number above 0,
/// of integers what is never negative, of real numbers a parameter with `requires factor > 0 and factor < inf`.
/// Illegal: a real that may be 0, since `inf * 0` is nan.
bool keeps_order(const Region& region, const Expr& factor);

/// The parameter of which `requires` could say that it keeps the order, if the product or quotient is made of one; or
/// null.
const Symbol* required_factor(const Region& region, const Expr& product);

}  // namespace maxwarp::race
