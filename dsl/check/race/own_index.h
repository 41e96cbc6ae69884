// Indices by which iterations tell their places apart: the variable of the loop, and what differs wherever it does.
#pragma once

#include "dsl/check/race/region.h"

namespace maxwarp::race {

/// What the access names in the dimension: by a condition such as `where w == v`, the variable of an outer loop.
const Expr& index_of(const Region& region, const Access& access, std::size_t dimension);

/// Whether different iterations of the loop at `level`, of those that share the iterations around it, give `index`
/// different values, or such as no array has. Legal: `v`, `i + 1`, `2 * i + k`, `n - 1 - i`, `twin(e)`. Illegal: `w` of
/// a neighbor, `i / 2`, `edge(v, w)`.
bool is_own_index(const Region& region, const Expr& index, const std::vector<const Stmt*>& loops, std::size_t level);

}  // namespace maxwarp::race
