// bench-handwritten: the hand-written examples for every width of virtual warps, and breadth-first search and LU beside
// what gdslc makes of examples/bfs and examples/lu. Results are checked; the table goes to stdout. Exit status 1 on a
// wrong result.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "examples/handwritten/handwritten.h"
#include "on_device.h"
#include "programs/bfs/bfs.h"
#include "programs/lu/lu.h"
#include "runtime/graph/generate/generate.h"
#include "runtime/graph/hash.h"
#include "runtime/reference/reference.h"

namespace {

using namespace maxwarp;

int failures = 0;

/// A program with what it needs before each run; the run waits for the device.
struct Contestant {
  std::function<void()> prepare;
  std::function<Status()> run;
};

double milliseconds(const Contestant& one) {
  one.prepare();
  check(cudaDeviceSynchronize(), "prepare");
  const auto begin = std::chrono::steady_clock::now();
  const Status status = one.run();
  const double time = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  if (!status) {
    std::fprintf(stderr, "a run failed: %s\n", status.detail);
    std::exit(1);
  }
  return time;
}

/// The medians of `repeats` runs each, in turns, after one run each that does not count.
std::vector<double> medians(const std::vector<Contestant>& contestants, int repeats) {
  std::vector<std::vector<double>> times(contestants.size());
  for (int i = -1; i < repeats; ++i)
    for (std::size_t c = 0; c < contestants.size(); ++c)
      if (const double time = milliseconds(contestants[c]); i >= 0) times[c].push_back(time);
  std::vector<double> result;
  for (std::vector<double>& list : times) {
    std::ranges::sort(list);
    result.push_back(list[list.size() / 2]);
  }
  return result;
}

void expect(bool right, const char* what, int width) {
  if (right) return;
  std::printf("WRONG RESULT: %s, width %d\n", what, width);
  ++failures;
}

RunOptions options_of(const OnDevice<char>& workspace, std::size_t bytes) {
  RunOptions options;
  options.workspace = workspace.data();
  options.workspace_bytes = bytes;
  return options;
}

void sort_all(std::int64_t count) {
  std::vector<std::int32_t> numbers;
  for (std::int64_t i = 0; i < count; ++i)
    numbers.push_back(static_cast<std::int32_t>(random_bits(1, static_cast<std::uint64_t>(i))));
  const OnDevice<std::int32_t> data(numbers), sorted(numbers.size());
  const std::size_t bytes = handwritten::merge_sort_workspace_bytes(count);
  const OnDevice<char> workspace(bytes);
  std::ranges::sort(numbers);
  std::printf(
      "\nmerge_sort, %lld random numbers\n\n| W | ms | million a second | speed-up over W = 1 |\n|--:|--:|--:|--:|\n",
      static_cast<long long>(count));
  double threads = 0;
  for (const int width : {1, 2, 4, 8, 16, 32}) {
    RunOptions options = options_of(workspace, bytes);
    const Contestant own{[] {},
                         [&] { return handwritten::merge_sort(width, data.data(), count, sorted.data(), options); }};
    const double time = medians({own}, 5)[0];
    if (width == 1) threads = time;
    expect(sorted.values() == numbers, "merge_sort", width);
    std::printf("| %d | %.3f | %.0f | %.2f |\n", width, time, static_cast<double>(count) / time / 1e3, threads / time);
  }
}

/// Right-looking elimination on one processor.
std::vector<double> factors_of(std::vector<double> a, std::int64_t n) {
  for (std::int64_t k = 0; k < n; ++k)
    for (std::int64_t i = k + 1; i < n; ++i) {
      double* row = a.data() + i * n;
      const double* top = a.data() + k * n;
      const double factor = row[k] /= top[k];
      for (std::int64_t j = k + 1; j < n; ++j) row[j] -= factor * top[j];
    }
  return a;
}

/// Rounding alone: multiplications and subtractions may be fused on the device.
bool near(const std::vector<double>& found, const std::vector<double>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!(std::abs(found[i] - expected[i]) <= 1e-9 * (1 + std::abs(expected[i])))) return false;
  return found.size() == expected.size();
}

using GeneratedLu = Status (*)(const GraphView&, const double*, std::int64_t, double*, RunOptions&, cudaStream_t);

void factor_all(std::int64_t n) {
  std::vector<double> matrix;
  for (std::int64_t i = 0; i < n * n; ++i)
    matrix.push_back(unit_real(random_bits(2, static_cast<std::uint64_t>(i))) * 2 - 1 +
                     (i / n == i % n ? 2.0 * static_cast<double>(n) : 0));
  const std::vector<double> expected = factors_of(matrix, n);
  const OnDevice<double> input(matrix), own(matrix), made(matrix);
  const OnDevice<char> workspace(1 << 20);
  const GeneratedLu generated[] = {gdsl::lu::w1::run, gdsl::lu::w2::run,  gdsl::lu::w4::run,
                                   gdsl::lu::w8::run, gdsl::lu::w16::run, gdsl::lu::w32::run};
  std::printf(
      "\nlu, %lld x %lld\n\n| W | ms | speed-up over W = 1 | gdslc ms | gdslc / hand-written "
      "|\n|--:|--:|--:|--:|--:|\n",
      static_cast<long long>(n), static_cast<long long>(n));
  double threads = 0;
  int place = 0;
  for (const int width : {1, 2, 4, 8, 16, 32}) {
    RunOptions options = options_of(workspace, 1 << 20);
    const GeneratedLu run = generated[place++];
    const auto times = medians(
        {{[&] { own.set(matrix.data()); }, [&] { return handwritten::lu(width, own.data(), n); }},
         {[] {}, [&] { return run(GraphView{}, input.data(), n, made.data(), options, nullptr); }}},
        3);
    if (width == 1) threads = times[0];
    expect(near(own.values(), expected), "lu", width);
    expect(near(made.values(), expected), "lu by gdslc", width);
    std::printf("| %d | %.3f | %.2f | %.3f | %.3f |\n", width, times[0], threads / times[0], times[1],
                times[1] / times[0]);
  }
}

