// What the values of options cost, learned from the mappings that were measured: mappings are alike where they share
// values, so that what one takes tells about the others.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace maxwarp::runner {

/// A model of factors, one a value of an option (of a loop, where it stands for one). An option that a mapping leaves
/// out has a value of its own. Factors are one until measurements say otherwise: a value without a measurement counts
/// as average.
class OptionCosts {
 public:
  /// The mappings of the candidates, by their places: `key=value,…`.
  explicit OptionCosts(const std::vector<std::string>& mappings);

  /// Learns from all that is known: candidates and how many times as slow as the best each is.
  void learn(const std::vector<std::pair<std::size_t, double>>& ratios);

  /// The logarithm of the ratio that is to be expected of a candidate.
  double expected(std::size_t candidate) const;

 private:
  std::vector<std::vector<std::size_t>> values_;  // of each candidate: places of its factors
  std::vector<double> factors_;                   // logarithms
};

}  // namespace maxwarp::runner
