// Sequential references of the array programs. Arrays of two dimensions are stored row by row.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace maxwarp::reference {

/// A layer of a neural network: `inputs` values, a weight to each of `outputs`.
struct Layer {
  std::int64_t inputs = 0, outputs = 0;
  const double *input = nullptr, *weight = nullptr, *error = nullptr, *old = nullptr;
  double rate = 0, momentum = 0;
};
/// The logistic function of the weighted sums of the inputs: `outputs` values.
std::vector<double> layer_output(const Layer& layer);
/// weight + rate * error * input + momentum * old: `inputs` rows of `outputs` values.
std::vector<double> layer_weights(const Layer& layer);

/// Checks that `factors` holds L (below the diagonal, ones on it) and U (the rest) with L * U = `matrix`, all of n
/// rows of n; each sum within `rounding` times the sum of the magnitudes that it is made of. Returns what is wrong, or
/// nothing.
std::optional<std::string> check_lu(std::int64_t n, const double* matrix, const double* factors, double rounding);

/// Points and centers of k-means, row by row, and the cluster of each point.
struct Clustering {
  std::int64_t points = 0, centers = 0, dimensions = 0;
  const double *point = nullptr, *center = nullptr;
  const std::int64_t* cluster = nullptr;
};
/// Checks that the clustering is one that Lloyd's algorithm from the first points ends with after at most `limit`
/// rounds: every center with points is their mean, up to `rounding`; where the points have settled by then, no center
/// is nearer to a point than that of its cluster, else the centers are about where the sequential algorithm has them.
/// Returns what is wrong, or nothing.
std::optional<std::string> check_clustering(const Clustering& clustering, std::int64_t limit, double rounding);

/// Records at places in the plane, and the place from which distances are taken.
struct Records {
  std::int64_t records = 0;
  const double *latitude = nullptr, *longitude = nullptr;
  double x = 0, y = 0;
};
/// Checks that `nearest` names `count` different records and `distance` their distances to (x, y), ascending, and that
/// no other record is nearer; up to `rounding`. There are `records` records; places after the last one are not
/// looked at. Returns what is wrong, or nothing.
std::optional<std::string> check_nearest(const Records& records, std::int64_t count, const std::int64_t* nearest,
                                         const double* distance, double rounding);

}  // namespace maxwarp::reference
