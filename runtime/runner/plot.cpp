// A round is a row of stages of which none runs twice.
#include "runtime/runner/plot.h"

#include <algorithm>
#include <cstdio>
#include <set>

#include "runtime/system/bar_chart.h"

namespace maxwarp::runner {
namespace {

constexpr std::size_t most_runs = 8, most_bars = 200;

struct Round {
  std::string stages;
  double edges = 0, ms = 0, cost = 0;
};

/// As the workbench prices them: 8 instructions in the time of a sector or an atomic.
double cost_of(const StageMetrics& stage) {
  if (!stage.launched) return 0;
  return static_cast<double>(stage.launched->issued + 8 * (stage.launched->sectors + stage.launched->atomics));
}

std::vector<Round> rounds_of(const std::vector<StageMetrics>& stages) {
  std::vector<Round> rounds;
  std::set<std::string> names;
  std::int64_t number = 0;
  for (const StageMetrics& stage : stages) {
    if (rounds.empty() || stage.round != number || names.contains(stage.stage)) {
      rounds.emplace_back();
      names.clear();
    }
    number = stage.round;
    names.insert(stage.stage);
    Round& round = rounds.back();
    round.stages += (round.stages.empty() ? "" : " + ") + stage.stage;
    round.edges += static_cast<double>(stage.edges);
    round.ms += stage.milliseconds;
    round.cost += cost_of(stage);
  }
  return rounds;
}

/// A bar for `count` rounds from `first` on; the kind is that of the first one.
ChartBar bar_of(const std::vector<Round>& rounds, std::size_t first, std::size_t count, double Round::* part,
                std::vector<std::string>& kinds) {
  ChartBar bar{std::to_string(first + 1)};
  if (count > 1) bar.name += ".." + std::to_string(first + count);
  for (std::size_t i = first; i < first + count; ++i) bar.value += rounds[i].*part;
  const auto kind = std::ranges::find(kinds, rounds[first].stages);
  bar.kind = static_cast<std::size_t>(kind - kinds.begin());
  if (kind == kinds.end()) kinds.push_back(rounds[first].stages);
  return bar;
}

BarChart chart_of(const std::vector<Round>& rounds, const std::string& title, const char* label, double Round::* part) {
  BarChart chart{title, "round", label, {}, {}};
  const std::size_t width = std::max<std::size_t>(1, (rounds.size() + most_bars - 1) / most_bars);
  for (std::size_t first = 0; first < rounds.size(); first += width)
    chart.bars.push_back(bar_of(rounds, first, std::min(width, rounds.size() - first), part, chart.kinds));
  return chart;
}

}  // namespace

std::string rounds_plot(const Report& report, const Algorithm& algorithm) {
  std::vector<BarChart> charts;
  for (std::size_t i = 0; i < report.runs.size() && i < most_runs; ++i) {
    const RunRecord& run = report.runs[i];
    if (!run.metrics) continue;
    const std::vector<Round> rounds = rounds_of(*run.metrics);
    std::string title = std::string(algorithm.name) + ", " + run.variant->name;
    if (!report.graph_name.empty()) title += ", " + report.graph_name;
    const bool counted = std::ranges::any_of(rounds, [](const Round& round) { return round.cost > 0; });
    charts.push_back(chart_of(rounds, title, "edges", &Round::edges));
    charts.push_back(counted ? chart_of(rounds, title, "counted cost", &Round::cost)
                             : chart_of(rounds, title, "ms", &Round::ms));
  }
  return svg_text(charts);
}

}  // namespace maxwarp::runner
