// The arrays of the self-test: all small sizes and a few larger ones, filled with values that follow from a seed.
#pragma once

#include <functional>

#include "runtime/runner/arguments.h"

namespace maxwarp::runner {

/// Whether some parameter is an array that brings its length along.
bool has_lengths(const Algorithm& algorithm);

/// Calls `visit` with every set of arguments to try, until it returns false; returns whether it never did. `set`
/// holds the arguments that are no arrays. All lengths up to `most`, and some about the limits of the mappings (a
/// warp, a block). Numbers are small, many are equal; a square matrix is heavy on its diagonal, so that it can be
/// eliminated without pivoting.
bool for_each_arrays(const Algorithm& algorithm, const Graph& graph, const ArgumentSet& set, std::int64_t most,
                     const std::function<bool(const ArgumentSet&)>& visit);

}  // namespace maxwarp::runner
