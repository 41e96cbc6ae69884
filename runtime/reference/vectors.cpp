// By the definitions: SimRank goes over all pairs of nodes and of their in-neighbors, which are found edge by edge.
#include "runtime/reference/vectors.h"

#include <algorithm>

namespace maxwarp::reference {
namespace {

/// The sources of the edges into each node, in no order.
std::vector<std::vector<node_t>> sources_of(const GraphView& graph) {
  std::vector<std::vector<node_t>> sources(static_cast<std::size_t>(graph.nodes));
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e)
      sources[static_cast<std::size_t>(graph.targets[e])].push_back(v);
  return sources;
}

double mean(const std::vector<double>& score, std::size_t nodes, const std::vector<node_t>& left,
            const std::vector<node_t>& right) {
  double sum = 0;
  for (const node_t a : left)
    for (const node_t b : right) sum += score[static_cast<std::size_t>(a) * nodes + static_cast<std::size_t>(b)];
  const double pairs = static_cast<double>(left.size()) * static_cast<double>(right.size());
  return pairs > 0 ? sum / pairs : 0;
}

}  // namespace

std::vector<double> graph_layer(const GraphView& graph, const GraphLayer& layer) {
  std::vector<double> output;
  for (node_t v = 0; v < graph.nodes; ++v) {
    std::vector<double> sum(layer.feature + v * layer.inputs, layer.feature + (v + 1) * layer.inputs);
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e)
      for (std::int64_t i = 0; i < layer.inputs; ++i)
        sum[static_cast<std::size_t>(i)] += layer.feature[graph.targets[e] * layer.inputs + i];
    for (std::int64_t j = 0; j < layer.outputs; ++j) {
      double value = 0;
      for (std::int64_t i = 0; i < layer.inputs; ++i)
        value += sum[static_cast<std::size_t>(i)] * layer.weight[i * layer.outputs + j];
      output.push_back(std::max(value, 0.0));
    }
  }
  return output;
}

std::vector<double> simrank(const GraphView& graph, double damping, std::int64_t rounds) {
  const auto nodes = static_cast<std::size_t>(graph.nodes);
  const std::vector<std::vector<node_t>> sources = sources_of(graph);
  std::vector<double> score(nodes * nodes);
  for (std::size_t v = 0; v < nodes; ++v) score[v * nodes + v] = 1;
  for (std::int64_t round = 0; round < rounds; ++round) {
    std::vector<double> next(nodes * nodes);
    for (std::size_t v = 0; v < nodes; ++v)
      for (std::size_t w = 0; w < nodes; ++w)
        next[v * nodes + w] = v == w ? 1 : damping * mean(score, nodes, sources[v], sources[w]);
    score = next;
  }
  return score;
}

double descend(const GraphView& graph, Factorization& factors) {
  const auto k = static_cast<std::size_t>(factors.features);
  std::vector<double> slope(factors.feature.size()), ratings(static_cast<std::size_t>(graph.nodes));
  double loss = 0;
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) {
      const auto user = static_cast<std::size_t>(v), item = static_cast<std::size_t>(graph.targets[e]);
      double miss = factors.rating[e];
      for (std::size_t i = 0; i < k; ++i) miss -= factors.feature[user * k + i] * factors.feature[item * k + i];
      for (std::size_t i = 0; i < k; ++i) {
        slope[user * k + i] += miss * factors.feature[item * k + i];
        slope[item * k + i] += miss * factors.feature[user * k + i];
      }
      ++ratings[user];
      ++ratings[item];
      loss += miss * miss;
    }
  for (std::size_t i = 0; i < slope.size(); ++i) {
    const double mean = slope[i] / std::max(ratings[i / k], 1.0);
    factors.feature[i] += factors.rate * (mean - factors.decay * factors.feature[i]);
  }
  return loss;
}

}  // namespace maxwarp::reference
