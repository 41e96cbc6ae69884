// Synthetic graphs. Seeded, the same on every machine and for every number of threads: each random choice
// is a hash of the seed and the place of the edge.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/graph/graph.h"
#include "runtime/graph/result.h"

namespace maxwarp {

/// Whether `spec` starts with the name of a generator and a colon (`rmat:`, `grid:`, …).
bool is_generator(std::string_view spec);

/// The graph that `spec` describes; the forms are listed by `generator_details`. Labels are the node indices.
/// Errors: unknown generator, wrong number or range of its values, a graph larger than the memory.
Result<Graph> generate_graph(const std::string& spec, std::uint64_t seed);

/// The seed of that graph: the one in its text, if it has one, else the given one.
std::uint64_t seed_of(std::string_view spec, std::uint64_t seed);

/// The forms of all generators in one line, for error messages.
const char* generator_help();

/// The same with a line of explanation each.
const char* generator_details();

/// Parameters of a recursive matrix: probabilities of the quadrants; the last one has the rest.
struct Quadrants {
  double a = 0.45, b = 0.15, c = 0.15;
};

// The generators themselves. Sizes must be non-negative and have been checked to fit (check_size).

/// Edge number `edge` of a graph by recursive subdivision of the adjacency matrix.
std::pair<node_t, node_t> rmat_edge(node_t nodes, const Quadrants& quadrants, std::uint64_t seed, std::uint64_t edge);
/// `edges` of these; self-loops and repeated edges occur. `relabel` renumbers the nodes by a random permutation,
/// as Graph500 asks.
Graph rmat_graph(node_t nodes, edge_t edges, const Quadrants& quadrants, std::uint64_t seed, bool relabel);
/// `edges` directed edges with independent uniform ends; self-loops and repeated edges occur.
Graph uniform_graph(node_t nodes, edge_t edges, std::uint64_t seed);
/// A ring in which each node is joined to its `neighbors` (even, less than `nodes`) nearest; the far end of each
/// edge is replaced by any other node with probability `rewire` (Watts and Strogatz 1998). Both directions; repeated
/// edges may occur, self-loops do not.
Graph small_world_graph(node_t nodes, node_t neighbors, double rewire, std::uint64_t seed);

/// Sizes of a lattice; node (z * height + y) * width + x. Depth 1 is the plane.
struct Box {
  node_t width, height, depth;
};
/// Each point joined to the next one along each axis: 4 neighbors in the plane, 6 in space; both directions.
Graph grid_graph(const Box& box);
/// The grid with the diagonals that cut each cell into triangles or tetrahedra (those along which no coordinate
/// falls): 6 neighbors in the plane, 14 in space; both directions.
Graph mesh_graph(const Box& box);
/// The plane grid with each edge kept with probability `keep` and each of a cell's two diagonals added with
/// probability `diagonal`; both directions.
Graph road_graph(node_t width, node_t height, double keep, double diagonal, std::uint64_t seed);
/// Edges from node 0 to every other node.
Graph star_graph(node_t nodes);
/// Edges from each node to the next.
Graph chain_graph(node_t nodes);
/// Edges from each node v to its children v * arity + 1 .. v * arity + arity; node 0 is the root.
Graph tree_graph(node_t nodes, node_t arity);
/// Cells and bodies of a Barnes-Hut octree of `bodies` bodies at random places in a cube, edges from cells to what is
/// in them: a cell with more than one body has a cell for each octant with more than one, and the bodies that are alone
/// in theirs. Bodies come first, along the curve of Morton; then the cells, so that every node stands after its
/// children.
Graph octree_graph(node_t bodies, std::uint64_t seed);
/// Every ordered pair of different nodes.
Graph clique_graph(node_t nodes);
/// The factor graph of a random formula, as read_cnf makes it: the variables, then the clauses, with edges to the
/// different variables of their `literals` (at most `variables`) literals; weight 1, or -1 where one is negated.
Graph ksat_graph(node_t variables, node_t clauses, node_t literals, std::uint64_t seed);

/// Directed graph number `index` of all with n <= 8 nodes, self-loops included: bit u * n + v of `index` says
/// whether the edge u → v is there; there are 2^(n * n) of them.
Graph all_directed_graph(int n, std::uint64_t index);

}  // namespace maxwarp
