// The report as text and as JSON. Numbers that JSON cannot write (inf, nan) are strings there; a missing
// node is null.
#include "runtime/runner/report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "runtime/runner/choices.h"
#include "runtime/system/json_text.h"
#include "runtime/system/shown_text.h"

namespace maxwarp::runner {
namespace {

using Json = nlohmann::ordered_json;

std::string milliseconds(double value) {
  char text[64];
  std::snprintf(text, sizeof text, value < 10 ? "%.3f ms" : "%.1f ms", value);
  return text;
}

Json json_value(const ScalarValue& value, ScalarType type, const Labels& labels) {
  if (type == ScalarType::Bool) return value.integer != 0;
  if (type == ScalarType::Bits) return static_cast<std::uint64_t>(value.integer);
  if (type == ScalarType::Node || type == ScalarType::Edge) {
    if (value.integer < 0) return nullptr;
    return type == ScalarType::Node ? labels[static_cast<node_t>(value.integer)] : value.integer;
  }
  if (is_real(type) && std::isfinite(value.real)) return value.real;
  if (!is_real(type) && !is_unreached(value, type)) return value.integer;
  return value_text(value, type, labels);
}

Json json_graph(const Report& report, const Graph& graph) {
  if (report.graph_name.empty()) return nullptr;
  const char* weights[] = {"none", "int", "double"};
  return {{"name", report.graph_name},
          {"nodes", graph.nodes},
          {"edges", graph.edges()},
          {"symmetric", graph.symmetric.value_or(false)},
          {"weights", weights[static_cast<int>(graph.weight_kind)]},
          {"max_outdegree", graph.max_outdegree},
          {"max_indegree", graph.max_indegree},
          {"read", report.graph_line}};
}

/// Global results by name, and the sizes of sets.
Json json_results(const RunRecord& run, const Algorithm& algorithm, const Graph& graph) {
  Json results = Json::object();
  for (int i = 0; i < algorithm.result_count; ++i)
    if (algorithm.results[i].space == ValueSpace::Global)
      results[algorithm.results[i].name] = json_value(run.result.scalars[i], algorithm.results[i].type, graph.labels);
    else if (algorithm.results[i].space == ValueSpace::NodeSet)
      results[algorithm.results[i].name] = run.members[static_cast<std::size_t>(i)];
  return results;
}

/// The other results in a few words.
Json json_summaries(const RunRecord& run, const Algorithm& algorithm) {
  Json summaries = Json::object();
  for (int i = 0; i < algorithm.result_count; ++i)
    if (algorithm.results[i].space != ValueSpace::Global)
      summaries[algorithm.results[i].name] = run.summaries[static_cast<std::size_t>(i)];
  return summaries;
}

/// Arguments that are one value, and what is known of arrays: their extents.
Json json_arguments(const RunRecord& run, const Algorithm& algorithm, const Graph& graph) {
  Json arguments = Json::object();
  for (int i = 0; i < algorithm.parameter_count; ++i) {
    const ParameterInfo& parameter = algorithm.parameters[i];
    if (parameter.space == ValueSpace::Global)
      arguments[parameter.name] = json_value(run.arguments[i], parameter.type, graph.labels);
    if (parameter.dimensions > 0) arguments[parameter.name] = {{"extents", run.extents[i]}};
  }
  return arguments;
}

/// What the results depend on besides the arguments; empty: on nothing.
Json json_choices(const Algorithm& algorithm) {
  Json choices = Json::array();
  for (int i = 0; i < algorithm.choice_count; ++i) {
    const ChoiceInfo& choice = algorithm.choices[i];
    Json results = Json::array();
    for (int k = 0; k < choice.result_count; ++k) results.push_back(algorithm.results[choice.results[k]].name);
    choices.push_back(
        {{"kind", choice_name(choice.kind)}, {"name", choice.name}, {"line", choice.line}, {"results", results}});
    if (choice.file) choices.back()["file"] = choice.file;
  }
  return choices;
}

/// The two runs that part stand by their orders, with what differs.
Json json_orders(const OrdersRecord& record) {
  Json json = {{"runs", record.orders}, {"same", !record.difference}};
  if (!record.difference) return json;
  json["result"] = record.difference->name;
  json["values"] = {{record.orders.front(), record.difference->first},
                    {record.orders.back(), record.difference->second}};
  if (!record.place.empty()) json["part"] = record.place;
  return json;
}

Json json_use(const LaneUse& use) {
  return {{"edges", use.edges}, {"intra", use.intra}, {"inter", use.inter}, {"efficiency", use.efficiency()}};
}

Json json_metrics(const std::vector<StageMetrics>& stages) {
  Json json = Json::array();
  for (const StageMetrics& stage : stages) {
    Json one = {{"stage", stage.stage}, {"round", stage.round}};
    if (stage.nodes) one["nodes"] = *stage.nodes;
    one["edges"] = stage.edges;
    if (stage.nodes) one["duplicates"] = stage.duplicates;
    if (stage.lanes) {
      one["lanes"] = stage.lanes;
      one["ascending"] = json_use(*stage.ascending);
      one["sampled"] = json_use(*stage.sampled);
      if (stage.actual) one["actual"] = json_use(*stage.actual);
    }
    if (stage.counted) one["counted"] = json_use(*stage.counted);
    if (stage.launched) one["atomics"] = stage.launched->atomics;
    // Counting lanes issue instructions of their own: they would tell of another text.
    if (stage.launched && !stage.counted) {
      one["issued"] = stage.launched->issued;
      one["sectors"] = stage.launched->sectors;
    }
    if (stage.changes) one["changes"] = *stage.changes;
    if (stage.donations) {
      one["donations"] = *stage.donations;
      one["donations_first"] = *stage.donations_first;
    }
    one["ms"] = stage.milliseconds;
    one["meps"] = stage.expansion_rate();
    json.push_back(one);
  }
  return json;
}

Json json_times(const StageTimes& times) {
  Json stages = Json::array();
  for (const StageTime& stage : times.stages)
    stages.push_back(
        {{"stage", stage.stage}, {"round", stage.round}, {"operator", stage.of_operator}, {"ms", stage.milliseconds}});
  return {{"run_ms", times.run_ms}, {"operator_ms", times.operator_ms()}, {"stages", stages}};
}

Json json_run(const RunRecord& run, const Algorithm& algorithm, const Graph& graph) {
  Json json = {{"variant", run.variant->name},
               {"mapping", run.variant->mapping},
               {"arguments", json_arguments(run, algorithm, graph)},
               {"results", json_results(run, algorithm, graph)},
               {"summaries", json_summaries(run, algorithm)},
               {"rounds", run.result.rounds},
               {"run_ms", median(run.result.run_ms)},
               {"repetitions_ms", run.result.run_ms}};
  if (run.verified) json["verified"] = *run.verified;
  if (!run.not_compared.empty()) json["not_compared"] = run.not_compared;
  if (run.agrees) json["agrees"] = *run.agrees;
  if (run.orders) json["orders"] = json_orders(*run.orders);
  if (run.metrics) json["metrics"] = json_metrics(*run.metrics);
  if (run.times) json["stage_times"] = json_times(*run.times);
  if ((run.metrics || run.times) && run.variant->host_starts) json["metrics_of"] = "loop=host";
  if (!run.difference.empty()) json["difference"] = run.difference;
  return json;
}

/// The name in a column as wide as the other words of the report.
std::string padded(std::string name) {
  constexpr std::size_t width = 8;
  if (name.size() < width) name.resize(width, ' ');
  return name + " ";
}

std::string run_title(const RunRecord& run, const Algorithm& algorithm, const Labels& labels) {
  std::string text = std::string(run.variant->name) + ": " + run.variant->mapping;
  for (int i = 0; i < algorithm.parameter_count; ++i) {
    const ParameterInfo& parameter = algorithm.parameters[i];
    if (parameter.space == ValueSpace::Global)
      text += std::string(" ") + parameter.name + "=" + short_text(run.arguments[i], parameter.type, labels);
    if (parameter.dimensions > 0) text += std::string(" ") + parameter.name + "=[" + extents_text(run.extents[i]) + "]";
  }
  return text;
}

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", share * 100);
  return text;
}

/// A stage in a round; `counted`: with what its lanes counted.
std::string metrics_line(const StageMetrics& stage, bool counted) {
  const auto efficiency = [](const std::optional<LaneUse>& use) {
    return use ? percent(use->efficiency()) : std::string("-");
  };
  char line[256];
  std::snprintf(line, sizeof line, "  %12lld %-20s %10s %12lld %5s %5s %5s %5s %12s",
                static_cast<long long>(stage.round), stage.stage.c_str(),
                stage.nodes ? std::to_string(*stage.nodes).c_str() : "-", static_cast<long long>(stage.edges),
                stage.lanes ? std::to_string(stage.lanes).c_str() : "-",
                stage.lanes ? percent(stage.ascending->intra_rate()).c_str() : "-",
                stage.lanes ? percent(stage.ascending->inter_rate()).c_str() : "-", efficiency(stage.ascending).c_str(),
                efficiency(stage.actual).c_str());
  std::string text = line;
  if (counted) std::snprintf(line, sizeof line, " %10s", efficiency(stage.counted).c_str()), text += line;
  std::snprintf(line, sizeof line, " %10.3f %9.1f\n", stage.milliseconds, stage.expansion_rate());
  return text + line;
}

constexpr std::size_t most_lines = 60;  // of a table, one a stage and round

/// The first lines, and how many there are besides.
template <typename Stage, typename Line>
std::string first_lines(const std::vector<Stage>& stages, Line line) {
  std::string text;
  for (std::size_t i = 0; i < stages.size() && i < most_lines; ++i) text += line(stages[i]);
  if (stages.size() > most_lines)
    text += "  … " + std::to_string(stages.size() - most_lines) + " further lines are in --json=FILE\n";
  return text;
}

std::string time_line(const StageTime& stage) {
  char line[256];
  std::snprintf(line, sizeof line, "  %12lld %-20s %10.3f%s\n", static_cast<long long>(stage.round),
                stage.stage.c_str(), stage.milliseconds, stage.of_operator ? "  operator" : "");
  return line;
}

std::string times_table(const StageTimes& times, bool host_starts) {
  return "times    of a run of " + milliseconds(times.run_ms) + (host_starts ? " with loop=host" : "") + ", " +
         milliseconds(times.operator_ms()) + " in the operator\n" + "times    round stage                        ms\n" +
         first_lines(times.stages, time_line);
}

std::string metrics_table(const std::vector<StageMetrics>& stages, bool host_starts) {
  if (stages.empty()) return "metrics  no stage tells on which nodes it works\n";
  const bool counted = std::ranges::any_of(stages, [](const StageMetrics& stage) { return stage.counted.has_value(); });
  std::string text = host_starts ? "metrics  of a run with loop=host: the same nodes, edges and lanes, other times\n"
                                 : "";
  text += "metrics  round stage                     nodes        edges lanes  U_A%  U_R%   ME%  (as placed)";
  text += std::string(counted ? "  (counted)" : "") + "         ms      MEPS\n";
  return text + first_lines(stages, [&](const StageMetrics& stage) { return metrics_line(stage, counted); });
}

/// What came out of --verify.
std::string verified_text(const RunRecord& run) {
  std::string open;
  for (const std::string& name : run.not_compared) open += (open.empty() ? "" : ", ") + name;
  if (!run.verified) return "not verified: the program leaves all results open (" + open + ")";
  const std::string text = (*run.verified ? "verified equal to " : "verified DIFFERS from ") + run.oracle;
  return open.empty() ? text : text + "; not compared, as the program leaves it open: " + open;
}

}  // namespace

