// What the pages of the papers tell of a graph, as one row of CSV: graph_facts NAME --graph=… [--symmetrize …]; without
// words the head of these rows. Degrees are outdegrees. `mdt`, `histogram_ms`, `coo_ms`: the threshold of the histogram
// rule of [R], how long it takes to find, and how long it takes to list the sources of the edges (COO), both on the
// host.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "graph_words.h"
#include "maxwarp/split.h"

namespace {

using namespace maxwarp;

template <typename Work>
double milliseconds(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

std::vector<edge_t> sorted_degrees(const Graph& graph) {
  std::vector<edge_t> degrees;
  for (node_t v = 0; v < graph.nodes; ++v) degrees.push_back(graph.row_offsets[v + 1] - graph.row_offsets[v]);
  std::ranges::sort(degrees);
  return degrees;
}

/// `FIRST:NODES` for each power of two that is the first degree of a bin; 0 is alone.
std::string bins(const std::vector<edge_t>& degrees) {
  std::map<edge_t, std::int64_t> found;
  for (const edge_t degree : degrees) {
    edge_t first = degree == 0 ? 0 : 1;
    while (first > 0 && 2 * first <= degree) first *= 2;
    ++found[first];
  }
  std::string text;
  for (const auto& [first, nodes] : found)
    text += (text.empty() ? "" : " ") + std::to_string(first) + ":" + std::to_string(nodes);
  return text;
}

void print_row(const std::string& name, Graph& graph) {
  const std::vector<edge_t> degrees = sorted_degrees(graph);
  const auto place = [&](int quarter) { return degrees[(degrees.size() - 1) * quarter / 4]; };
  const double mean = static_cast<double>(graph.edges()) / graph.nodes;
  double squares = 0;
  for (const edge_t degree : degrees) squares += (degree - mean) * (degree - mean);
  std::int64_t threshold = 0;
  const double histogram = milliseconds([&] { threshold = split_degree(graph.row_offsets.data(), graph.nodes); });
  const double sources = milliseconds([&] { add_forms(graph, FormEdgeSources); });
  std::printf("%s,%lld,%lld", name.c_str(), static_cast<long long>(graph.nodes), static_cast<long long>(graph.edges()));
  for (int quarter = 0; quarter <= 4; ++quarter) std::printf(",%lld", static_cast<long long>(place(quarter)));
  std::printf(",%.6g,%.6g,%lld,%.4f,%.4f,%s\n", mean, squares / graph.nodes, static_cast<long long>(threshold),
              histogram, sources, bins(degrees).c_str());
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) {
    std::puts("graph,nodes,edges,least,25%,median,75%,largest,mean,variance,mdt,histogram_ms,coo_ms,degrees");
    return 0;
  }
  maxwarp::Graph graph = graph_of("graph_facts", count, words);
  if (graph.nodes == 0) give_up("graph_facts", "a graph without nodes has no degrees");
  print_row(words[1], graph);
  return 0;
}
