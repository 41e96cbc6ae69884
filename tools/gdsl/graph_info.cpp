// Table, histogram and JSON of a graph's facts.
#include "tools/gdsl/graph_info.h"

#include <fmt/core.h>

#include <algorithm>

#include "runtime/system/bar_chart.h"
#include "runtime/system/json_text.h"
#include "runtime/system/shown_text.h"

namespace maxwarp::workbench {
namespace {

const char* weights_text(const Graph& graph) {
  switch (graph.weight_kind) {
    case WeightKind::None: return "none";
    case WeightKind::Int: return "int";
    case WeightKind::Double: return "double";
  }
  return "";
}

template <typename T>
std::string line(const char* name, const T& value) {
  return fmt::format("{:<20}{}\n", name, value);
}

std::string weight_lines(const Graph& graph, const WeightSpread& weights) {
  std::string text = line("weights", weights_text(graph));
  if (graph.weight_kind == WeightKind::None || graph.edges() == 0) return text;
  text += line("weight range", fmt::format("{} to {}, mean {:.6g}", weights.least, weights.largest, weights.mean));
  if (weights.negative + weights.zero > 0)
    text += line("weights up to 0", fmt::format("{} zero, {} negative", weights.zero, weights.negative));
  return text;
}

std::string spread_line(const char* name, const DegreeSpread& spread) {
  return line(name,
              fmt::format("largest is {:.1f} times the mean; Gini coefficient {:.2f} (0: all alike, 1: one has all)",
                          spread.largest_to_mean, spread.gini));
}

std::string quartiles_line(const char* name, const DegreeSpread& spread) {
  const auto& [least, first, median, third, largest] = spread.quartiles;
  return line(
      name, fmt::format("{} .. {}, half of the nodes have {} .. {}, median {}", least, largest, first, third, median));
}

/// A bar for `count` of at most `most`: one mark for anything, none for nothing.
std::string bar(std::int64_t count, std::int64_t most) {
  constexpr std::int64_t width = 24;
  const auto marks = static_cast<std::size_t>((count * width + most - 1) / std::max<std::int64_t>(most, 1));
  return std::string(marks, '#');
}

/// Rows `degree nodes bar`, for both directions side by side where they differ.
std::string histogram(const GraphInfo& info) {
  const std::vector<std::int64_t>&out = info.out.bins, &in = info.in.bins;
  const bool one = info.facts.symmetric;
  std::int64_t most = 0;
  for (const auto* bins : {&out, &in})
    for (std::int64_t count : *bins) most = std::max(most, count);
  std::string text = one ? fmt::format("{:>21}  {:>10}\n", "degree", "nodes")
                         : fmt::format("{:>21}  {:>10}{:26}{:>10}\n", "degree", "nodes, out", "", "nodes, in");
  for (std::size_t bin = 0; bin < std::max(out.size(), in.size()); ++bin) {
    const std::int64_t first = first_of_bin(bin), last = last_of_bin(bin);
    const auto count = [&](const std::vector<std::int64_t>& bins) { return bin < bins.size() ? bins[bin] : 0; };
    std::string row = fmt::format("{:>21}  {:>10} {}",
                                  first == last ? fmt::format("{}", first) : fmt::format("{}..{}", first, last),
                                  count(out), bar(count(out), most));
    if (!one) row = fmt::format("{:<59}{:>10} {}", row, count(in), bar(count(in), most));
    text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

nlohmann::ordered_json degree_json(const DegreeSpread& spread, std::int64_t largest) {
  nlohmann::ordered_json bins = nlohmann::ordered_json::array();
  for (std::size_t bin = 0; bin < spread.bins.size(); ++bin)
    bins.push_back({{"from", first_of_bin(bin)}, {"to", last_of_bin(bin)}, {"nodes", spread.bins[bin]}});
  return {{"largest", largest},
          {"quartiles", spread.quartiles},
          {"largest_to_mean", spread.largest_to_mean},
          {"gini", spread.gini},
          {"histogram", bins}};
}

nlohmann::ordered_json lane_use_json(const LaneUse& use) {
  return {{"edges", use.edges}, {"intra", use.intra}, {"inter", use.inter}, {"efficiency", use.efficiency()}};
}

}  // namespace

std::string info_text(const LoadedGraph& loaded, const GraphInfo& info) {
  const Graph& graph = loaded.graph;
  const GraphStatistics& facts = info.facts;
  std::string text = shown(loaded.summary) + "\n";
  text += line("nodes", facts.nodes) + line("edges", facts.edges);
  if (facts.nodes > 0) text += line("labels", fmt::format("{} to {}", graph.labels[0], graph.labels[facts.nodes - 1]));
  text += weight_lines(graph, info.weights);
  text += line("symmetric", facts.symmetric) + line("self-loops", facts.self_loops) +
          line("repeated edges", facts.duplicates);
  text += line("isolated nodes", facts.isolated);
  text += line("mean out-degree", fmt::format("{:.3f}", facts.mean_outdegree));
  text += line("largest out-degree", facts.max_outdegree) + line("largest in-degree", facts.max_indegree);
  text += spread_line(facts.symmetric ? "degrees" : "out-degrees", info.out);
  text += quartiles_line("", info.out);
  if (!facts.symmetric) text += spread_line("in-degrees", info.in) + quartiles_line("", info.in);
  text += line("components", fmt::format("{} (largest: {} nodes)", facts.components, facts.largest_component));
  text += line("diameter", fmt::format("at least {} (double sweep in the largest component, directions ignored)",
                                       info.diameter_at_least));
  text += line("memory", fmt::format("{:.1f} MiB", static_cast<double>(info.bytes) / (1 << 20)));
  return text + histogram(info);
}

std::string degrees_plot(const LoadedGraph& loaded, const GraphInfo& info) {
  const auto chart = [&](const char* what, const DegreeSpread& spread) {
    BarChart result{shown(loaded.summary), what, "nodes", {}, {}};
    for (std::size_t bin = 0; bin < spread.bins.size(); ++bin) {
      const std::int64_t first = first_of_bin(bin), last = last_of_bin(bin);
      result.bars.push_back({first == last ? fmt::format("{}", first) : fmt::format("{}..{}", first, last),
                             static_cast<double>(spread.bins[bin])});
    }
    return result;
  };
  if (info.facts.symmetric) return svg_text({chart("degree", info.out)});
  return svg_text({chart("out-degree", info.out), chart("in-degree", info.in)});
}

std::string split_text(const GraphInfo& info, const SplitSpread& split) {
  const std::vector<std::int64_t>&before = info.out.bins, &after = split.spread.bins;
  std::string text = line("split", fmt::format("at {} edges: {} of {} nodes, which makes {} pieces of all", split.most,
                                               split.split, info.facts.nodes, split.pieces));
  text += spread_line("out-degrees after", split.spread);
  text += fmt::format("{:>21}  {:>10}{:26}{:>10}\n", "out-degree", "before", "", "after");
  std::int64_t most = 0;
  for (const auto* bins : {&before, &after})
    for (std::int64_t count : *bins) most = std::max(most, count);
  for (std::size_t bin = 0; bin < std::max(before.size(), after.size()); ++bin) {
    const std::int64_t first = first_of_bin(bin), last = last_of_bin(bin);
    const auto count = [&](const std::vector<std::int64_t>& bins) { return bin < bins.size() ? bins[bin] : 0; };
    const std::string row = fmt::format("{:>21}  {:>10} {}",
                                        first == last ? fmt::format("{}", first) : fmt::format("{}..{}", first, last),
                                        count(before), bar(count(before), most));
    const std::string both = fmt::format("{:<59}{:>10} {}", row, count(after), bar(count(after), most));
    text += both.substr(0, both.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string lane_use_text(const std::vector<LaneUseRow>& rows) {
  std::string text =
      "lanes, if all nodes are active, in ascending order; efficiency also from 1 % of the warps\n"
      "(256 at least), and expected from the histogram of out-degrees\n";
  text += fmt::format("{:>10}{:>12}{:>12}{:>12}{:>12}{:>12}\n", "group", "U_A", "U_R", "efficiency", "sampled",
                      "expected");
  for (const LaneUseRow& row : rows)
    text += fmt::format("{:>10}{:>10.1f} %{:>10.1f} %{:>10.1f} %{:>10.1f} %{:>10.1f} %\n", row.group,
                        100 * row.exact.intra_rate(), 100 * row.exact.inter_rate(), 100 * row.exact.efficiency(),
                        100 * row.sampled.efficiency(), 100 * row.expected.efficiency());
  const auto best = [&](LaneUse LaneUseRow::* use) {
    const auto found = std::ranges::max_element(rows, {},
                                                [use](const LaneUseRow& row) { return (row.*use).efficiency(); });
    return found == rows.end() ? 1 : found->group;
  };
  return text + line("most efficient", fmt::format("groups of {}; expected from the histogram: of {}",
                                                   best(&LaneUseRow::exact), best(&LaneUseRow::expected)));
}

std::string info_json(const LoadedGraph& loaded, const GraphInfo& info, const Extras& extras) {
  const Graph& graph = loaded.graph;
  const GraphStatistics& facts = info.facts;
  nlohmann::ordered_json json = {{"summary", loaded.summary},
                                 {"nodes", facts.nodes},
                                 {"edges", facts.edges},
                                 {"weights", weights_text(graph)},
                                 {"symmetric", facts.symmetric},
                                 {"self_loops", facts.self_loops},
                                 {"duplicates", facts.duplicates},
                                 {"isolated", facts.isolated},
                                 {"mean_outdegree", facts.mean_outdegree},
                                 {"components", facts.components},
                                 {"largest_component", facts.largest_component},
                                 {"diameter_at_least", info.diameter_at_least},
                                 {"bytes", info.bytes},
                                 {"outdegree", degree_json(info.out, facts.max_outdegree)},
                                 {"indegree", degree_json(info.in, facts.max_indegree)}};
  if (facts.nodes > 0) json["labels"] = {{"first", graph.labels[0]}, {"last", graph.labels[facts.nodes - 1]}};
  if (graph.weight_kind != WeightKind::None && facts.edges > 0)
    json["weight"] = {{"least", info.weights.least},
                      {"largest", info.weights.largest},
                      {"mean", info.weights.mean},
                      {"zero", info.weights.zero},
                      {"negative", info.weights.negative}};
  if (const auto& split = extras.split)
    json["split"] = {{"most", split->most},
                     {"nodes_split", split->split},
                     {"pieces", split->pieces},
                     {"outdegree", degree_json(split->spread, split->largest)}};
  for (const LaneUseRow& row : extras.lane_use)
    json["lane_use"].push_back({{"group", row.group},
                                {"exact", lane_use_json(row.exact)},
                                {"sampled", lane_use_json(row.sampled)},
                                {"expected", lane_use_json(row.expected)}});
  return json_text(json, 2);
}

}  // namespace maxwarp::workbench
