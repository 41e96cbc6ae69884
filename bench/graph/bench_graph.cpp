// Loads one graph and prints what it took: `bench-graph GRAPH [OPTION=VALUE…]`, threads by MAXWARP_THREADS.
// One line: seconds of wall and of user time, the process's peak memory and the graph's own bytes.
// `bench-graph` alone prints the peak of a process that does nothing.
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>

#include "runtime/graph/options.h"
#include "runtime/graph/write/write.h"

namespace {

/// The peak of this process's resident memory in bytes.
double peak_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) * 1024;
  return 0;
}

double user_seconds() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) + static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

double system_seconds() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_stime.tv_sec) + static_cast<double>(usage.ru_stime.tv_usec) * 1e-6;
}

template <typename T>
double bytes_of(const maxwarp::Array<T>& array) {
  return static_cast<double>(array.size() * sizeof(T));
}

/// Offsets, targets, weights and labels.
double graph_bytes(const maxwarp::Graph& graph) {
  return bytes_of(graph.row_offsets) + bytes_of(graph.targets) + bytes_of(graph.int_weights) +
         bytes_of(graph.double_weights) + bytes_of(graph.labels.list);
}

int load(int count, char** arguments) {
  maxwarp::GraphOptions options;
  options.graph = arguments[1];
  std::string output;
  for (int i = 2; i < count; ++i) {
    const std::string text = arguments[i];
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals), value = equals == std::string::npos ? "" : text.substr(equals + 1);
    if (name == "output") {
      output = value;
    } else if (auto failure = maxwarp::set_graph_option(options, name, value)) {
      std::fprintf(stderr, "%s\n", failure->message.c_str());
      return 1;
    }
  }
  const auto begin = std::chrono::steady_clock::now();
  auto loaded = maxwarp::load_graph(options);
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (!loaded) {
    std::fprintf(stderr, "%s\n", loaded.error().c_str());
    return 1;
  }
  std::printf("%.3f %.3f %.3f %.0f %.0f %lld %s\n", wall, user_seconds(), system_seconds(), peak_bytes(),
              graph_bytes(loaded->graph), static_cast<long long>(loaded->graph.edges()), loaded->summary.c_str());
  if (output.empty()) return 0;
  auto failure = maxwarp::write_graph(output, loaded->graph);
  if (failure) std::fprintf(stderr, "%s\n", failure->message.c_str());
  return failure ? 1 : 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1) return load(count, arguments);
  std::printf("0 0 0 %.0f 0 0 nothing\n", peak_bytes());
  return 0;
}
