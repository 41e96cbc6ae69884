// Compares results with the reference implementations, which share no code with the compiler.
// A program is known to them by the name of its algorithm.
#pragma once

#include <any>
#include <string>

#include "runtime/runner/session.h"

namespace maxwarp::runner {

/// Whether there is a reference for an algorithm of this name and these results.
bool has_reference(const Algorithm& algorithm);

/// The names for which there is a reference, for messages.
std::string reference_names();

/// The first difference between `result` and the reference, in words; empty: equal (floating-point results
/// within the stated tolerance). `expected`: what the reference says, kept for the next result of the same graph and
/// arguments; empty at first.
std::string first_difference(const Algorithm& algorithm, const Graph& graph, const ArgumentSet& arguments,
                             const RunResult& result, std::any& expected);

}  // namespace maxwarp::runner
