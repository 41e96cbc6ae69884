// The programs with a vector per node against their references.
#include <algorithm>

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

std::string check_latent_features(const Outcome& outcome) {
  const std::vector<double> rating = as_reals(outcome.argument_array("rating")),
                            start = as_reals(outcome.argument_array("start"));
  reference::Factorization wanted;
  wanted.rating = rating.data();
  wanted.feature = start;
  wanted.features = outcome.argument("start").extents[1];
  wanted.rate = outcome.argument("rate").scalar.real;
  wanted.decay = outcome.argument("decay").scalar.real;
  const std::int64_t rounds = outcome.argument("limit").scalar.integer;
  double loss = 0;
  for (std::int64_t round = 0; round < rounds; ++round) loss = reference::descend(view(outcome.graph), wanted);
  // Slopes may cancel: their rounding is that of the ratings.
  double largest = 0;
  for (const double one : rating) largest = std::max(largest, std::abs(one));
  const double seen = outcome.scalar("loss").real, rounding = relative_tolerance(ScalarType::Double);
  if (!near(seen, loss, rounding, 0)) return difference_text("loss", std::to_string(seen), std::to_string(loss));
  return compare_near(outcome, "feature", wanted.feature, rounding * largest);
}

}  // namespace maxwarp::runner
