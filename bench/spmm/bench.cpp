// bench-spmm K --graph=… [--symmetrize …]: sums over neighbors of vectors with K components, as gdslc compiles them
// under each mapping of the pack, beside the matrix product of cuSPARSE. All results are compared with sums on the
// host; the table goes to stdout. Exit status 1 on a wrong result.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "on_device.h"
#include "product.h"
#include "programs/aggregate/aggregate.h"
#include "programs/gnn_layer/gnn_layer.h"
#include "runtime/graph/hash.h"
#include "runtime/graph/options.h"

namespace {

using namespace maxwarp;

/// What is measured: its name, a run that waits for nothing or for its stream, and what it leaves.
struct Contestant {
  std::string name;
  std::function<void()> run;
  bool is_product = false;  // of cuSPARSE
  bool is_layer = false;
};

/// The graph and the vectors, on both sides.
struct Data {
  const Graph& graph;
  std::int64_t k;
  std::vector<float> x;
  std::vector<double> sums = {};

  Data(const Graph& graph, std::int64_t k) : graph(graph), k(k) {
    for (std::int64_t i = 0; i < graph.nodes * k; ++i)
      x.push_back(static_cast<float>(unit_real(random_bits(1, static_cast<std::uint64_t>(i)))));
    sums.resize(x.size());
    std::vector<std::thread> threads;
    const std::int64_t parts = std::max(1u, std::thread::hardware_concurrency());
    for (std::int64_t p = 0; p < parts; ++p)
      threads.emplace_back([=, this] { add_up(this->graph.nodes * p / parts, this->graph.nodes * (p + 1) / parts); });
    for (std::thread& thread : threads) thread.join();
  }

  void add_up(std::int64_t first, std::int64_t end) {
    for (std::int64_t v = first; v < end; ++v)
      for (std::int64_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e)
        for (std::int64_t i = 0; i < k; ++i)
          sums[static_cast<std::size_t>(v * k + i)] += x[static_cast<std::size_t>(graph.targets[e] * k + i)];
  }

  /// The largest distance of a sum, in units of what rounding may make of it. All vectors are positive.
  double distance(const std::vector<float>& found) const {
    double worst = 0;
    for (std::int64_t v = 0; v < graph.nodes; ++v) {
      const auto degree = static_cast<double>(graph.row_offsets[v + 1] - graph.row_offsets[v]);
      const double rounding = 1e-6 * (10 + std::sqrt(degree));
      for (std::int64_t i = 0; i < k; ++i) {
        const auto at = static_cast<std::size_t>(v * k + i);
        const double error = std::abs(found[at] - sums[at]) / (rounding * (1e-3 + sums[at]));
        worst = error <= worst ? worst : std::isnan(error) ? HUGE_VAL : error;
      }
    }
    return worst;
  }
};

using Aggregate = Status (*)(const GraphView&, const float*, std::int64_t, float*, RunOptions&, cudaStream_t);
using Layer = Status (*)(const GraphView&, const float*, std::int64_t, const float*, std::int64_t, float*, RunOptions&,
                         cudaStream_t);

void expect(const Status& status) {
  if (status) return;
  std::fprintf(stderr, "a run failed: %s\n", status.detail);
  std::exit(1);
}

struct Table {
  const Data& data;
  const OnDevice<float>& sum;
  int failures = 0;

