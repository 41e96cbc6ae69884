// The array programs by their definitions.
#include "runtime/reference/arrays.h"

#include <algorithm>
#include <cmath>

namespace maxwarp::reference {

std::vector<double> layer_output(const Layer& layer) {
  std::vector<double> output;
  for (std::int64_t j = 0; j < layer.outputs; ++j) {
    double sum = 0;
    for (std::int64_t k = 0; k < layer.inputs; ++k) sum += layer.input[k] * layer.weight[k * layer.outputs + j];
    output.push_back(1 / (1 + std::exp(-sum)));
  }
  return output;
}

std::vector<double> layer_weights(const Layer& layer) {
  std::vector<double> weights;
  for (std::int64_t k = 0; k < layer.inputs; ++k)
    for (std::int64_t j = 0; j < layer.outputs; ++j) {
      const std::int64_t at = k * layer.outputs + j;
      weights.push_back(layer.weight[at] + layer.rate * layer.error[j] * layer.input[k] +
                        layer.momentum * layer.old[at]);
    }
  return weights;
}

std::optional<std::string> check_lu(std::int64_t n, const double* matrix, const double* factors, double rounding) {
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      double sum = 0, size = 0;
      for (std::int64_t k = 0; k <= std::min(i, j); ++k) {
        const double product = (k == i ? 1 : factors[i * n + k]) * factors[k * n + j];
        sum += product;
        size += std::abs(product);
      }
      // The comparison is written so that nan counts as different.
      if (std::abs(sum - matrix[i * n + j]) <= rounding * size) continue;
      return "L * U at [" + std::to_string(i) + ", " + std::to_string(j) + "] is " + std::to_string(sum) +
             ", the matrix has " + std::to_string(matrix[i * n + j]);
    }
  return std::nullopt;
}

namespace {

double squared_distance(const Clustering& clustering, std::int64_t i, std::int64_t c) {
  double far = 0;
  for (std::int64_t j = 0; j < clustering.dimensions; ++j) {
    const double along = clustering.point[i * clustering.dimensions + j] -
                         clustering.center[c * clustering.dimensions + j];
    far += along * along;
  }
  return far;
}

/// Whether coordinate j of center c is the mean of the points of its cluster.
bool is_mean(const Clustering& clustering, std::int64_t c, std::int64_t j, double rounding) {
  double sum = 0, size = 0, magnitude = 0;
  for (std::int64_t i = 0; i < clustering.points; ++i) {
    if (clustering.cluster[i] != c) continue;
    const double at = clustering.point[i * clustering.dimensions + j];
    sum += at;
    magnitude += std::abs(at);
    ++size;
  }
  return size == 0 ||
         std::abs(clustering.center[c * clustering.dimensions + j] * size - sum) <= rounding * (magnitude + size);
}

/// A round of Lloyd's algorithm: every point goes to the nearest center, then `center` moves. Whether a point changed
/// its own.
bool move_centers(const Clustering& points, std::vector<double>& center, std::vector<std::int64_t>& cluster) {
  Clustering now = points;
  now.center = center.data();
  std::vector<double> sum(center.size());
  std::vector<std::int64_t> size(points.centers);
  bool moved = false;
  for (std::int64_t i = 0; i < points.points; ++i) {
    std::int64_t own = 0;
    double least = squared_distance(now, i, 0);
    for (std::int64_t c = 1; c < points.centers; ++c)
      if (const double far = squared_distance(now, i, c); far < least) least = far, own = c;
    moved = moved || cluster[i] != own;
    cluster[i] = own;
    ++size[own];
    for (std::int64_t j = 0; j < points.dimensions; ++j)
      sum[own * points.dimensions + j] += points.point[i * points.dimensions + j];
  }
  for (std::size_t at = 0; at < center.size(); ++at)
    if (const std::int64_t count = size[at / points.dimensions]) center[at] = sum[at] / static_cast<double>(count);
  return moved;
}

/// Where no point moves any more, each is in the cluster of the nearest center.
std::optional<std::string> check_settled(const Clustering& clustering, double rounding) {
  for (std::int64_t i = 0; i < clustering.points; ++i) {
    const std::int64_t own = clustering.cluster[i];
    for (std::int64_t c = 0; c < clustering.centers; ++c)
      if (squared_distance(clustering, i, c) < squared_distance(clustering, i, own) * (1 - rounding) - rounding)
        return "point " + std::to_string(i) + " is nearer to center " + std::to_string(c) + " than to its own, " +
               std::to_string(own);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> check_clustering(const Clustering& clustering, std::int64_t limit, double rounding) {
  for (std::int64_t i = 0; i < clustering.points && limit > 0; ++i)
    if (clustering.cluster[i] < 0 || clustering.cluster[i] >= clustering.centers)
      return "point " + std::to_string(i) + " is in no cluster";
  std::vector<double> center(clustering.point, clustering.point + clustering.centers * clustering.dimensions);
  std::vector<std::int64_t> cluster(clustering.points, -1);
  bool moved = true;
  for (std::int64_t round = 0; round < limit && moved; ++round) moved = move_centers(clustering, center, cluster);
  if (!moved) {
    if (auto fault = check_settled(clustering, rounding)) return fault;
  }
  // Sums in another order may send a point that is as near to two centers elsewhere, and that moves centers a little.
  for (std::size_t at = 0; at < center.size(); ++at)
    if (moved &&
        std::abs(clustering.center[at] - center[at]) > std::max(1e-6, 1e3 * rounding) * (1 + std::abs(center[at])))
      return "center " + std::to_string(at / clustering.dimensions) + " is not where the reference has it after " +
             std::to_string(limit) + " rounds";
  if (limit == 0) return std::nullopt;
  for (std::int64_t c = 0; c < clustering.centers; ++c)
    for (std::int64_t j = 0; j < clustering.dimensions; ++j)
      if (!is_mean(clustering, c, j, rounding))
        return "center " + std::to_string(c) + " is not in the middle of its points";
  return std::nullopt;
}

std::optional<std::string> check_nearest(const Records& records, std::int64_t count, const std::int64_t* nearest,
                                         const double* distance, double rounding) {
  std::vector<double> all;
  for (std::int64_t i = 0; i < records.records; ++i)
    all.push_back(std::hypot(records.latitude[i] - records.x, records.longitude[i] - records.y));
  std::vector<double> sorted = all;
  std::sort(sorted.begin(), sorted.end());
  std::vector<bool> seen(all.size());
  for (std::int64_t r = 0; r < std::min(count, records.records); ++r) {
    const std::int64_t who = nearest[r];
    const std::string name = "nearest[" + std::to_string(r) + "]";
    if (who < 0 || who >= records.records || seen[who]) return name + " names no record, or one again";
    seen[who] = true;
    for (const double wanted : {all[who], sorted[r]})
      if (!(std::abs(distance[r] - wanted) <= rounding * (1 + wanted)))
        return name + " is at " + std::to_string(distance[r]) + ", the reference says " + std::to_string(wanted);
  }
  return std::nullopt;
}

}  // namespace maxwarp::reference
