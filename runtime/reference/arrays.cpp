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
      weights.push_back(layer.weight[at] + layer.rate * layer.error[j] * layer.input[k] + layer.momentum * layer.old[at]);
    }
  return weights;
}

std::optional<std::string> check_lu(std::int64_t n, const double* matrix, const double* factors,
                                    double rounding) {
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

}  // namespace maxwarp::reference