struct GeneratedBfs {
  Status (*run)(const GraphView&, node_t, std::int32_t*, RunOptions&, cudaStream_t);
  std::size_t (*workspace_bytes)(const GraphView&);
};

/// A graph, and where to begin in it.
struct Search {
  GraphView host, device;
  node_t source = 0;
};

/// Both programs on the graph with virtual warps of `width` lanes; the time of the one by hand.
double search(const Search& in, int width, const GeneratedBfs& other, const std::vector<std::int32_t>& expected,
              double threads) {
  const OnDevice<std::int32_t> level(static_cast<std::size_t>(in.device.nodes));
  const std::size_t bytes = std::max(handwritten::bfs_workspace_bytes(in.device), other.workspace_bytes(in.device));
  const OnDevice<char> workspace(bytes);
  RunOptions options = options_of(workspace, bytes);
  const Contestant own{[] {}, [&] { return handwritten::bfs(width, in.device, in.source, level.data(), options); }};
  const Contestant made{[] {}, [&] { return other.run(in.device, in.source, level.data(), options, nullptr); }};
  milliseconds(made);
  expect(level.values() == expected, "bfs by gdslc", width);
  milliseconds(own);
  expect(level.values() == expected, "bfs", width);
  const auto times = medians({own, made}, 21);
  std::printf("| %d | %.3f | %.2f | %.3f | %.3f | %lld |\n", width, times[0],
              (width == 1 ? times[0] : threads) / times[0], times[1], times[1] / times[0],
              static_cast<long long>(options.rounds));
  return times[0];
}

void search_all(const std::string& spec) {
  const auto graph = generate_graph(spec, 1);
  if (!graph) {
    std::fprintf(stderr, "%s\n", graph.error().c_str());
    std::exit(1);
  }
  const OnDevice<edge_t> offsets(std::vector<edge_t>(graph->row_offsets.begin(), graph->row_offsets.end()));
  const OnDevice<node_t> targets(std::vector<node_t>(graph->targets.begin(), graph->targets.end()));
  Search in;
  in.host.nodes = in.device.nodes = graph->nodes;
  in.host.edges = in.device.edges = graph->edges();
  in.host.row_offsets = graph->row_offsets.data();
  in.host.targets = graph->targets.data();
  in.device.row_offsets = offsets.data();
  in.device.targets = targets.data();
  for (node_t v = 0; v < graph->nodes; ++v)
    if (graph->row_offsets[v + 1] - graph->row_offsets[v] >
        graph->row_offsets[in.source + 1] - graph->row_offsets[in.source])
      in.source = v;
  const std::vector<std::int32_t> expected = reference::bfs_levels(in.host, in.source);
  const GeneratedBfs generated[] = {
      {gdsl::bfs::w1::run, gdsl::bfs::w1::workspace_bytes},   {gdsl::bfs::w2::run, gdsl::bfs::w2::workspace_bytes},
      {gdsl::bfs::w4::run, gdsl::bfs::w4::workspace_bytes},   {gdsl::bfs::w8::run, gdsl::bfs::w8::workspace_bytes},
      {gdsl::bfs::w16::run, gdsl::bfs::w16::workspace_bytes}, {gdsl::bfs::w32::run, gdsl::bfs::w32::workspace_bytes}};
  std::printf(
      "\nbfs, %s: %d nodes, %lld edges, source %d\n\n| W | ms | speed-up over W = 1 | gdslc ms | gdslc / hand-written "
      "| rounds |\n"
      "|--:|--:|--:|--:|--:|--:|\n",
      spec.c_str(), graph->nodes, static_cast<long long>(graph->edges()), in.source);
  double threads = 0;
  for (int place = 0; place < 6; ++place) {
    const double time = search(in, 1 << place, generated[place], expected, threads);
    if (place == 0) threads = time;
  }
}

}  // namespace

/// Arguments: numbers to sort, rows of the matrix, graph.
int main(int count, char** words) {
  const std::int64_t numbers = count > 1 ? std::atoll(words[1]) : std::int64_t{1} << 24;
  const std::int64_t rows = count > 2 ? std::atoll(words[2]) : 2048;
  const std::string graph = count > 3 ? words[3] : "rmat:20:16";
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
  std::printf("%s\n", properties.name);
  sort_all(numbers);
  factor_all(rows);
  search_all(graph);
  std::printf("\n%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
