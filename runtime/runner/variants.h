// Which variants of a program a run is about.
#pragma once

#include <string>
#include <vector>

#include "maxwarp/algorithm.h"
#include "runtime/graph/graph.h"
#include "runtime/graph/result.h"

namespace maxwarp::runner {

/// The variants that `names` tells, in the order of the program: names with commas between them, `all`, or nothing,
/// which is `otherwise`. Error: there is none of such a name.
Result<std::vector<const Variant*>> chosen_variants(const Algorithm& algorithm, const std::string& names,
                                                    const char* otherwise = nullptr);

/// The variants of a run once its graph is known, and a line for each reason.
struct VariantsOfRun {
  std::vector<const Variant*> variants;
  std::string explanation;
};

/// As chosen_variants, for names that it takes; but without any, a program with a tree (gdslc --map=auto) has the one
/// variant that the tree chooses for the graph.
VariantsOfRun variants_for(const Algorithm& algorithm, const std::string& names, const Graph& graph);

}  // namespace maxwarp::runner
