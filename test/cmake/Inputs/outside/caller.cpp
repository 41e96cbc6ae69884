// A source of the host calls the function for the device: without a graph on one, it only asks for the workspace.
#include <cuda_runtime.h>

#include <cstdio>

#include "hops.h"

int main() {
  maxwarp::GraphView graph;
  graph.nodes = 1000;
  graph.edges = 4000;
  int devices = 0;
  const bool none = cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0;
  std::printf("%s; a workspace of %s\n", none ? "no device" : "a device",
              gdsl::hops::workspace_bytes(graph) >= 8000 ? "8000 bytes or more" : "too few bytes");
  return 0;
}
