// The programs with a vector per node against their references.
#include "runtime/reference/vectors.h"
#include "runtime/runner/outcome.h"

namespace maxwarp::runner {

std::string check_graph_layer(const Outcome& outcome) {
  const std::vector<double> feature = as_reals(outcome.argument_array("feature")),
                            weight = as_reals(outcome.argument_array("weight"));
  reference::GraphLayer layer;
  layer.inputs = outcome.argument("weight").extents[0];
  layer.outputs = outcome.argument("weight").extents[1];
  layer.feature = feature.data();
  layer.weight = weight.data();
  // The sums may cancel: their rounding is that of their parts.
  const double rounding = relative_tolerance(outcome.array("out").type);
  return compare_near(outcome, "out", outcome.once([&] { return reference::graph_layer(view(outcome.graph), layer); }),
                      rounding);
}

std::string check_simrank(const Outcome& outcome) {
  const double damping = outcome.argument("damping").scalar.real;
  const std::int64_t rounds = outcome.argument("limit").scalar.integer;
  return compare_near(outcome, "score",
                      outcome.once([&] { return reference::simrank(view(outcome.graph), damping, rounds); }), 0);
}

}  // namespace maxwarp::runner
