// Reads a generator's description, checks its values and sizes, and calls it.
#include "runtime/graph/generate/generate.h"

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/graph/memory.h"
#include "runtime/graph/parse.h"

namespace maxwarp {
namespace {

struct Request {
  std::string spec;
  std::vector<std::string_view> values;  // the parts behind the name
  std::uint64_t seed = 1;
};

struct Generator {
  const char *name, *form;
  std::size_t least_values, most_values;
  Result<Graph> (*run)(const Request&);
};

Failure bad_value(const Request& request, std::string_view seen, const std::string& expected) {
  return {request.spec + ": `" + std::string(seen) + "`; expected " + expected};
}

/// Value `i` as an integer of at least `least` (and at most 2^53, where doubles are exact).
Result<std::int64_t> count_value(const Request& request, std::size_t i, const char* what,
                                 std::int64_t least) {
  constexpr std::int64_t most = std::int64_t(1) << 53;
  auto value = parse_integer(request.values[i]);
  if (value && *value >= least && *value <= most) return *value;
  return bad_value(request, request.values[i],
                   std::string(what) + " as an integer of at least " + std::to_string(least));
}

Result<double> probability_value(const Request& request, std::string_view text) {
  auto value = parse_real(text);
  if (value && *value >= 0 && *value <= 1) return *value;
  return bad_value(request, text, "a probability in 0..1");
}

/// The graph of `edges()`, after its size has been checked.
template <typename Edges>
Result<Graph> checked(const Request& request, double nodes, double edge_count, Edges edges) {
  if (auto failure = check_size(request.spec, nodes, edge_count)) return *failure;
  return build_graph(edges());
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
  if (values[0] + values[1] + values[2] > 1 + 1e-12)
    return bad_value(request, text, "A + B + C of at most 1");
  return Quadrants{values[0], values[1], values[2]};
}

Result<Graph> recursive_matrix(const Request& request, std::int64_t nodes, double edges, Quadrants q,
                               bool relabel) {
  if (nodes == 0 && edges > 0)
    return Failure{request.spec + ": edges without nodes; expected at least one node"};
  return checked(request, static_cast<double>(nodes), edges, [&] {
    return rmat_edges(static_cast<node_t>(nodes), static_cast<edge_t>(edges), q, request.seed, relabel);
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
  return recursive_matrix(request, nodes, static_cast<double>(nodes) * static_cast<double>(*factor), q,
                          relabel);
}

/// `n=N,m=M[:A,B,C]`.
Result<Graph> by_counts(const Request& request) {
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
  if (request.values.size() < 2)
    return Failure{request.spec + ": 1 value; expected rmat:SCALE:EF or rmat:n=N,m=M"};
  return by_scale(request, Quadrants{}, false);
}

Result<Graph> run_kron(const Request& request) {
  return by_scale(request, Quadrants{0.57, 0.19, 0.19}, true);
}

Result<Graph> run_uniform(const Request& request) {
  auto nodes = count_value(request, 0, "the number of nodes", 0),
       edges = count_value(request, 1, "the number of edges", 0);
  if (!nodes) return nodes.failure();
  if (!edges) return edges.failure();
  if (*nodes == 0 && *edges > 0) return bad_value(request, request.values[0], "at least one node for edges");
  return checked(request, double(*nodes), double(*edges),
                 [&] { return uniform_edges(node_t(*nodes), *edges, request.seed); });
}

/// The plane graphs: `edges(width, height)` with at most `per_node` edges a node.
template <typename Edges>
Result<Graph> run_plane(const Request& request, double per_node, Edges edges) {
  auto width = count_value(request, 0, "the width", 0), height = count_value(request, 1, "the height", 0);
  if (!width) return width.failure();
  if (!height) return height.failure();
  double nodes = double(*width) * double(*height);
  // An empty side must not let the other one through unchecked.
  if (auto failure = check_size(request.spec, std::max(double(*width), double(*height)), 0)) return *failure;
  return checked(request, nodes, nodes * per_node, [&] { return edges(node_t(*width), node_t(*height)); });
}

Result<Graph> run_grid(const Request& request) { return run_plane(request, 4, grid_edges); }
Result<Graph> run_mesh(const Request& request) { return run_plane(request, 6, mesh_edges); }

Result<Graph> run_road(const Request& request) {
  double chances[2] = {0.70, 0.03};
  for (std::size_t i = 2; i < request.values.size(); ++i) {
    auto value = probability_value(request, request.values[i]);
    if (!value) return value.failure();
    chances[i - 2] = *value;
  }
  return run_plane(request, 4 * chances[0] + 4 * chances[1], [&](node_t width, node_t height) {
    return road_edges(width, height, chances[0], chances[1], request.seed);
  });
}

/// Graphs given by a number of nodes alone.
template <typename Edges>
Result<Graph> run_by_nodes(const Request& request, bool squared, Edges edges) {
  auto nodes = count_value(request, 0, "the number of nodes", 0);
  if (!nodes) return nodes.failure();
  auto count = static_cast<double>(*nodes);
  return checked(request, count, squared ? count * count : count, [&] { return edges(node_t(*nodes)); });
}

Result<Graph> run_star(const Request& request) { return run_by_nodes(request, false, star_edges); }
Result<Graph> run_chain(const Request& request) { return run_by_nodes(request, false, chain_edges); }
Result<Graph> run_clique(const Request& request) { return run_by_nodes(request, true, clique_edges); }

constexpr Generator generators[] = {
    {"rmat", "rmat:SCALE:EF[:A,B,C] or rmat:n=N,m=M[:A,B,C]", 1, 3, run_rmat},
    {"kron", "kron:SCALE:EF", 2, 2, run_kron},
    {"uniform", "uniform:N:M", 2, 2, run_uniform},
    {"grid", "grid:W:H", 2, 2, run_grid},
    {"mesh", "mesh:W:H", 2, 2, run_mesh},
    {"road", "road:W:H[:KEEP:DIAGONAL]", 2, 4, run_road},
    {"star", "star:N", 1, 1, run_star},
    {"chain", "chain:N", 1, 1, run_chain},
    {"clique", "clique:N", 1, 1, run_clique},
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
    return Failure{spec + ": " + std::to_string(count) + " values; expected " + generator->form};
  return guard_memory(spec, [&] { return generator->run(request); });
}

const char* generator_help() {
  static const std::string help = [] {
    std::string text;
    for (const Generator& generator : generators)
      text += (text.empty() ? "" : ", ") + std::string(generator.form);
    return text;
  }();
  return help.c_str();
}

}  // namespace maxwarp
