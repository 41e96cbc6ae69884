// Reads a generator's description, checks its values and sizes, and calls it.
#include "runtime/graph/generate/generate.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/graph/memory.h"
#include "runtime/graph/parse.h"

namespace maxwarp {
namespace {

struct Request {
  std::string spec;
  std::vector<std::string_view> values;  // the parts after the name
  std::uint64_t seed = 1;
};

struct Generator {
  const char *name, *form, *meaning;
  std::size_t least_values, most_values;
  Result<Graph> (*run)(const Request&);
};

Failure bad_value(const Request& request, std::string_view seen, const std::string& expected) {
  return {request.spec + ": `" + std::string(seen) + "`; expected " + expected};
}

/// Value `i` as an integer of at least `least` (and at most 2^53, where doubles are exact).
Result<std::int64_t> count_value(const Request& request, std::size_t i, const char* what, std::int64_t least) {
  constexpr std::int64_t most = std::int64_t(1) << 53;
  const std::string_view text = request.values[i];
  auto value = parse_integer(text);
  if (value && *value >= least && *value <= most) return *value;
  const bool is_digits = !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  const bool too_large = is_digits && !(value && *value < least);
  return bad_value(request, text,
                   std::string(what) + " as an integer of at " +
                       (too_large ? "most " + std::to_string(most) : "least " + std::to_string(least)));
}

Result<double> probability_value(const Request& request, std::string_view text) {
  auto value = parse_real(text);
  if (value && *value >= 0 && *value <= 1) return *value;
  return bad_value(request, text, "a probability in 0..1");
}

/// What `make()` gives, after its size has been checked.
template <typename Make>
Result<Graph> checked(const Request& request, double nodes, double edge_count, Make make) {
  if (auto failure = check_size(request.spec, nodes, edge_count)) return *failure;
  return make();
}

Result<Quadrants> quadrants_value(const Request& request, std::string_view text) {
  std::vector<std::string_view> parts = split(text, ',');
  if (parts.size() != 3) return bad_value(request, text, "three probabilities A,B,C");
  double values[3];
  for (int i = 0; i < 3; ++i) {
    auto value = probability_value(request, parts[i]);
    if (!value) return value.failure();
    values[i] = *value;
  }
  if (values[0] + values[1] + values[2] > 1 + 1e-12) return bad_value(request, text, "A + B + C of at most 1");
  return Quadrants{values[0], values[1], values[2]};
}

Result<Graph> recursive_matrix(const Request& request, std::int64_t nodes, double edges, Quadrants q, bool relabel) {
  if (nodes == 0 && edges > 0) return Failure{request.spec + ": edges without nodes; expected at least one node"};
  return checked(request, static_cast<double>(nodes), edges, [&] {
    return rmat_graph(static_cast<node_t>(nodes), static_cast<edge_t>(edges), q, request.seed, relabel);
  });
}

/// `SCALE:EF[:A,B,C]`: 2^SCALE nodes, EF times as many edges.
Result<Graph> by_scale(const Request& request, Quadrants q, bool relabel) {
  auto scale = count_value(request, 0, "the scale", 0);
  if (!scale) return scale.failure();
  auto factor = count_value(request, 1, "edges per node", 0);
  if (!factor) return factor.failure();
  if (*scale > 30) return bad_value(request, request.values[0], "a scale of at most 30");
  if (request.values.size() > 2) {
    auto given = quadrants_value(request, request.values[2]);
    if (!given) return given.failure();
    q = *given;
  }
  std::int64_t nodes = std::int64_t(1) << *scale;
  return recursive_matrix(request, nodes, static_cast<double>(nodes) * static_cast<double>(*factor), q, relabel);
}

/// `n=N,m=M[:A,B,C]`.
Result<Graph> by_counts(const Request& request) {
  if (request.values.size() > 2) return Failure{request.spec + ": 3 value(s); expected rmat:n=N,m=M[:A,B,C]"};
  std::vector<std::string_view> parts = split(request.values[0], ',');
  std::optional<std::int64_t> nodes, edges;
  if (parts.size() == 2 && parts[0].starts_with("n=") && parts[1].starts_with("m=")) {
    nodes = parse_integer(parts[0].substr(2));
    edges = parse_integer(parts[1].substr(2));
  }
  if (!nodes || !edges || *nodes < 0 || *edges < 0)
    return bad_value(request, request.values[0], "n=NODES,m=EDGES with counts of at least 0");
  Quadrants q;
  if (request.values.size() > 1) {
    auto given = quadrants_value(request, request.values[1]);
    if (!given) return given.failure();
    q = *given;
  }
  return recursive_matrix(request, *nodes, static_cast<double>(*edges), q, false);
}

Result<Graph> run_rmat(const Request& request) {
  if (request.values[0].starts_with("n=")) return by_counts(request);
  if (request.values.size() < 2) return Failure{request.spec + ": 1 value; expected rmat:SCALE:EF or rmat:n=N,m=M"};
  return by_scale(request, Quadrants{}, false);
}

Result<Graph> run_kron(const Request& request) { return by_scale(request, Quadrants{0.57, 0.19, 0.19}, true); }

Result<Graph> run_uniform(const Request& request) {
  auto nodes = count_value(request, 0, "the number of nodes", 0),
       edges = count_value(request, 1, "the number of edges", 0);
  if (!nodes) return nodes.failure();
  if (!edges) return edges.failure();
  if (*nodes == 0 && *edges > 0) return bad_value(request, request.values[0], "at least one node for edges");
  return checked(request, double(*nodes), double(*edges),
                 [&] { return uniform_graph(node_t(*nodes), *edges, request.seed); });
}

/// Lattices of two or three sides: `make(box)` with at most `per_node` edges a node.
template <typename Make>
Result<Graph> run_lattice(const Request& request, std::size_t sides, double per_node, Make make) {
  const char* const names[] = {"the width", "the height", "the depth"};
  std::int64_t side[3] = {1, 1, 1};
  double nodes = 1, longest = 0;
  for (std::size_t i = 0; i < sides; ++i) {
    auto value = count_value(request, i, names[i], 0);
    if (!value) return value.failure();
    side[i] = *value;
    nodes *= double(*value);
    longest = std::max(longest, double(*value));
  }
  // An empty side must not let another one through unchecked.
  if (auto failure = check_size(request.spec, longest, 0)) return *failure;
  return checked(request, nodes, nodes * per_node,
                 [&] { return make(Box{node_t(side[0]), node_t(side[1]), node_t(side[2])}); });
}

Result<Graph> run_grid(const Request& request) {
  const std::size_t sides = request.values.size();
  return run_lattice(request, sides, sides == 2 ? 4 : 6, grid_graph);
}

Result<Graph> run_mesh(const Request& request) {
  const std::size_t sides = request.values.size();
  return run_lattice(request, sides, sides == 2 ? 6 : 14, mesh_graph);
}

Result<Graph> run_road(const Request& request) {
  double chances[2] = {0.70, 0.03};
  for (std::size_t i = 2; i < request.values.size(); ++i) {
    auto value = probability_value(request, request.values[i]);
    if (!value) return value.failure();
    chances[i - 2] = *value;
  }
  return run_lattice(request, 2, 4 * chances[0] + 4 * chances[1], [&](const Box& box) {
    return road_graph(box.width, box.height, chances[0], chances[1], request.seed);
  });
}

Result<Graph> run_small_world(const Request& request) {
  auto nodes = count_value(request, 0, "the number of nodes", 0),
       neighbors = count_value(request, 1, "the number of neighbors", 0);
  if (!nodes) return nodes.failure();
  if (!neighbors) return neighbors.failure();
  if (*neighbors % 2 != 0 || (*neighbors >= *nodes && *neighbors > 0))
    return bad_value(request, request.values[1], "an even number of neighbors below the number of nodes");
  auto rewire = probability_value(request, request.values[2]);
  if (!rewire) return rewire.failure();
  return checked(request, double(*nodes), double(*nodes) * double(*neighbors),
                 [&] { return small_world_graph(node_t(*nodes), node_t(*neighbors), *rewire, request.seed); });
}

/// `N:RATIO[:SEED[:K]]`: RATIO clauses per variable of K literals each; the seed is that of the option unless given.
Result<Graph> run_ksat(const Request& request) {
  const std::size_t given = request.values.size();
  auto variables = count_value(request, 0, "the number of variables", 0);
  if (!variables) return variables.failure();
  const auto ratio = parse_real(request.values[1]);
  if (!ratio || *ratio < 0)
    return bad_value(request, request.values[1], "clauses per variable as a number of at least 0");
  Result<std::int64_t> literals = std::int64_t{3};
  if (given > 2)
    if (const auto seed = count_value(request, 2, "the seed", 0); !seed) return seed.failure();
  if (given > 3) literals = count_value(request, 3, "the literals per clause", 1);
  if (!literals) return literals.failure();
  const double clauses = std::round(double(*variables) * *ratio);
  if (*literals > *variables && clauses > 0)
    return bad_value(request, request.values[0], "at least " + std::to_string(*literals) + " variables for a clause");
  return checked(request, double(*variables) + clauses, clauses * double(*literals), [&] {
    return ksat_graph(node_t(*variables), node_t(clauses), node_t(*literals), seed_of(request.spec, request.seed));
  });
}

Result<Graph> run_tree(const Request& request) {
  auto nodes = count_value(request, 0, "the number of nodes", 0);
  if (!nodes) return nodes.failure();
  Result<std::int64_t> arity = std::int64_t{2};
  if (request.values.size() > 1) arity = count_value(request, 1, "the number of children", 1);
  if (!arity) return arity.failure();
  if (*arity > infinity<node_t>()) return bad_value(request, request.values[1], "at most 2147483647 children");
  return checked(request, double(*nodes), double(*nodes), [&] { return tree_graph(node_t(*nodes), node_t(*arity)); });
}

Result<Graph> run_octree(const Request& request) {
  auto bodies = count_value(request, 0, "the number of bodies", 0);
  if (!bodies) return bodies.failure();
  return checked(request, 2 * double(*bodies), 2 * double(*bodies),
                 [&] { return octree_graph(node_t(*bodies), request.seed); });
}

/// Graphs given by a number of nodes alone.
template <typename Make>
Result<Graph> run_by_nodes(const Request& request, bool squared, Make make) {
  auto nodes = count_value(request, 0, "the number of nodes", 0);
  if (!nodes) return nodes.failure();
  auto count = static_cast<double>(*nodes);
  return checked(request, count, squared ? count * count : count, [&] { return make(node_t(*nodes)); });
}

Result<Graph> run_star(const Request& request) { return run_by_nodes(request, false, star_graph); }
Result<Graph> run_chain(const Request& request) { return run_by_nodes(request, false, chain_graph); }
Result<Graph> run_clique(const Request& request) { return run_by_nodes(request, true, clique_graph); }

constexpr Generator generators[] = {
    {"rmat", "rmat:SCALE:EF[:A,B,C] or rmat:n=N,m=M[:A,B,C]",
     "recursive matrix, quadrants .45,.15,.15 unless given; 2^SCALE nodes, EF edges per node; directed", 1, 3,
     run_rmat},
    {"kron", "kron:SCALE:EF[:A,B,C]", "the same as Graph500 does it: .57,.19,.19, nodes renumbered at random; directed",
     2, 3, run_kron},
    {"uniform", "uniform:N:M", "M edges between any two of N nodes; directed", 2, 2, run_uniform},
    {"small-world", "small-world:N:K:P",
     "ring with K neighbors per node, each edge rewired with probability P; undirected", 3, 3, run_small_world},
    {"grid", "grid:W:H[:D]", "4 neighbors, or 6 in space; undirected", 2, 3, run_grid},
    {"mesh", "mesh:W:H[:D]", "triangles with 6 neighbors, or tetrahedra with 14; undirected", 2, 3, run_mesh},
    {"road", "road:W:H[:KEEP:DIAGONAL]",
     "grid edges kept with probability .70 and diagonals added with .03 unless given; undirected", 2, 4, run_road},
    {"star", "star:N", "edges from node 0 to all others", 1, 1, run_star},
    {"chain", "chain:N", "edges from each node to the next", 1, 1, run_chain},
    {"tree", "tree:N[:K]", "edges from each node to its K children, 2 unless given", 1, 2, run_tree},
    {"octree", "octree:N", "Barnes-Hut tree of N bodies at random places, edges from cells to what is in them", 1, 1,
     run_octree},
    {"clique", "clique:N", "all pairs; undirected", 1, 1, run_clique},
    {"ksat", "ksat:N:RATIO[:SEED[:K]]",
     "random formula of N variables and RATIO * N clauses of K literals, 3 unless given: edges from clauses to their "
     "variables, weights 1 and -1 as signs",
     2, 4, run_ksat},
};

const Generator* find_generator(std::string_view spec) {
  std::size_t colon = spec.find(':');
  if (colon == std::string_view::npos) return nullptr;
  for (const Generator& generator : generators)
    if (spec.substr(0, colon) == generator.name) return &generator;
  return nullptr;
}

}  // namespace

bool is_generator(std::string_view spec) { return find_generator(spec) != nullptr; }

Result<Graph> generate_graph(const std::string& spec, std::uint64_t seed) {
  const Generator* generator = find_generator(spec);
  if (!generator) return Failure{spec + ": unknown generator; expected one of " + generator_help()};
  Request request{spec, split(std::string_view(spec).substr(spec.find(':') + 1), ':'), seed};
  std::size_t count = request.values.size();
  if (count < generator->least_values || count > generator->most_values)
    return Failure{spec + ": " + std::to_string(count) + " value(s); expected " + generator->form};
  return guard_memory(spec, [&] { return generator->run(request); });
}

std::uint64_t seed_of(std::string_view spec, std::uint64_t seed) {
  const Generator* generator = find_generator(spec);
  if (!generator || generator->run != run_ksat) return seed;
  const auto values = split(spec.substr(spec.find(':') + 1), ':');
  const auto own = values.size() > 2 ? parse_integer(values[2]) : std::nullopt;
  return own ? static_cast<std::uint64_t>(*own) : seed;
}

const char* generator_help() {
  static const std::string help = [] {
    std::string text;
    for (const Generator& generator : generators) text += (text.empty() ? "" : ", ") + std::string(generator.form);
    return text;
  }();
  return help.c_str();
}

const char* generator_details() {
  static const std::string help = [] {
    std::string text;
    for (const Generator& generator : generators)
      text += "  " + std::string(generator.form) + "\n      " + generator.meaning + "\n";
    return text;
  }();
  return help.c_str();
}

}  // namespace maxwarp
