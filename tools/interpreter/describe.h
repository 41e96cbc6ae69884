// A checked algorithm under the interpreter as the runner takes any compiled one: the same arguments, graphs and
// output.
#pragma once

#include "dsl/check/program.h"
#include "maxwarp/algorithm.h"
#include "tools/interpreter/interpreter.h"

namespace maxwarp::interpreter {

/// Whether something in the program is about nodes or edges: then it cannot run without a graph.
bool looks_at_graph(const checked::Program& program);

/// The description of `algorithm`, whose one variant is the interpreter; valid until the next call. `reals` is the same
/// program with `number` as double, or null.
const maxwarp::Algorithm& describe(const checked::Algorithm& algorithm, const checked::Algorithm* reals,
                                   bool needs_graph, Order order);

}  // namespace maxwarp::interpreter
