// Hops from several nodes on a graph in arrays of one's own. One workspace serves all calls.
#include <cstddef>
#include <cstdio>
#include <vector>

#include "hops.h"

int main() {
  // The edges of node v are targets[row_offsets[v]] to targets[row_offsets[v + 1] - 1].
  const std::vector<maxwarp::edge_t> row_offsets = {0, 2, 3, 4, 4, 5};
  const std::vector<maxwarp::node_t> targets = {1, 2, 3, 3, 0};
  maxwarp::GraphView graph;  // forms: FormRows, until the caller fills in more
  graph.nodes = 5;
  graph.edges = 5;
  graph.row_offsets = row_offsets.data();
  graph.targets = targets.data();
  graph.max_outdegree = 2;
  graph.max_indegree = 2;

  std::vector<std::int32_t> level(5);
  std::vector<std::byte> workspace(gdsl::hops::workspace_bytes(graph));
  maxwarp::RunOptions options;
  options.workspace = workspace.data();
  options.workspace_bytes = workspace.size();
  for (const maxwarp::node_t source : {0, 4, 9}) {
    const maxwarp::Status status = gdsl::hops::run(graph, source, level.data(), options);
    if (!status) {
      std::printf("from %d: status %d: %s\n", source, static_cast<int>(status.code), status.detail);
      continue;
    }
    std::printf("from %d, %d rounds:", source, static_cast<int>(options.rounds));
    for (const std::int32_t hops : level) std::printf(hops == maxwarp::infinity<std::int32_t>() ? " inf" : " %d", hops);
    std::printf("\n");
  }
  return 0;
}
