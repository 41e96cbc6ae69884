// The array programs against their references; every element type is compared as what it stands for.
#include <algorithm>

#include "runtime/reference/arrays.h"
#include "runtime/runner/outcome.h"

namespace maxwarp::runner {
namespace {

/// What rounding may do to the elements.
double rounding(const HostArray& array) { return array.type == ScalarType::Float ? 1e-4 : 1e-9; }

std::vector<std::int64_t> as_whole(const HostArray& array) {
  std::vector<std::int64_t> values;
  for (std::int64_t i = 0; i < array.size(); ++i) values.push_back(array[i].integer);
  return values;
}

}  // namespace

std::string check_sorted(const Outcome& outcome) {
  const HostArray data = outcome.argument_array("data");
  std::vector<double> reals = as_reals(data);
  std::sort(reals.begin(), reals.end());
  if (is_real(data.type)) return compare_near(outcome, "sorted", reals, 0);
  std::vector<std::int64_t> whole = as_whole(data);
  std::sort(whole.begin(), whole.end());
  return compare_exact(outcome, "sorted", whole);
}

std::string check_layer(const Outcome& outcome) {
  const auto reals = [&](const char* name) { return as_reals(outcome.argument_array(name)); };
  const std::vector<double> input = reals("input"), weight = reals("weight"), error = reals("error"),
                            old = reals("old");
  reference::Layer layer;
  layer.inputs = outcome.argument("weight").extents[0];
  layer.outputs = outcome.argument("weight").extents[1];
  layer.input = input.data();
  layer.weight = weight.data();
  layer.error = error.data();
  layer.old = old.data();
  layer.rate = outcome.argument("rate").scalar.real;
  layer.momentum = outcome.argument("momentum").scalar.real;
  // The sums may cancel: their rounding is that of their parts.
  const double absolute = rounding(outcome.array("output"));
  std::string difference = compare_near(outcome, "output", reference::layer_output(layer), absolute);
  return difference.empty() ? compare_near(outcome, "updated", reference::layer_weights(layer), absolute) : difference;
}

std::string check_lu(const Outcome& outcome) {
  const std::vector<double> matrix = as_reals(outcome.argument_array("input"));
  const std::vector<double> factors = as_reals(outcome.array("a"));
  return reference::check_lu(outcome.argument("input").extents[0], matrix.data(), factors.data(),
                             rounding(outcome.array("a")))
      .value_or("");
}

std::string check_kmeans(const Outcome& outcome) {
  const std::vector<double> point = as_reals(outcome.argument_array("point")),
                            center = as_reals(outcome.array("center"));
  const std::vector<std::int64_t> cluster = as_whole(outcome.array("cluster"));
  reference::Clustering clustering;
  clustering.points = outcome.argument("point").extents[0];
  clustering.dimensions = outcome.argument("point").extents[1];
  clustering.centers = outcome.argument("k").scalar.integer;
  clustering.point = point.data();
  clustering.center = center.data();
  clustering.cluster = cluster.data();
  return reference::check_clustering(clustering, outcome.argument("limit").scalar.integer,
                                     rounding(outcome.array("center")))
      .value_or("");
}

std::string check_nearest(const Outcome& outcome) {
  const std::vector<double> latitude = as_reals(outcome.argument_array("lat")),
                            longitude = as_reals(outcome.argument_array("lng"));
  const std::vector<std::int64_t> nearest = as_whole(outcome.array("nearest"));
  const std::vector<double> distance = as_reals(outcome.array("distance"));
  reference::Records records;
  records.records = static_cast<std::int64_t>(latitude.size());
  records.latitude = latitude.data();
  records.longitude = longitude.data();
  records.x = outcome.argument("x").scalar.real;
  records.y = outcome.argument("y").scalar.real;
  return reference::check_nearest(records, static_cast<std::int64_t>(nearest.size()), nearest.data(), distance.data(),
                                  rounding(outcome.array("distance")))
      .value_or("");
}

}  // namespace maxwarp::runner