void summarize(RunRecord& run, const Algorithm& algorithm, const Graph& graph) {
  for (int i = 0; i < algorithm.result_count; ++i) {
    const bool set = algorithm.results[i].space == ValueSpace::NodeSet;
    run.summaries.push_back(summary(algorithm, i, run.result, graph.labels));
    run.members.push_back(set ? members(run.result.arrays[static_cast<std::size_t>(i)]) : 0);
  }
}

std::string text_report(const Report& report, const Algorithm& algorithm, const Graph& graph) {
  std::string text = "graph    " + shown(report.graph_line) + "\n";
  text += shown("engine   " + report.engine + " (" + report.device + ")") + "\n";
  for (const RunRecord& run : report.runs) {
    text += shown("variant  " + run_title(run, algorithm, graph.labels)) + "\n";
    for (int i = 0; i < algorithm.result_count; ++i)
      text += padded(algorithm.results[i].name) + run.summaries[static_cast<std::size_t>(i)] + "\n";
    text += "time     read " + milliseconds(report.read_ms) + ", copy " + milliseconds(report.copy_ms) + ", run " +
            milliseconds(median(run.result.run_ms));
    if (run.result.run_ms.size() > 1) text += " (median of " + std::to_string(run.result.run_ms.size()) + ")";
    text += ", " + std::to_string(run.result.rounds) + " rounds\n";
    if (!run.oracle.empty()) text += shown(verified_text(run)) + "\n";
    if (run.orders)
      text += run.orders->difference
                  ? "DIFFERS from one order of threads to another\n"
                  : "the same in " + std::to_string(run.orders->orders.size()) + " orders of threads\n";
    if (run.times) text += times_table(*run.times, run.variant->host_starts);
    if (run.metrics) text += metrics_table(*run.metrics, run.variant->host_starts);
    if (run.agrees) text += *run.agrees ? "agrees with the first mapping\n" : "DIFFERS from the first mapping\n";
  }
  return text;
}

std::string json_report(const Report& report, const Algorithm& algorithm, const Graph& graph) {
  Json runs = Json::array();
  for (const RunRecord& run : report.runs) runs.push_back(json_run(run, algorithm, graph));
  // The first run once more at the top: most readers look at one run only.
  const Json first = runs.empty() ? Json::object() : runs[0];
  Json json = {{"schema", 1},
               {"program", algorithm.name},
               {"engine", report.engine},
               {"device", report.device},
               {"mapping", first.value("mapping", "")},
               {"graph", json_graph(report, graph)},
               {"results", first.value("results", Json::object())},
               {"choices", json_choices(algorithm)},
               {"times",
                {{"read_ms", report.read_ms},
                 {"copy_ms", report.copy_ms},
                 {"run_ms", first.value("run_ms", 0.0)},
                 {"repetitions_ms", first.value("repetitions_ms", Json::array())}}},
               {"memory", {{"engine_bytes", report.memory_bytes}}},
               {"runs", runs}};
  return json_text(json, 2);
}

}  // namespace maxwarp::runner
