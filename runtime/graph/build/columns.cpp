// Ranges of targets, and the incoming edges of one.
#include "runtime/graph/build/columns.h"

#include <mutex>

#include "runtime/graph/parallel.h"

namespace maxwarp {
namespace {

/// How many edges lead into each 2^shift nodes.
std::vector<edge_t> target_histogram(const Graph& graph, int shift) {
  std::vector<edge_t> histogram((std::size_t(graph.nodes) >> shift) + 1, 0);
  std::mutex mutex;
  parallel_pieces(graph.edges(), [&](edge_t begin, edge_t end) {
    std::vector<edge_t> own(histogram.size(), 0);
    for (edge_t e = begin; e < end; ++e) ++own[graph.targets[e] >> shift];
    std::lock_guard lock(mutex);
    for (std::size_t i = 0; i < own.size(); ++i) histogram[i] += own[i];
  });
  return histogram;
}

}  // namespace

std::vector<ColumnRange> cut_columns(const Graph& graph, int parts) {
  constexpr edge_t least_edges = 1 << 16;
  const edge_t share = std::max(least_edges, graph.edges() / std::max(parts, 1) + 1);
  if (parts <= 1 || graph.edges() <= least_edges) return {{0, graph.nodes, 0, graph.edges()}};
  int shift = 0;
  while ((graph.nodes >> shift) >= 1 << 14) ++shift;
  const std::vector<edge_t> histogram = target_histogram(graph, shift);
  std::vector<ColumnRange> ranges;
  ColumnRange range{0, 0, 0, 0};
  for (std::size_t bin = 0; bin < histogram.size(); ++bin) {
    range.edges += histogram[bin];
    range.end = static_cast<node_t>(std::min<std::int64_t>(graph.nodes, std::int64_t(bin + 1) << shift));
    if (range.edges < share && bin + 1 < histogram.size()) continue;
    if (range.end > range.first) ranges.push_back(range);
    range = {range.end, range.end, range.begin + range.edges, 0};
  }
  return ranges;
}

ColumnSlab columns_in(const Graph& graph, const ColumnRange& range, bool with_edges) {
  ColumnSlab slab{range, Array<edge_t>(static_cast<std::size_t>(range.end - range.first) + 1),
                  Array<node_t>(range.edges), Array<edge_t>(with_edges ? range.edges : 0)};
  edge_t* next = slab.offsets.data() + 1;
  scan_columns(graph, range, [&](node_t, edge_t, node_t w) { ++next[w - range.first]; });
  edge_t begin = 0;
  for (node_t i = 0; i < range.end - range.first; ++i) begin += std::exchange(next[i], begin);
  scan_columns(graph, range, [&](node_t v, edge_t e, node_t w) {
    const edge_t place = next[w - range.first]++;
    slab.sources[place] = v;
    if (with_edges) slab.edges[place] = e;
  });
  return slab;
}

}  // namespace maxwarp
