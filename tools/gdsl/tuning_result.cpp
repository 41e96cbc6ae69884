// What a search has found: ranked, as a table, and as a .map file.
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "runtime/system/shown_text.h"
#include "tools/gdsl/results.h"
#include "tools/gdsl/support.h"
#include "tools/gdsl/tuning.h"

namespace maxwarp::workbench {
namespace {

std::string mapping_words(const std::string& mapping) { return mapping.empty() ? "granularity=thread" : mapping; }

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  const std::size_t middle = times.size() / 2;
  return times.size() % 2 ? times[middle] : (times[middle - 1] + times[middle]) / 2;
}

std::string figure_text(const Figure& figure, bool by_cost) {
  if (by_cost) return grouped(figure.value);
  return fmt::format("{:.3f} ms ({:.3f} .. {:.3f}), {} run{}", figure.value, figure.min, figure.max, figure.runs,
                     figure.runs == 1 ? "" : "s");
}

/// One line a candidate that was measured: step, ratio, mapping and a figure for each graph.
std::vector<std::vector<std::string>> lines_of(const TuningResult& result) {
  std::vector<std::vector<std::string>> lines = {{"step", "over best", "mapping"}};
  for (std::size_t i = 0; i < result.graphs.size(); ++i)
    lines.front().push_back(result.graphs.size() == 1 ? result.by_cost ? "cost" : "median (min .. max)"
                                                      : fmt::format("graph {}", i + 1));
  for (const Candidate& candidate : result.candidates) {
    if (!candidate.failure.empty() || candidate.step < 0) continue;
    auto& line = lines.emplace_back();
    line = {fmt::format("{}", candidate.step + 1), fmt::format("{:.2f}", candidate.ratio),
            mapping_words(candidate.mapping)};
    for (const Figure& figure : candidate.figures) line.push_back(figure_text(figure, result.by_cost));
  }
  return lines;
}

/// What cannot be chosen, and what shares a text, one a line.
std::string rest_of(const TuningResult& result) {
  std::string text;
  std::size_t open = 0;
  for (const Candidate& candidate : result.candidates) {
    for (const std::string& mapping : candidate.same)
      text += shown(fmt::format("same    {}: the text of {}", mapping, mapping_words(candidate.mapping))) + "\n";
    if (!candidate.failure.empty())
      text += shown(fmt::format("failed  {}: {}", mapping_words(candidate.mapping), candidate.failure)) + "\n";
    else if (candidate.step < 0)
      ++open;
  }
  if (open > 0) text += fmt::format("open    {}: not reached within the budget\n", open);
  return text;
}

std::string head_of(const TuningResult& result) {
  std::string text;
  for (std::size_t i = 0; i < result.graphs.size(); ++i)
    text += shown(fmt::format("graph   {}{}", result.graphs.size() > 1 ? fmt::format("{}: ", i + 1) : "",
                              result.graphs[i])) +
            "\n";
  if (!result.arguments.empty()) text += shown("with    " + result.arguments) + "\n";
  text += shown(fmt::format("engine  {}: {}", result.engine, result.device)) + "\n";
  text += "space   ";
  if (result.tried > 0) text += fmt::format("{} mappings tried, {} legal, ", result.tried, result.legal);
  text += fmt::format("{} different texts\n", result.candidates.size());
  text += result.by_cost ? "ranked  by counted cost, not by time" : "ranked  by the median time";
  text += result.graphs.size() > 1 ? "; over several graphs by the geometric mean of the ratios to the best\n" : "\n";
  return text + "        later steps have more runs; a ratio compares with the best of the same step\n";
}

}  // namespace

Figure figure_of(const Known& known, bool by_cost) {
  if (by_cost) return {known.counted.cost(), known.counted.cost(), known.counted.cost(), 1};
  const auto [min, max] = std::minmax_element(known.times_ms.begin(), known.times_ms.end());
  return {median(known.times_ms), *min, *max, known.times_ms.size()};
}

void rate_candidates(const std::vector<Candidate*>& candidates) {
  if (candidates.empty()) return;
  const std::size_t graphs = candidates.front()->figures.size();
  // A loop that ends within the resolution of the clock takes no time.
  constexpr double least = 1e-9;
  for (Candidate* candidate : candidates) candidate->ratio = 0;
  for (std::size_t graph = 0; graph < graphs; ++graph) {
    double best = std::numeric_limits<double>::infinity();
    for (const Candidate* candidate : candidates)
      best = std::min(best, std::max(candidate->figures[graph].value, least));
    for (Candidate* candidate : candidates)
      candidate->ratio += std::log(std::max(candidate->figures[graph].value, least) / best);
  }
  for (Candidate* candidate : candidates) candidate->ratio = std::exp(candidate->ratio / static_cast<double>(graphs));
}

void rank_candidates(std::vector<Candidate>& candidates) {
  const auto order = [](const Candidate& one) {
    return std::tuple(!one.failure.empty(), -one.step, one.ratio, one.mapping);
  };
  std::ranges::sort(candidates, [&](const Candidate& a, const Candidate& b) { return order(a) < order(b); });
}

std::string tuning_table(const TuningResult& result) {
  const auto lines = lines_of(result);
  std::vector<bool> to_the_right(lines.front().size(), false);
  to_the_right[0] = to_the_right[1] = true;
  std::string text = head_of(result) + in_columns(lines, to_the_right) + rest_of(result);
  return text + fmt::format("ledger  {} lines, {} of them new\n", result.known + result.measured, result.measured);
}

std::string tuned_map(const TuningResult& result) {
  const std::string& mapping = result.candidates.front().mapping;
  std::string text = fmt::format("{}, chosen by `gdsl tune` of Maxwarp {} on {}\n", shown(result.program),
                                 MAXWARP_VERSION, result.date);
  auto lines = lines_of(result);
  text += head_of(result) + in_columns(lines, std::vector<bool>(lines.front().size(), false)) + rest_of(result);
  std::string map;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
    map += "# " + text.substr(at, text.find('\n', at) - at) + "\n";
  if (mapping.empty()) return map + "default\n";
  std::string settings = mapping;
  std::replace(settings.begin(), settings.end(), ',', '\n');
  return map + settings + "\n";
}

}  // namespace maxwarp::workbench
