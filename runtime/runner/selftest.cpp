// Enumerates cases: graph × arguments. The engine's memory is allocated once, and no process is started
// per case, so that hundred thousands of them take seconds.
#include "runtime/runner/selftest.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>

#include "runtime/device/schedules.h"
#include "runtime/graph/generate/generate.h"
#include "runtime/graph/transform.h"
#include "runtime/include/maxwarp/value.h"
#include "runtime/runner/exit_status.h"
#include "runtime/runner/expected_results.h"
#include "runtime/runner/oracle.h"
#include "runtime/runner/orders.h"
#include "runtime/runner/output.h"
#include "runtime/runner/requirements.h"
#include "runtime/runner/small_arrays.h"
#include "runtime/runner/small_graphs.h"
#include "runtime/runner/variants.h"
#include "runtime/system/progress.h"

namespace maxwarp::runner {
namespace {

/// What becomes of the results: they are compared, or written down for another self-test.
struct SelftestChecks {
  std::unique_ptr<Oracle> oracle;
  std::unique_ptr<ExpectedResultsWriter> writer;
};

/// `[2 x 2] 1 2 3 4`; of a long one the beginning.
std::string array_text(const HostValue& value) {
  constexpr std::int64_t most_values = 40;
  std::string text = "[" + extents_text(value.extents) + "]";
  for (std::int64_t i = 0; i < std::min(value.count, most_values); ++i)
    text += " " + value_text(value.owned[i], value.owned.type, Labels{});
  return value.count > most_values ? text + " …" : text;
}

/// The edges of a small graph, or its size, and the arguments: what is needed to rebuild a case by hand.
std::string case_text(const SmallGraph& small, const Algorithm& algorithm, const ArgumentSet& set) {
  const Graph& graph = small.graph;
  std::string text = small.name + " (" + std::to_string(graph.nodes) + " nodes, " + std::to_string(graph.edges()) +
                     " edges";
  constexpr edge_t most_edges = 40;
  if (graph.edges() <= most_edges) {
    text += ":";
    for (node_t v = 0; v < graph.nodes; ++v)
      for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e)
        text += " " + std::to_string(v) + ">" + std::to_string(graph.targets[e]) + "*" +
                value_text({0, graph.weight(e)}, ScalarType::Double, {});
  }
  text += ")";
  for (int i = 0; i < algorithm.parameter_count; ++i) {
    if (algorithm.parameters[i].space == ValueSpace::Global)
      text += std::string(" ") + algorithm.parameters[i].name + "=" +
              value_text(set.values[i].scalar, algorithm.parameters[i].type, graph.labels);
    if (algorithm.parameters[i].dimensions > 0)
      text += std::string(" ") + algorithm.parameters[i].name + "=" + array_text(set.values[i]);
  }
  return text;
}

/// Whether the algorithm takes this graph.
bool is_accepted(const Algorithm& algorithm, Graph& graph) {
  if (algorithm.requires_simple && (count_self_loops(graph) || count_duplicates(graph))) return false;
  if (algorithm.requires_tree && find_no_tree(graph)) return false;
  graph.symmetric = is_symmetric(graph);
  return *graph.symmetric || !algorithm.requires_symmetric;
}

/// The nodes that node parameters take: all of a tiny graph, three of a larger one.
std::vector<node_t> start_nodes(const Graph& graph) {
  constexpr node_t tiny = 5;
  std::vector<node_t> nodes;
  if (graph.nodes > tiny) return {0, graph.nodes / 2, graph.nodes - 1};
  for (node_t v = 0; v < graph.nodes; ++v) nodes.push_back(v);
  return nodes;
}

HostValue node_list(const std::vector<node_t>& nodes) {
  HostValue value;
  value.owned.type = ScalarType::Node;
  value.owned.resize(static_cast<std::int64_t>(nodes.size()));
  for (std::size_t i = 0; i < nodes.size(); ++i) value.owned.set(static_cast<std::int64_t>(i), {nodes[i], 0});
  value.count = value.owned.size();
  value.bytes = value.owned.bytes.size();
  return value;
}

/// One value an element that follows from its place: whole numbers are 0, which suits every bound that a program asks
/// for.
HostValue made_up_values(const ParameterInfo& parameter, std::int64_t count) {
  HostValue value;
  value.owned.type = parameter.type;
  value.owned.resize(count);
  for (std::int64_t i = 0; i < count; ++i)
    value.owned.set(i, {parameter.type == ScalarType::Bool && random_below(3, i) == 0, random_real(i)});
  value.count = count;
  value.bytes = value.owned.bytes.size();
  return value;
}

bool is_made_up(const ParameterInfo& parameter) {
  return parameter.space != ValueSpace::Global || parameter.type == ScalarType::Node;
}

/// The values to try for a parameter. Error: the self-test cannot make one up.
Result<std::vector<HostValue>> values_to_try(const ParameterInfo& parameter, const std::optional<std::string>& text,
                                             const Graph& graph) {
  std::vector<HostValue> values;
  const bool is_node = parameter.type == ScalarType::Node;
  if (parameter.space == ValueSpace::Global && is_node) {
    for (node_t v : start_nodes(graph)) values.emplace_back().scalar.integer = v;
  } else if (parameter.space == ValueSpace::NodeSet) {
    values.push_back(node_list(start_nodes(graph)));
  } else if (parameter.space == ValueSpace::Node && !is_node) {
    values.push_back(made_up_values(parameter, graph.nodes));
  } else if (parameter.space == ValueSpace::Edge && parameter.type == ScalarType::Bool) {
    values.push_back(made_up_values(parameter, graph.edges()));
  } else if (parameter.space == ValueSpace::Edge) {
    auto weights = weights_value(parameter, graph);
    if (!weights) return weights.failure();
    values.push_back(*std::move(weights));
  } else if (text) {
    values.push_back(*scalar_value(parameter, *text, graph));
  } else if (parameter.space == ValueSpace::Global) {
    constexpr int made_up = 3;
    values.push_back(default_value(parameter));
    if (!parameter.has_default) values.back().scalar = {made_up, made_up};
  } else if (parameter.dimensions > 0) {
    values.emplace_back();  // filled in by small_arrays
  } else {
    return Failure{std::string("--selftest: no values are known for argument `") + parameter.name + "`"};
  }
  return values;
}

/// Owned arrays move with their set: point to where they are now.
void fix_pointers(ArgumentSet& set) {
  for (HostValue& value : set.values)
    if (!value.owned.bytes.empty()) value.data = value.owned.bytes.data();
}

/// Every combination of the values of all parameters.
Result<std::vector<ArgumentSet>> sets_to_try(const Algorithm& algorithm, const ArgumentTexts& texts,
                                             const Graph& graph) {
  std::vector<ArgumentSet> sets(1);
  for (int i = 0; i < algorithm.parameter_count; ++i) {
    const auto values = values_to_try(algorithm.parameters[i], texts[static_cast<std::size_t>(i)], graph);
    if (!values) return values.failure();
    std::vector<ArgumentSet> longer;
    for (const ArgumentSet& set : sets)
      for (const HostValue& value : *values) longer.emplace_back(set).values.push_back(value);
    sets = std::move(longer);
  }
  for (ArgumentSet& set : sets) fix_pointers(set);
  return sets;
}

/// All cases of one variant.
class VariantTest {
 public:
  /// Arguments that were given are taken, the others are made up.
  VariantTest(Session& session, const Algorithm& algorithm, const Variant& variant, const RunnerOptions& options,
              const SelftestChecks& checks)
      : session_(session),
        algorithm_(algorithm),
        variant_(variant),
        texts_(options.arguments),
        orders_(options.orders),
        checks_(checks) {}

