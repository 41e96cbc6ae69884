// Reads a graph, calls the generated function, and prints how many nodes are farther than one hop.
#include "hops.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <vector>

#include "runtime/graph/options.h"

int main(int argc, char** argv) {
  if (argc != 2) return 1;
  maxwarp::GraphOptions options;
  options.graph = argv[1];
  auto loaded = maxwarp::load_graph(options);
  if (!loaded) {
    std::fprintf(stderr, "error: %s\n", loaded.error().c_str());
    return 1;
  }
  maxwarp::add_forms(loaded->graph, gdsl::hops::forms);
  const maxwarp::GraphView graph = maxwarp::view(loaded->graph);
  std::vector<std::int32_t> level(static_cast<std::size_t>(graph.nodes));
  std::vector<std::byte> workspace(gdsl::hops::workspace_bytes(graph));
  maxwarp::RunOptions run_options{workspace.data(), workspace.size(), 0, 0};
  if (!gdsl::hops::run(graph, 0, level.data(), run_options)) return 2;
  std::printf("%td far nodes, %d rounds\n",
              std::count_if(level.begin(), level.end(), [](int hops) { return hops > 1; }),
              static_cast<int>(run_options.rounds));
  return 0;
}
