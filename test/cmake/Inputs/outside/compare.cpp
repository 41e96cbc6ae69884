// Two mappings of one program in one file agree.
#include <cstddef>
#include <cstdio>
#include <vector>

#include "hops.h"
#include "runtime/graph/options.h"

int main() {
  maxwarp::GraphOptions options;
  options.graph = "grid:7:5";
  const auto loaded = maxwarp::load_graph(options);
  if (!loaded) return 1;
  const maxwarp::GraphView graph = maxwarp::view(loaded->graph);
  std::vector<std::int32_t> data(static_cast<std::size_t>(graph.nodes)), all(data);
  std::vector<std::byte> workspace(gdsl::hops::data::workspace_bytes(graph) +
                                   gdsl::hops::topology::workspace_bytes(graph));
  maxwarp::RunOptions run_options{workspace.data(), workspace.size(), 0, 0};
  if (!gdsl::hops::data::run(graph, 3, data.data(), run_options)) return 2;
  if (!gdsl::hops::topology::run(graph, 3, all.data(), run_options)) return 2;
  std::puts(data == all ? "equal" : "different");
  return data == all ? 0 : 1;
}