  /// Runs all arguments on one graph; false when a case failed.
  bool try_graph(SmallGraph& small);
  /// Runs all arrays of lengths up to `most` without a graph; false when a case failed.
  bool try_arrays(std::int64_t most);
  std::int64_t cases() const { return cases_; }
  const std::string& failure() const { return failure_; }
  /// What was never compared, as the program leaves it open.
  const std::vector<std::string>& not_compared() const { return not_compared_; }

 private:
  bool fail(const std::string& message) {
    failure_ = message;
    return false;
  }
  bool try_sets(const SmallGraph& small, std::int64_t most_length);
  bool try_case(const SmallGraph& small, const ArgumentSet& set);
  std::string check(const SmallGraph& small, const ArgumentSet& set, const RunResult& result);

  Session& session_;
  const Algorithm& algorithm_;
  const Variant& variant_;
  const ArgumentTexts& texts_;
  int orders_;
  const SelftestChecks& checks_;
  std::int64_t cases_ = 0;
  std::string failure_;
  std::vector<std::string> not_compared_;
};

std::string VariantTest::check(const SmallGraph& small, const ArgumentSet& set, const RunResult& result) {
  if (checks_.writer) checks_.writer->add(algorithm_, result);
  if (!checks_.oracle) return "";
  const Verdict verdict = checks_.oracle->judge(algorithm_, variant_, small.graph, set, result);
  not_compared_ = verdict.not_compared;
  return verdict.difference;
}

bool VariantTest::try_case(const SmallGraph& small, const ArgumentSet& set) {
  if (check_conditions(algorithm_, small.graph, set)) return true;
  ++cases_;
  if (auto failure = checks_.oracle ? checks_.oracle->advance() : std::nullopt) return fail(failure->message);
  Schedules* schedules = orders_ == 0 ? nullptr : session_.engine().schedules();
  for (int i = 0; i < std::max(orders_, 1); ++i) {
    const std::string order = schedules ? schedules->of_series(i) : "";
    if (schedules) schedules->choose(order);
    auto result = session_.run(variant_, set, {});
    const std::string difference = result ? check(small, set, *result) : result.error();
    const std::string where = order.empty() ? "" : " --order=" + order;
    if (!difference.empty()) return fail(case_text(small, algorithm_, set) + where + ": " + difference);
  }
  return true;
}

bool VariantTest::try_graph(SmallGraph& small) {
  if (!is_accepted(algorithm_, small.graph)) return true;
  add_forms(small.graph, variant_.forms);
  if (auto failure = session_.load(small.graph, variant_.forms, variant_.numbering)) return fail(failure->message);
  return try_sets(small, 1);
}

bool VariantTest::try_sets(const SmallGraph& small, std::int64_t most_length) {
  const auto sets = sets_to_try(algorithm_, texts_, small.graph);
  if (!sets) return fail(sets.error());
  const auto visit = [&](const ArgumentSet& set) { return try_case(small, set); };
  for (const ArgumentSet& set : *sets)
    if (has_lengths(algorithm_) ? !for_each_arrays(algorithm_, small.graph, set, most_length, visit) : !visit(set))
      return false;
  return true;
}

bool VariantTest::try_arrays(std::int64_t most) {
  const SmallGraph none{"no graph", Graph{}};
  if (auto failure = session_.load(none.graph, 0)) return fail(failure->message);
  return try_sets(none, most);
}

std::string open_text(const std::vector<std::string>& results) {
  std::string text;
  for (const std::string& name : results)
    text += (text.empty() ? "; not compared, as the program leaves it open: " : ", ") + name;
  return text;
}

/// Runs the variant on everything, up to its first failure.
bool test_variant(Session& session, const Algorithm& algorithm, const Variant& variant, const RunnerOptions& options,
                  const SelftestChecks& checks) {
  const int most_nodes = options.selftest;
  const edge_t most_edges = options.selftest_edges;
  VariantTest test(session, algorithm, variant, options, checks);
  if (checks.oracle) checks.oracle->begin_variant();
  Progress progress(std::string("testing variant ") + variant.name);
  constexpr std::int64_t lengths_a_node = 3;
  const bool right = !needs_graph(algorithm)
                         ? test.try_arrays(most_nodes * lengths_a_node)
                         : for_each_tiny_graph(most_nodes, [&](SmallGraph& small) { return test.try_graph(small); }) &&
                               for_each_small_graph([&](SmallGraph& small) {
                                 return small.graph.edges() > most_edges || test.try_graph(small);
                               });
  end_progress();
  if (right && test.cases() == 0)
    std::printf("%s: FAILED: no case meets the requirements of `%s`\n", variant.name, algorithm.name);
  else if (right && options.quiet)
    return true;
  else if (right)
    std::printf("%s: ok %lld cases%s\n", variant.name, static_cast<long long>(test.cases()),
                open_text(test.not_compared()).c_str());
  else
    std::printf("%s: FAILED (%s) case %lld: %s\n", variant.name, variant.mapping, static_cast<long long>(test.cases()),
                test.failure().c_str());
  std::fflush(stdout);
  return right && test.cases() > 0;
}

}  // namespace

