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
std::optional<std::string> check_lu(std::int64_t n, const double* matrix, const double* factors,
                                    double rounding);

}  // namespace maxwarp::reference
