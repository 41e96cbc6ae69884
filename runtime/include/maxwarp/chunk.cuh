// What a virtual warp copies of a chunk of nodes to its own part of shared memory ([H] §3.1, Fig. 4).
#pragma once

#include "maxwarp/device.cuh"

namespace maxwarp {

/// The warp-private copy of a chunk of nodes and of the bounds of their rows ([H] Fig. 4, `warpmem_t`).
template <int Size, typename Edge = edge_t>
struct Chunk {
  Edge first[Size];
  Edge end[Size];
  node_t node[Size];
};

/// The warp-private copy of a property of the nodes of a chunk.
template <typename T, int Size>
struct ChunkValues {
  T of[Size];
};

}  // namespace maxwarp