  void print(const std::vector<Contestant>& contestants) {
    std::vector<double> times, distances;
    double product = 0;
    for (const Contestant& one : contestants) {
      sum.clear();
      one.run();
      check(cudaDeviceSynchronize(), one.name.c_str());
      distances.push_back(one.is_layer ? 0 : data.distance(sum.values()));
      times.push_back(milliseconds(one.run));
      if (one.is_product && (product == 0 || times.back() < product)) product = times.back();
    }
    std::printf("| contestant | ms | of the best of cuSPARSE | G edges/s | result |\n|:--|--:|--:|--:|:--|\n");
    for (std::size_t i = 0; i < times.size(); ++i) {
      const bool right = distances[i] <= 1;
      failures += !right;
      const std::string ratio = product > 0 ? std::to_string(times[i] / product).substr(0, 5) : "-";
      std::printf("| %s | %.3f | %s | %.1f | %s |\n", contestants[i].name.c_str(), times[i], ratio.c_str(),
                  static_cast<double>(data.graph.edges()) / times[i] / 1e6,
                  contestants[i].is_layer ? "not compared"
                  : right                 ? "right"
                                          : "WRONG");
    }
  }
};

std::size_t workspace_bytes(const GraphView& view, std::int64_t k) {
  std::size_t bytes = 0;
#define VARIANT(name) bytes = std::max(bytes, gdsl::aggregate::name::workspace_bytes(view, k));
#include "aggregate.inc"
#undef VARIANT
#define VARIANT(name) bytes = std::max(bytes, gdsl::gnn_layer::name::workspace_bytes(view, k, 1));
#include "gnn_layer.inc"
#undef VARIANT
  return bytes;
}

int compare(const Graph& graph, std::int64_t k) {
  const Data data(graph, k);
  const auto length = static_cast<std::size_t>(graph.nodes * k);
  const OnDevice<edge_t> offsets(graph.row_offsets.data(), static_cast<std::size_t>(graph.nodes) + 1);
  const OnDevice<node_t> targets(graph.targets.data(), static_cast<std::size_t>(graph.edges()));
  const OnDevice<float> x(data.x.data(), length), sum(length), weight(data.x.data(), static_cast<std::size_t>(k)),
      out(static_cast<std::size_t>(graph.nodes));
  GraphView view;
  view.nodes = graph.nodes;
  view.edges = graph.edges();
  view.row_offsets = offsets.data();
  view.targets = targets.data();
  const std::size_t bytes = workspace_bytes(view, k);
  const OnDevice<char> workspace(bytes);
  RunOptions options;
  options.workspace = workspace.data();
  options.workspace_bytes = bytes;

  std::vector<Contestant> contestants;
  for (const spmm::Product& product :
       spmm::products(graph.nodes, graph.edges(), graph.row_offsets.data(), targets.data(), k, x.data(), sum.data()))
    contestants.push_back({product.name, product.run, true});
  const auto aggregate = [&](const char* name, Aggregate run) {
    contestants.push_back({name, [&, run] { expect(run(view, x.data(), k, sum.data(), options, nullptr)); }});
  };
  const auto layer = [&](const std::string& name, Layer run) {
    contestants.push_back({"layer with one output, " + name,
                           [&, run] { expect(run(view, x.data(), k, weight.data(), 1, out.data(), options, nullptr)); },
                           false, true});
  };
#define VARIANT(name) aggregate(#name, gdsl::aggregate::name::run);
#include "aggregate.inc"
#undef VARIANT
#define VARIANT(name) layer(#name, gdsl::gnn_layer::name::run);
#include "gnn_layer.inc"
#undef VARIANT
  Table table{data, sum};
  table.print(contestants);
  return table.failures;
}

}  // namespace

int main(int count, char** words) {
  GraphOptions wanted;
  std::string what;
  for (int i = 2; i < count; ++i) {
    const std::string word = std::string(words[i]).substr(2);
    const std::size_t equals = word.find('=');
    const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (const auto failure = set_graph_option(wanted, word.substr(0, equals), value)) {
      std::fprintf(stderr, "bench-spmm: %s\n", failure->message.c_str());
      return 1;
    }
    what += std::string(" ") + words[i];
  }
  const auto loaded = load_graph(wanted);
  if (!loaded) {
    std::fprintf(stderr, "bench-spmm: %s\n", loaded.error().c_str());
    return 1;
  }
  const std::int64_t k = std::atoll(words[1]);
  std::printf("\nk = %lld,%s: %lld nodes, %lld edges\n\n", static_cast<long long>(k), what.c_str(),
              static_cast<long long>(loaded->graph.nodes), static_cast<long long>(loaded->graph.edges()));
  const int failures = compare(loaded->graph, k);
  std::printf("\n%d wrong results\n", failures);
  return failures == 0 ? 0 : 1;
}
