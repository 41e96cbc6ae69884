// Facts about indices that follow from the bounds of ranges: blocks of iterations that do not touch each
// other, and places that a range leaves out.
#pragma once

#include "dsl/check/race/region.h"

namespace maxwarp::race {

/// Whether, in some dimension, both accesses stay in the part that belongs to their iteration of the range at
/// `level`: i up to i plus the step, or i * m up to i * m + m. Legal:
/// `foreach i in 0..n by 4 { for k in i..min(i + 4, n) { x[k] = i } }`, `foreach i in 0..n { for j in 0..m { x[i * m +
/// j] = i } }`. Illegal: `for k in i..i + 5`, `x[i * m + j]` beside `x[i]`.
bool lie_in_own_blocks(const Region& region, const Access& a, const Access& b, std::size_t level);

/// Whether, in some dimension, the index of one access is always less than that of the other, in all
/// iterations that share those of the outer `level` loops. Legal: `foreach i in k + 1..n { x[i] += x[k] }`.
/// Illegal: `foreach i in k..n`.
bool never_meet(const Region& region, const Access& a, const Access& b, std::size_t level);

}  // namespace maxwarp::race