MaybeFailure check_selftest_arguments(const Algorithm& algorithm, const ArgumentTexts& texts) {
  for (int i = 0; i < algorithm.parameter_count; ++i) {
    const ParameterInfo& parameter = algorithm.parameters[i];
    const auto& text = texts[static_cast<std::size_t>(i)];
    if (!text) continue;
    if (is_made_up(parameter))
      return Failure{std::string("--selftest makes the values of `") + parameter.name +
                     "` up for each of its graphs; leave the argument out"};
    if (const auto value = scalar_value(parameter, *text, Graph{}); !value) return value.failure();
  }
  return std::nullopt;
}

namespace {

Result<SelftestChecks> open_selftest_checks(const Algorithm& algorithm, const RunnerOptions& options) {
  SelftestChecks checks;
  if (!options.write_expected_results.empty()) {
    checks.writer = std::make_unique<ExpectedResultsWriter>(options);
    return checks;
  }
  auto oracle = open_oracle(algorithm, options, "--selftest");
  if (!oracle) return oracle.failure();
  checks.oracle = *std::move(oracle);
  return checks;
}

bool run_selftest(Engine& engine, const Algorithm& algorithm, const std::vector<const Variant*>& variants,
                  const RunnerOptions& options, const SelftestChecks& checks) {
  bool right = true;
  Session session(engine, algorithm);
  if (checks.writer) checks.writer->begin(algorithm);
  if (auto failure = checks.oracle ? checks.oracle->begin(algorithm) : std::nullopt) {
    std::printf("FAILED: %s\n", failure->message.c_str());
    return false;
  }
  for (const Variant* variant : variants) right = test_variant(session, algorithm, *variant, options, checks) && right;
  return right;
}

}  // namespace

int selftest(const Algorithm& algorithm, const RunnerOptions& options) {
  auto checks = open_selftest_checks(algorithm, options);
  if (!checks) return fail_with(user_error, checks.error());
  const auto variants = chosen_variants(algorithm, options.variant, "all");
  if (!variants) return fail_with(user_error, variants.error());
  if (auto failure = check_selftest_arguments(algorithm, options.arguments))
    return fail_with(user_error, failure->message);
  EngineStatus opened;
  const std::unique_ptr<Engine> engine = open_with_gaps(&opened);
  if (!engine) return fail_with(user_error, opened.message);
  if (auto failure = choose_order(*engine, options)) return fail_with(user_error, failure->message);
  if (!run_selftest(*engine, algorithm, *variants, options, *checks)) return run_error;
  if (algorithm.reals) {
    if (!options.quiet) std::puts("with real weights:");
    const auto of_reals = chosen_variants(*algorithm.reals, options.variant, "all");
    if (!run_selftest(*engine, *algorithm.reals, *of_reals, options, *checks)) return run_error;
  }
  const auto failure = checks->writer ? checks->writer->finish() : std::nullopt;
  return failure ? fail_with(user_error, failure->message) : 0;
}

}  // namespace maxwarp::runner
