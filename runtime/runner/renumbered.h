// Arguments and results of a variant that runs on another numbering of the graph: they come in and go out in the
// numbers of the graph as it was given.
#pragma once

#include "runtime/graph/renumber.h"
#include "runtime/runner/session.h"

namespace maxwarp::runner {

/// Whether arguments or results name edges, or have a value for each: then it matters which edge became which.
bool speaks_of_edges(const Algorithm& algorithm);

/// The arguments in the new numbers. The set keeps its own copy of what changes. `own_numbers`: nodes as values keep
/// the numbers of the graph as it was given (FormOwnNumbers); sets are of nodes of the new one in any case.
ArgumentSet to_new_numbers(const Algorithm& algorithm, const ArgumentSet& arguments, const Renumbered& graph,
                           bool own_numbers);

/// Puts the results back into the old numbers.
void to_old_numbers(const Algorithm& algorithm, RunResult& result, const Renumbered& graph, bool own_numbers);

}  // namespace maxwarp::runner
