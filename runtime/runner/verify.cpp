// The table of references: which algorithm is checked by what. An entry counts only if the program has the
// parameters and results that the check reads, so that another program of the same name is not misjudged.
#include "runtime/runner/verify.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <string_view>

#include "runtime/graph/parallel.h"
#include "runtime/reference/reference.h"
#include "runtime/runner/outcome.h"

namespace maxwarp::runner {
namespace {

std::string compare_scalar(const Outcome& outcome, std::string_view name, std::int64_t expected) {
  const ScalarType type = outcome.algorithm.results[outcome.result_index(name)].type;
  const ScalarValue& seen = outcome.scalar(name);
  if (seen.integer == expected) return "";
  return difference_text(std::string(name), value_text(seen, type, outcome.graph.labels),
                         value_text({expected, 0}, type, outcome.graph.labels));
}

std::string check_bfs(const Outcome& outcome) {
  return compare_exact(outcome, "level", outcome.once([&] {
    return reference::bfs_levels(view(outcome.graph), outcome.node("source"));
  }));
}

std::string check_bfs_tree(const Outcome& outcome) {
  if (std::string difference = check_bfs(outcome); !difference.empty()) return difference;
  const auto* parents = reinterpret_cast<const node_t*>(outcome.array("parent").bytes.data());
  return reference::check_bfs_parents(view(outcome.graph), outcome.node("source"), parents).value_or("");
}

std::string check_sssp(const Outcome& outcome) {
  constexpr const char* negative = "the graph has a negative cycle: there is no shortest distance";
  const node_t source = outcome.node("source");
  if (!is_real(outcome.array("dist").type)) {
    const auto* weights = static_cast<const std::int32_t*>(outcome.argument("weight").data);
    const auto& expected = outcome.once([&]() -> std::optional<std::vector<std::int32_t>> {
      const auto* seen = reinterpret_cast<const std::int32_t*>(outcome.array("dist").bytes.data());
      std::vector<std::int32_t> distance(seen, seen + outcome.graph.nodes);
      // Much faster than to compute them.
      if (reference::proves_shortest_paths(view(outcome.graph), weights, source, distance)) return distance;
      return reference::shortest_paths(view(outcome.graph), weights, source);
    });
    return expected ? compare_exact(outcome, "dist", *expected) : negative;
  }
  const auto& expected = outcome.once([&] {
    return reference::shortest_paths(view(outcome.graph), as_reals(outcome.argument_array("weight")).data(), source);
  });
  return expected ? compare_near(outcome, "dist", *expected, 0) : negative;
}

std::string check_sssp_tree(const Outcome& outcome) {
  if (std::string difference = check_sssp(outcome); !difference.empty()) return difference;
  const HostArray& array = outcome.array("dist");
  if (is_real(array.type)) return "";  // rounding hides which edges make up the difference
  const auto* dist = reinterpret_cast<const std::int32_t*>(array.bytes.data());
  return reference::check_path_parents(view(outcome.graph),
                                       static_cast<const std::int32_t*>(outcome.argument("weight").data),
                                       {dist, dist + array.size()}, outcome.node("source"),
                                       reinterpret_cast<const node_t*>(outcome.array("parent").bytes.data()))
      .value_or("");
}

std::string check_pagerank(const Outcome& outcome) {
  const double tolerance = outcome.argument("tolerance").scalar.real;
  const auto& expected = outcome.once([&] {
    return reference::pagerank(view(outcome.graph), outcome.argument("damping").scalar.real, tolerance,
                               outcome.argument("limit").scalar.integer);
  });
  // Rounding may move the end by one round, which changes the ranks by less than the tolerance in sum.
  return compare_near(outcome, "rank", expected.rank, 2 * tolerance);
}

std::string check_pagerank_push(const Outcome& outcome) {
  const double damping = outcome.argument("damping").scalar.real, tolerance = outcome.argument("tolerance").scalar.real;
  // What is left at each node is at most the tolerance, and reaches others at most 1 / (1 - damping)-fold in sum.
  return compare_near(outcome, "rank",
                      outcome.once([&] { return reference::unnormalized_pagerank(view(outcome.graph), damping); }),
                      outcome.graph.nodes * tolerance / (1 - damping));
}

std::string check_surveys(const Outcome& outcome) {
  const double tolerance = outcome.argument("tolerance").scalar.real;
  const auto bools = [&](const char* name) { return static_cast<const std::int32_t*>(outcome.argument(name).data); };
  const auto& expected = outcome.once([&] {
    return reference::survey_messages(view(outcome.graph), bools("is_clause"), bools("negated"), tolerance,
                                      outcome.argument("limit").scalar.integer);
  });
  for (auto [name, values] : {std::pair("survey", &expected.survey), std::pair("bias", &expected.bias)})
    if (std::string difference = compare_near(outcome, name, *values, 1e-9); !difference.empty()) return difference;
  return compare_scalar(outcome, "converged", expected.converged);
}

std::string check_assignment(const Outcome& outcome) {
  const auto* signs = static_cast<const std::int32_t*>(outcome.argument("sign").data);
  const auto* values = reinterpret_cast<const std::int32_t*>(outcome.array("value").bytes.data());
  return reference::check_assignment(view(outcome.graph), signs, values, outcome.scalar("open").integer).value_or("");
}

std::string check_hits(const Outcome& outcome) {
  const auto& expected = outcome.once(
      [&] { return reference::hits(view(outcome.graph), outcome.argument("limit").scalar.integer); });
  std::string difference = compare_near(outcome, "hub", expected.hub, 1e-12);
  return difference.empty() ? compare_near(outcome, "authority", expected.authority, 1e-12) : difference;
}

std::string check_random_walks(const Outcome& outcome) {
  return compare_exact(outcome, "visits", outcome.once([&] {
    return reference::random_walks(view(outcome.graph), outcome.argument("walks").scalar.integer,
                                   outcome.argument("length").scalar.integer);
  }));
}

std::string check_path(const Outcome& outcome) {
  const auto* weights = static_cast<const std::int32_t*>(outcome.argument("weight").data);
  const auto& expected = outcome.once(
      [&] { return reference::shortest_paths(view(outcome.graph), weights, outcome.node("source")); });
  if (!expected) return "the graph has a negative cycle: there is no shortest distance";
  return compare_scalar(outcome, "distance", (*expected)[outcome.node("target")]);
}

std::string check_components(const Outcome& outcome) {
  return compare_exact(outcome, "component", outcome.once([&] { return reference::components(view(outcome.graph)); }));
}

std::string check_strong_components(const Outcome& outcome) {
  return compare_exact(outcome, "component",
                       outcome.once([&] { return reference::strong_components(view(outcome.graph)); }));
}

std::string check_cores(const Outcome& outcome) {
  return compare_exact(outcome, "core", outcome.once([&] { return reference::core_numbers(view(outcome.graph)); }));
}

std::string check_truss(const Outcome& outcome) {
  const std::int64_t k = outcome.argument("k").scalar.integer;
  return compare_exact(outcome, "in_truss",
                       outcome.once([&] { return reference::truss_edges(view(outcome.graph), k); }));
}

std::string check_independent_set(const Outcome& outcome) {
  const auto* in_set = reinterpret_cast<const std::int32_t*>(outcome.array("in_set").bytes.data());
  return reference::check_independent(view(outcome.graph), in_set).value_or("");
}

std::string check_spanning_tree(const Outcome& outcome) {
  const auto* weights = static_cast<const std::int32_t*>(outcome.argument("weight").data);
  const auto* in_tree = reinterpret_cast<const std::int32_t*>(outcome.array("in_tree").bytes.data());
  return reference::check_spanning_forest(view(outcome.graph), weights, in_tree, outcome.scalar("total").integer)
      .value_or("");
}

std::string check_label_propagation(const Outcome& outcome) {
  return compare_exact(outcome, "label", outcome.once([&] {
    return reference::label_propagation(view(outcome.graph), outcome.argument("rounds").scalar.integer);
  }));
}

std::string check_clustering(const Outcome& outcome) {
  return compare_near(outcome, "coefficient", outcome.once([&] { return reference::clustering(view(outcome.graph)); }),
                      0);
}

std::string check_personalized_pagerank(const Outcome& outcome) {
  const HostValue& sources = outcome.argument("sources");
  const auto* first = static_cast<const node_t*>(sources.data);
  const double tolerance = outcome.argument("tolerance").scalar.real;
  const auto& expected = outcome.once([&] {
    return reference::personalized_pagerank(view(outcome.graph), std::vector<node_t>(first, first + sources.count),
                                            outcome.argument("damping").scalar.real, tolerance,
                                            outcome.argument("limit").scalar.integer);
  });
  // Rounding may move the end by one round, which changes the ranks by less than the tolerance in sum.
  return compare_near(outcome, "rank", expected, 2 * tolerance);
}

// Each source takes long on a large graph, and none needs another: workers have one each, as many as there are. What
// they find is added in the order of the sources, so that the sum does not depend on the number of workers.
std::vector<double> betweenness_of(const GraphView& graph, const std::vector<node_t>& sources) {
  std::vector<double> centrality(graph.nodes, 0);
  const auto count = static_cast<std::int64_t>(sources.size());
  for (std::int64_t first = 0; first < count; first += most_workers()) {
    std::vector<std::vector<double>> parts(std::min<std::int64_t>(most_workers(), count - first));
    parallel_tasks(static_cast<std::int64_t>(parts.size()),
                   [&](std::int64_t i) { parts[i] = reference::betweenness(graph, {sources[first + i]}); });
    for (const std::vector<double>& part : parts)
      std::ranges::transform(centrality, part, centrality.begin(), std::plus());
  }
  return centrality;
}

std::string check_betweenness(const Outcome& outcome) {
  const HostValue& given = outcome.argument("sources");
  const auto* nodes = static_cast<const node_t*>(given.data);
  const std::vector<node_t> sources(nodes, nodes + given.count);
  constexpr double least = std::numeric_limits<double>::min();  // what is smaller has fewer digits
  return compare_near(outcome, "centrality", outcome.once([&] { return betweenness_of(view(outcome.graph), sources); }),
                      least);
}

std::string check_summary(const Outcome& outcome) {
  const auto values = [&](std::string_view name) { return static_cast<const double*>(outcome.argument(name).data); };
  const reference::Summary& expected = outcome.once(
      [&] { return reference::tree_summary(view(outcome.graph), values("mass"), values("x"), values("y")); });
  std::string difference = compare_near(outcome, "total", expected.total, 0);
  if (difference.empty()) difference = compare_near(outcome, "cx", expected.x, 0);
  return difference.empty() ? compare_near(outcome, "cy", expected.y, 0) : difference;
}

std::string check_colors(const Outcome& outcome) {
  const auto* color = reinterpret_cast<const std::int32_t*>(outcome.array("color").bytes.data());
  return reference::check_coloring(view(outcome.graph), color).value_or("");
}

std::string check_triangles(const Outcome& outcome) {
  return compare_scalar(outcome, "count", outcome.once([&] { return reference::triangles(view(outcome.graph)); }));
}

std::string check_connectivity(const Outcome& outcome) {
  return compare_scalar(outcome, "connected", outcome.once([&] {
    return reference::connected(view(outcome.graph), outcome.node("source"), outcome.node("target"));
  }));
}

std::string check_indegrees(const Outcome& outcome) {
  return compare_exact(outcome, "count",
                       outcome.once([&] { return reference::indegree_histogram(view(outcome.graph)); }));
}

std::string check_outdegrees(const Outcome& outcome) {
  return compare_exact(outcome, "count",
                       outcome.once([&] { return reference::outdegree_histogram(view(outcome.graph)); }));
}

/// One reference. Names are separated by blanks; an algorithm called NAME_… counts as NAME where
/// `any_suffix` holds.
struct Entry {
  std::string_view name;
  bool any_suffix;
  std::string_view parameters, results;
  std::string (*check)(const Outcome&);
};

constexpr Entry entries[] = {
    {"bfs_tree", false, "source", "level parent", check_bfs_tree},
    {"bfs", true, "source", "level", check_bfs},
    {"sssp_tree", false, "source weight", "dist parent", check_sssp_tree},
    {"sssp", true, "source weight", "dist", check_sssp},
    {"hits", true, "limit", "hub authority", check_hits},
    {"random_walks", true, "walks length", "visits", check_random_walks},
    {"path", true, "source target weight", "distance", check_path},
    {"survey_messages", true, "is_clause negated tolerance limit", "survey bias converged", check_surveys},
    {"survey_propagation", true, "sign", "value open", check_assignment},
    {"pagerank_push", true, "damping tolerance", "rank", check_pagerank_push},
    {"pagerank", true, "damping tolerance limit", "rank", check_pagerank},
    {"components", true, "", "component", check_components},
    {"scc", true, "", "component", check_strong_components},
    {"kcore", true, "", "core", check_cores},
    {"truss", false, "k", "in_truss", check_truss},
    {"label_propagation", true, "rounds", "label", check_label_propagation},
    {"clustering", true, "", "coefficient", check_clustering},
    {"ppr", true, "sources damping tolerance limit", "rank", check_personalized_pagerank},
    {"coloring", true, "", "color", check_colors},
    {"mis", true, "", "in_set", check_independent_set},
    {"mst", true, "weight", "total in_tree", check_spanning_tree},
    {"betweenness", true, "sources", "centrality", check_betweenness},
    {"bh_summary", true, "mass x y", "total cx cy", check_summary},
    {"triangles", true, "", "count", check_triangles},
    {"st_connectivity", true, "source target", "connected", check_connectivity},
    {"indegree_histogram", false, "", "count", check_indegrees},
    {"degree_histogram", false, "", "count", check_outdegrees},
    {"merge_sort", false, "data", "sorted", check_sorted},
    {"merge_rank", false, "data", "sorted", check_sorted},
    {"backprop", false, "input weight error old rate momentum", "output updated", check_layer},
    {"gnn_layer", false, "feature weight", "out", check_graph_layer},
    {"collaborative_filtering", false, "rating start rate decay limit", "feature loss", check_latent_features},
    {"simrank", false, "damping limit", "score", check_simrank},
    {"lu", false, "input", "a", check_lu},
    {"kmeans", false, "point k limit", "center cluster", check_kmeans},
    {"nearest_neighbor", false, "lat lng x y k", "nearest distance", check_nearest},
};

/// Calls `find` for each of the words; whether it found them all.
template <typename Find>
bool has_all(std::string_view words, Find find) {
  while (!words.empty()) {
    const std::size_t blank = words.find(' ');
    if (find(words.substr(0, blank)) < 0) return false;
    words = blank == std::string_view::npos ? std::string_view() : words.substr(blank + 1);
  }
  return true;
}

/// The place of a parameter that a reference can read; it reads properties of 32 bits.
int find_readable(const Algorithm& algorithm, std::string_view name) {
  const int place = find_parameter(algorithm, name);
  if (place < 0) return place;
  const ParameterInfo& parameter = algorithm.parameters[place];
  return parameter.space != ValueSpace::Global && parameter.type == ScalarType::Long ? -1 : place;
}

const Entry* find_entry(const Algorithm& algorithm) {
  const std::string_view name = algorithm.name;
  for (const Entry& entry : entries) {
    const bool prefixed = entry.any_suffix && name.size() > entry.name.size() &&
                          name.substr(0, entry.name.size()) == entry.name && name[entry.name.size()] == '_';
    if (name != entry.name && !prefixed) continue;
    if (has_all(entry.parameters, [&](std::string_view word) { return find_readable(algorithm, word); }) &&
        has_all(entry.results, [&](std::string_view word) { return find_result(algorithm, word); }))
      return &entry;
  }
  return nullptr;
}

}  // namespace

bool has_reference(const Algorithm& algorithm) { return find_entry(algorithm) != nullptr; }

std::string reference_names() {
  std::string names;
  for (const Entry& entry : entries) names += (names.empty() ? "" : ", ") + std::string(entry.name);
  return names;
}

std::string first_difference(const Algorithm& algorithm, const Graph& graph, const ArgumentSet& arguments,
                             const RunResult& result, std::any& expected) {
  return find_entry(algorithm)->check({algorithm, graph, arguments, result, expected});
}

}  // namespace maxwarp::runner
