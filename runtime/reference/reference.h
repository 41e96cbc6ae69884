// Plain sequential algorithms that are obviously correct: what every compiled program is compared with, on
// machines without other graph libraries too. All work on host memory and need FormRows only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "maxwarp/graph_view.h"

namespace maxwarp::reference {

/// Hop distance from `source` along the edges; infinity<int>() where there is no path.
std::vector<std::int32_t> bfs_levels(const GraphView& graph, node_t source);

/// Smallest sum of `weight` (one an edge) over all paths from `source`; infinity where there is no path.
/// Integer sums follow the language: `inf + x` is inf, and a finite sum outside of int saturates to inf.
/// Negative weights are allowed; nothing is returned when a negative cycle is reachable.
std::optional<std::vector<std::int32_t>> shortest_paths(const GraphView& graph, const std::int32_t* weight,
                                                        node_t source);
/// Whether `distance` is proved to be what shortest_paths gives, by one look at each edge. False proves nothing: it may
/// be wrong, or a weight may be less than 1.
bool proves_shortest_paths(const GraphView& graph, const std::int32_t* weight, node_t source,
                           const std::vector<std::int32_t>& distance);
std::optional<std::vector<double>> shortest_paths(const GraphView& graph, const double* weight, node_t source);

struct PageRank {
  std::vector<double> rank;
  std::int64_t rounds = 0;
};
/// Power iteration from 1 / nodes with the mass of nodes without out-edges spread evenly, until the ranks
/// change by less than `tolerance` in sum or `limit` rounds are done. Parallel edges count each. As in the
/// language's `until … or round == limit`, a limit below 1 is never met.
PageRank pagerank(const GraphView& graph, double damping, double tolerance, std::int64_t limit);

/// The fixed point of rank = 1 - damping + damping * (shares of the in-neighbors), to 1e-13: mass at nodes without
/// out-edges is lost, nothing is normalised.
std::vector<double> unnormalized_pagerank(const GraphView& graph, double damping);

/// Hubs and authorities after `limit` rounds from 1, each scaled to length 1 where it is not 0.
struct Hits {
  std::vector<double> hub, authority;
};
Hits hits(const GraphView& graph, std::int64_t limit);

/// Visits of `walks` walks of `length` steps from each node; step t of walk i from s takes the edge
/// random_below(outdegree, s, i, t).
std::vector<std::int64_t> random_walks(const GraphView& graph, std::int64_t walks, std::int64_t length);

/// Surveys of survey propagation, synchronous: as the program of this name, with random_real(e) to begin with. `edge`
/// arrays have one element per edge; `survey` is 0 on edges that leave no clause.
struct Surveys {
  std::vector<double> survey, bias;
  bool converged = false;
};
Surveys survey_messages(const GraphView& graph, const std::int32_t* is_clause, const std::int32_t* negated,
                        double tolerance, std::int64_t limit);

/// Checks an assignment to a formula: edges run from clauses to variables, `sign` is above 0 unless the variable is
/// negated. Variables have the value 1 or -1 and other nodes 0, and `open` clauses have no literal that holds. Returns
/// what is wrong, or nothing.
std::optional<std::string> check_assignment(const GraphView& graph, const std::int32_t* sign, const std::int32_t* value,
                                            std::int64_t open);

/// For each node the smallest node of its weakly connected component.
std::vector<node_t> components(const GraphView& graph);

/// Triangles of the simple undirected graph under the edges: direction, self-loops and repeats dropped.
std::int64_t triangles(const GraphView& graph);

/// Whether `target` can be reached from `source` along the edges; a node reaches itself.
bool connected(const GraphView& graph, node_t source, node_t target);

/// Element d: how many nodes have in-degree d (out-degree d); as long as the largest degree plus one, one
/// element at least.
std::vector<std::int64_t> indegree_histogram(const GraphView& graph);
std::vector<std::int64_t> outdegree_histogram(const GraphView& graph);

/// For each node the largest node of its strongly connected component.
std::vector<node_t> strong_components(const GraphView& graph);

/// For each node the largest k such that it is in a subgraph of minimum degree k. The graph is symmetric and simple.
std::vector<std::int32_t> core_numbers(const GraphView& graph);

/// 1 for each edge of the k-truss of a symmetric graph without self-loops and parallel edges: the largest set of edges
/// in which each is in at least k - 2 triangles. For small graphs: time grows with nodes * edges.
std::vector<std::int32_t> truss_edges(const GraphView& graph, std::int64_t k);

/// Checks a tree of shortest paths to distances that are right: exactly the reached nodes have a parent, the source is
/// its own, an edge that makes up the difference leads from each other's parent, and all roads end at the source.
std::optional<std::string> check_path_parents(const GraphView& graph, const std::int32_t* weight,
                                              const std::vector<std::int32_t>& dist, node_t source,
                                              const node_t* parent);

/// Checks a minimum spanning forest of a symmetric graph, `in_tree` one value per edge, one of the two directions
/// marked: it spans, has no cycle, and `total`, its sum of weights, is the least. Returns what is wrong, or nothing.
std::optional<std::string> check_spanning_forest(const GraphView& graph, const std::int32_t* weight,
                                                 const std::int32_t* in_tree, std::int64_t total);

/// Community labels by synchronous label propagation (CDLP of Graphalytics): in each round every node takes the most
/// frequent label of its neighbors, the smallest of those that tie; an edge counts at both of its ends, and in a
/// symmetric graph once at each.
std::vector<node_t> label_propagation(const GraphView& graph, std::int64_t rounds);

/// Local clustering coefficients of a simple directed graph (LCC of Graphalytics): arcs among the d neighbors, in or
/// out, over d (d - 1); 0 where d < 2.
std::vector<double> clustering(const GraphView& graph);

/// Personalized PageRank: jumps and the mass of nodes without out-edges go to `sources` in equal parts. Ends like
/// `repeat up to limit … until change < tolerance`.
std::vector<double> personalized_pagerank(const GraphView& graph, const std::vector<node_t>& sources, double damping,
                                          double tolerance, std::int64_t limit);

/// Shortest-path betweenness, summed over `sources` as one end (ordered pairs). Parallel edges are paths of their own.
/// There may be more paths than a double can count.
std::vector<double> betweenness(const GraphView& graph, const std::vector<node_t>& sources);

/// Mass and centre of each node of a forest with all that is below it.
struct Summary {
  std::vector<double> total, x, y;
};
/// `mass` (not negative), `x` and `y` of the nodes alone; the edges run from parent to child. A node without any mass
/// is its own centre.
Summary tree_summary(const GraphView& graph, const double* mass, const double* x, const double* y);

/// Checks that the nodes with `in_set` are a maximal independent set of a symmetric graph; self-loops do not
/// count. Returns what is wrong, or nothing.
std::optional<std::string> check_independent(const GraphView& graph, const std::int32_t* in_set);

/// Checks a coloring of a symmetric graph: neighbors differ, and below each node's color every one is among its
/// neighbors, as a greedy choice leaves it. Self-loops do not count. Returns what is wrong, or nothing.
std::optional<std::string> check_coloring(const GraphView& graph, const std::int32_t* color);

/// Checks a BFS tree: exactly the reached nodes have a parent, the source is its own, and every other
/// parent is an in-neighbor one level below. Returns what is wrong, or nothing.
std::optional<std::string> check_bfs_parents(const GraphView& graph, node_t source, const node_t* parent);

}  // namespace maxwarp::reference
