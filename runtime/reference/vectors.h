// Sequential references of the programs with a vector per node. Vectors are stored one after the other.
#pragma once

#include <cstdint>
#include <vector>

#include "maxwarp/graph_view.h"

namespace maxwarp::reference {

/// A layer of a graph neural network: `inputs` features per node, a weight from each to each of `outputs`.
struct GraphLayer {
  std::int64_t inputs = 0, outputs = 0;
  const double *feature = nullptr, *weight = nullptr;
};
/// max(0, (features of the node and of its out-neighbors, added up) * weight): `outputs` values per node.
std::vector<double> graph_layer(const GraphView& graph, const GraphLayer& layer);

/// SimRank (Jeh, Widom 2002) by its definition, after `rounds` rounds: one row per node.
std::vector<double> simrank(const GraphView& graph, double damping, std::int64_t rounds);

/// Ratings as products of `features` numbers of both ends of each edge.
struct Factorization {
  const double* rating = nullptr;  // per edge
  std::vector<double> feature = {};
  std::int64_t features = 0;
  double rate = 0, decay = 0;
};
/// A step of gradient descent, divided by the number of ratings of each node; the squared error before it.
double descend(const GraphView& graph, Factorization& factors);

}  // namespace maxwarp::reference
