// The table of references: which algorithm is checked by what. An entry counts only if the program has the
// parameters and results that the check reads, so that another program of the same name is not misjudged.
#include "runtime/runner/verify.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "runtime/reference/arrays.h"
#include "runtime/reference/reference.h"

namespace maxwarp::runner {
namespace {

/// The place of a parameter, or -1.
int find_parameter(const Algorithm& algorithm, std::string_view name) {
  for (int i = 0; i < algorithm.parameter_count; ++i)
    if (name == algorithm.parameters[i].name) return i;
  return -1;
}

/// The place of a result, or -1.
int find_result(const Algorithm& algorithm, std::string_view name) {
  for (int i = 0; i < algorithm.result_count; ++i)
    if (name == algorithm.results[i].name) return i;
  return -1;
}

/// A finished run, with its values by name.
struct Outcome {
  const Algorithm& algorithm;
  const Graph& graph;
  const ArgumentSet& arguments;
  const RunResult& result;

  int parameter(std::string_view name) const { return find_parameter(algorithm, name); }
  int result_index(std::string_view name) const { return find_result(algorithm, name); }
  const HostValue& argument(std::string_view name) const { return arguments.values[parameter(name)]; }
  /// A copy of an argument that is no single value.
  HostArray argument_array(std::string_view name) const {
    const HostValue& value = argument(name);
    HostArray array{algorithm.parameters[parameter(name)].type, {}};
    array.resize(value.count);
    if (!array.bytes.empty()) std::memcpy(array.bytes.data(), value.data, array.bytes.size());
    return array;
  }
  node_t node(std::string_view name) const { return static_cast<node_t>(argument(name).scalar.integer); }
  const HostArray& array(std::string_view name) const { return result.arrays[result_index(name)]; }
  const ScalarValue& scalar(std::string_view name) const { return result.scalars[result_index(name)]; }
};

/// `name[label]`, or the place in an array.
std::string element_text(const Outcome& outcome, std::string_view name, std::int64_t i) {
  const ResultInfo& info = outcome.algorithm.results[outcome.result_index(name)];
  const bool is_node = info.space == ValueSpace::Node;
  return std::string(name) + "[" +
         std::to_string(is_node ? outcome.graph.labels[static_cast<node_t>(i)] : i) + "]";
}

std::string difference_text(const std::string& where, const std::string& seen, const std::string& expected) {
  return where + " is " + seen + ", the reference says " + expected;
}

/// The first element that is not exactly the expected one.
template <typename T>
std::string compare_exact(const Outcome& outcome, std::string_view name, const std::vector<T>& expected) {
  const HostArray& array = outcome.array(name);
  if (array.size() != static_cast<std::int64_t>(expected.size()))
    return difference_text("the length of " + std::string(name), std::to_string(array.size()),
                           std::to_string(expected.size()));
  for (std::int64_t i = 0; i < array.size(); ++i) {
    if (array[i].integer == expected[i]) continue;
    const auto text = [&](std::int64_t value) {
      return value_text({value, 0}, array.type, outcome.graph.labels);
    };
    return difference_text(element_text(outcome, name, i), text(array[i].integer), text(expected[i]));
  }
  return "";
}

/// The first element that is farther from the expected one than rounding explains.
std::string compare_near(const Outcome& outcome, std::string_view name, const std::vector<double>& expected,
                         double absolute) {
  const HostArray& array = outcome.array(name);
  if (array.size() != static_cast<std::int64_t>(expected.size()))
    return difference_text("the length of " + std::string(name), std::to_string(array.size()),
                           std::to_string(expected.size()));
  const double relative = array.type == ScalarType::Float ? 1e-4 : 1e-9;
  for (std::int64_t i = 0; i < array.size(); ++i) {
    const double seen = array[i].real, wanted = expected[i];
    // The comparison is written so that nan counts as different.
    if (seen == wanted || std::abs(seen - wanted) <= absolute + relative * std::abs(wanted)) continue;
    const auto text = [&](double value) {
      return value_text({0, value}, ScalarType::Double, outcome.graph.labels);
    };
    return difference_text(element_text(outcome, name, i), text(seen), text(wanted));
  }
  return "";
}

std::string compare_scalar(const Outcome& outcome, std::string_view name, std::int64_t expected) {
  const ScalarType type = outcome.algorithm.results[outcome.result_index(name)].type;
  const ScalarValue& seen = outcome.scalar(name);
  if (seen.integer == expected) return "";
  return difference_text(std::string(name), value_text(seen, type, outcome.graph.labels),
                         value_text({expected, 0}, type, outcome.graph.labels));
}

std::string check_bfs(const Outcome& outcome) {
  return compare_exact(outcome, "level", reference::bfs_levels(view(outcome.graph), outcome.node("source")));
}

std::string check_bfs_tree(const Outcome& outcome) {
  if (std::string difference = check_bfs(outcome); !difference.empty()) return difference;
  const auto* parents = reinterpret_cast<const node_t*>(outcome.array("parent").bytes.data());
  return reference::check_bfs_parents(view(outcome.graph), outcome.node("source"), parents).value_or("");
}

/// The elements as doubles, whatever their type is.
std::vector<double> as_reals(const HostArray& array) {
  std::vector<double> values;
  for (std::int64_t i = 0; i < array.size(); ++i)
    values.push_back(is_real(array.type) ? array[i].real : static_cast<double>(array[i].integer));
  return values;
}

std::string check_sssp(const Outcome& outcome) {
  constexpr const char* negative = "the graph has a negative cycle: there is no shortest distance";
  const node_t source = outcome.node("source");
  if (!is_real(outcome.array("dist").type)) {
    const auto* weights = static_cast<const std::int32_t*>(outcome.argument("weight").data);
    const auto expected = reference::shortest_paths(view(outcome.graph), weights, source);
    return expected ? compare_exact(outcome, "dist", *expected) : negative;
  }
  const auto expected = reference::shortest_paths(view(outcome.graph), as_reals(outcome.argument_array("weight")).data(), source);
  return expected ? compare_near(outcome, "dist", *expected, 0) : negative;
}

std::string check_sssp_tree(const Outcome& outcome) {
  if (std::string difference = check_sssp(outcome); !difference.empty()) return difference;
  const HostArray& array = outcome.array("dist");
  if (is_real(array.type)) return "";  // rounding hides which edges make up the difference
  const auto* dist = reinterpret_cast<const std::int32_t*>(array.bytes.data());
  return reference::check_path_parents(view(outcome.graph), static_cast<const std::int32_t*>(outcome.argument("weight").data),
                                       {dist, dist + array.size()}, outcome.node("source"),
                                       reinterpret_cast<const node_t*>(outcome.array("parent").bytes.data()))
      .value_or("");
}

std::string check_pagerank(const Outcome& outcome) {
  const double tolerance = outcome.argument("tolerance").scalar.real;
  const auto expected = reference::pagerank(view(outcome.graph), outcome.argument("damping").scalar.real,
                                            tolerance, outcome.argument("limit").scalar.integer);
  // Rounding may move the end by one round, which changes the ranks by less than the tolerance in sum.
  return compare_near(outcome, "rank", expected.rank, 2 * tolerance);
}

std::string check_pagerank_push(const Outcome& outcome) {
  const double damping = outcome.argument("damping").scalar.real, tolerance = outcome.argument("tolerance").scalar.real;
  // What is left at each node is at most the tolerance, and reaches others at most 1 / (1 - damping)-fold in sum.
  return compare_near(outcome, "rank", reference::unnormalized_pagerank(view(outcome.graph), damping),
                      outcome.graph.nodes * tolerance / (1 - damping));
}

std::string check_surveys(const Outcome& outcome) {
  const double tolerance = outcome.argument("tolerance").scalar.real;
  const auto bools = [&](const char* name) { return static_cast<const std::int32_t*>(outcome.argument(name).data); };
  const auto expected = reference::survey_propagation(view(outcome.graph), bools("is_clause"), bools("negated"), tolerance,
                                                      outcome.argument("limit").scalar.integer);
  for (auto [name, values] : {std::pair("survey", &expected.survey), std::pair("bias", &expected.bias)})
    if (std::string difference = compare_near(outcome, name, *values, 1e-9); !difference.empty()) return difference;
  return compare_scalar(outcome, "converged", expected.converged);
}

std::string check_hits(const Outcome& outcome) {
  const auto expected = reference::hits(view(outcome.graph), outcome.argument("limit").scalar.integer);
  std::string difference = compare_near(outcome, "hub", expected.hub, 1e-12);
  return difference.empty() ? compare_near(outcome, "authority", expected.authority, 1e-12) : difference;
}

std::string check_random_walks(const Outcome& outcome) {
  return compare_exact(outcome, "visits",
                       reference::random_walks(view(outcome.graph), outcome.argument("walks").scalar.integer,
                                               outcome.argument("length").scalar.integer));
}

std::string check_path(const Outcome& outcome) {
  const auto* weights = static_cast<const std::int32_t*>(outcome.argument("weight").data);
  const auto expected = reference::shortest_paths(view(outcome.graph), weights, outcome.node("source"));
  if (!expected) return "the graph has a negative cycle: there is no shortest distance";
  return compare_scalar(outcome, "distance", (*expected)[outcome.node("target")]);
}

std::string check_components(const Outcome& outcome) {
  return compare_exact(outcome, "component", reference::components(view(outcome.graph)));
}

std::string check_strong_components(const Outcome& outcome) {
  return compare_exact(outcome, "component", reference::strong_components(view(outcome.graph)));
}

std::string check_cores(const Outcome& outcome) {
  return compare_exact(outcome, "core", reference::core_numbers(view(outcome.graph)));
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
  return compare_exact(outcome, "label",
                       reference::label_propagation(view(outcome.graph), outcome.argument("rounds").scalar.integer));
}

std::string check_clustering(const Outcome& outcome) {
  return compare_near(outcome, "coefficient", reference::clustering(view(outcome.graph)), 0);
}

std::string check_personalized_pagerank(const Outcome& outcome) {
  const HostValue& sources = outcome.argument("sources");
  const auto* first = static_cast<const node_t*>(sources.data);
  const double tolerance = outcome.argument("tolerance").scalar.real;
  const auto expected = reference::personalized_pagerank(
      view(outcome.graph), std::vector<node_t>(first, first + sources.count), outcome.argument("damping").scalar.real,
      tolerance, outcome.argument("limit").scalar.integer);
  // Rounding may move the end by one round, which changes the ranks by less than the tolerance in sum.
  return compare_near(outcome, "rank", expected, 2 * tolerance);
}

std::string check_triangles(const Outcome& outcome) {
  return compare_scalar(outcome, "count", reference::triangles(view(outcome.graph)));
}

std::string check_connectivity(const Outcome& outcome) {
  return compare_scalar(
      outcome, "connected",
      reference::connected(view(outcome.graph), outcome.node("source"), outcome.node("target")));
}

std::string check_indegrees(const Outcome& outcome) {
  return compare_exact(outcome, "count", reference::indegree_histogram(view(outcome.graph)));
}

std::string check_outdegrees(const Outcome& outcome) {
  return compare_exact(outcome, "count", reference::outdegree_histogram(view(outcome.graph)));
}

/// What rounding may do to the elements.
double rounding(const HostArray& array) { return array.type == ScalarType::Float ? 1e-4 : 1e-9; }

std::vector<std::int64_t> as_whole(const HostArray& array) {
  std::vector<std::int64_t> values;
  for (std::int64_t i = 0; i < array.size(); ++i) values.push_back(array[i].integer);
  return values;
}

std::string check_sorted(const Outcome& outcome) {
  const HostArray data = outcome.argument_array("data");
  std::vector<double> reals = as_reals(data);
  std::sort(reals.begin(), reals.end());
  if (is_real(data.type)) return compare_near(outcome, "sorted", reals, 0);
  std::vector<std::int64_t> whole = as_whole(data);
  std::sort(whole.begin(), whole.end());
  return compare_exact(outcome, "sorted", whole);
}

std::string check_layer(const Outcome& outcome) {
  const auto reals = [&](const char* name) { return as_reals(outcome.argument_array(name)); };
  const std::vector<double> input = reals("input"), weight = reals("weight"), error = reals("error"), old = reals("old");
  reference::Layer layer;
  layer.inputs = outcome.argument("weight").extents[0];
  layer.outputs = outcome.argument("weight").extents[1];
  layer.input = input.data();
  layer.weight = weight.data();
  layer.error = error.data();
  layer.old = old.data();
  layer.rate = outcome.argument("rate").scalar.real;
  layer.momentum = outcome.argument("momentum").scalar.real;
  // The sums may cancel: their rounding is that of their parts.
  const double absolute = rounding(outcome.array("output"));
  std::string difference = compare_near(outcome, "output", reference::layer_output(layer), absolute);
  return difference.empty() ? compare_near(outcome, "updated", reference::layer_weights(layer), absolute) : difference;
}

std::string check_lu(const Outcome& outcome) {
  const std::vector<double> matrix = as_reals(outcome.argument_array("input"));
  const std::vector<double> factors = as_reals(outcome.array("a"));
  return reference::check_lu(outcome.argument("input").extents[0], matrix.data(), factors.data(), rounding(outcome.array("a")))
      .value_or("");
}

std::string check_kmeans(const Outcome& outcome) {
  const std::vector<double> point = as_reals(outcome.argument_array("point")), center = as_reals(outcome.array("center"));
  const std::vector<std::int64_t> cluster = as_whole(outcome.array("cluster"));
  reference::Clustering clustering;
  clustering.points = outcome.argument("point").extents[0];
  clustering.dimensions = outcome.argument("point").extents[1];
  clustering.centers = outcome.argument("k").scalar.integer;
  clustering.point = point.data();
  clustering.center = center.data();
  clustering.cluster = cluster.data();
  return reference::check_clustering(clustering, rounding(outcome.array("center"))).value_or("");
}

std::string check_nearest(const Outcome& outcome) {
  const std::vector<double> latitude = as_reals(outcome.argument_array("lat")), longitude = as_reals(outcome.argument_array("lng"));
  const std::vector<std::int64_t> nearest = as_whole(outcome.array("nearest"));
  const std::vector<double> distance = as_reals(outcome.array("distance"));
  reference::Records records;
  records.records = static_cast<std::int64_t>(latitude.size());
  records.latitude = latitude.data();
  records.longitude = longitude.data();
  records.x = outcome.argument("x").scalar.real;
  records.y = outcome.argument("y").scalar.real;
  return reference::check_nearest(records, static_cast<std::int64_t>(nearest.size()), nearest.data(), distance.data(),
                                  rounding(outcome.array("distance")))
      .value_or("");
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
    {"survey_propagation", true, "is_clause negated tolerance limit", "survey bias converged", check_surveys},
    {"pagerank_push", true, "damping tolerance", "rank", check_pagerank_push},
    {"pagerank", true, "damping tolerance limit", "rank", check_pagerank},
    {"components", true, "", "component", check_components},
    {"scc", true, "", "component", check_strong_components},
    {"kcore", true, "", "core", check_cores},
    {"label_propagation", true, "rounds", "label", check_label_propagation},
    {"clustering", true, "", "coefficient", check_clustering},
    {"ppr", true, "sources damping tolerance limit", "rank", check_personalized_pagerank},
    {"mis", true, "", "in_set", check_independent_set},
    {"mst", true, "weight", "total in_tree", check_spanning_tree},
    {"triangles", true, "", "count", check_triangles},
    {"st_connectivity", true, "source target", "connected", check_connectivity},
    {"indegree_histogram", false, "", "count", check_indegrees},
    {"degree_histogram", false, "", "count", check_outdegrees},
    {"merge_sort", false, "data", "sorted", check_sorted},
    {"merge_rank", false, "data", "sorted", check_sorted},
    {"backprop", false, "input weight error old rate momentum", "output updated", check_layer},
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

const Entry* find_entry(const Algorithm& algorithm) {
  const std::string_view name = algorithm.name;
  for (const Entry& entry : entries) {
    const bool prefixed = entry.any_suffix && name.size() > entry.name.size() &&
                          name.substr(0, entry.name.size()) == entry.name && name[entry.name.size()] == '_';
    if (name != entry.name && !prefixed) continue;
    if (has_all(entry.parameters, [&](std::string_view word) { return find_parameter(algorithm, word); }) &&
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
                             const RunResult& result) {
  return find_entry(algorithm)->check({algorithm, graph, arguments, result});
}

}  // namespace maxwarp::runner
