// Synthetic graphs. Seeded, the same on every machine and for every number of threads: each random choice
// is a hash of the seed and the place of the edge.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/graph/graph.h"
#include "runtime/graph/result.h"

namespace maxwarp {

/// Whether `spec` starts with the name of a generator and a colon (`rmat:`, `grid:`, …).
bool is_generator(std::string_view spec);

/// The graph that `spec` describes; the forms are listed by `generator_help`. Labels are the node indices.
/// Errors: unknown generator, wrong number or range of its values, a graph larger than the memory.
Result<Graph> generate_graph(const std::string& spec, std::uint64_t seed);

/// One line a generator, for help and error messages.
const char* generator_help();

/// Parameters of a recursive matrix: probabilities of the quadrants; the last one has the rest.
struct Quadrants {
  double a = 0.45, b = 0.15, c = 0.15;
};

// The generators themselves. Sizes must be non-negative and have been checked to fit (check_size).

/// `edges` directed edges over `nodes` nodes by recursive subdivision of the adjacency matrix; self-loops and
/// repeated edges occur. `relabel` renumbers the nodes by a random permutation, as Graph500 asks.
EdgeList rmat_edges(node_t nodes, edge_t edges, Quadrants quadrants, std::uint64_t seed, bool relabel);
/// `edges` directed edges with independent uniform ends; self-loops and repeated edges occur.
EdgeList uniform_edges(node_t nodes, edge_t edges, std::uint64_t seed);
/// width × height points, node y * width + x, 4 neighbors, both directions.
EdgeList grid_edges(node_t width, node_t height);
/// The grid with one diagonal a cell ((x, y) to (x + 1, y + 1)): 6 neighbors inside, both directions.
EdgeList mesh_edges(node_t width, node_t height);
/// The grid with each edge kept with probability `keep` and each of a cell's two diagonals added with
/// probability `diagonal`; both directions.
EdgeList road_edges(node_t width, node_t height, double keep, double diagonal, std::uint64_t seed);
/// Edges from node 0 to every other node.
EdgeList star_edges(node_t nodes);
/// Edges from each node to the next.
EdgeList chain_edges(node_t nodes);
/// Every ordered pair of different nodes.
EdgeList clique_edges(node_t nodes);

/// Directed graph number `index` of all with n <= 8 nodes, self-loops included: bit u * n + v of `index` says
/// whether the edge u → v is there; there are 2^(n * n) of them.
Graph all_directed_graph(int n, std::uint64_t index);

}  // namespace maxwarp
