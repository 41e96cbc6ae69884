// A ratio compares with the best of the same step: later steps have more runs.
#include "runtime/runner/tuning_table.h"

#include <algorithm>
#include <cstdio>
#include <tuple>

#include "runtime/runner/output.h"
#include "runtime/system/shown_text.h"

namespace maxwarp::runner {
namespace {

/// printf into a string.
template <typename... Values>
std::string formatted(const char* format, Values... values) {
  char text[256];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

std::string title(const Trial& trial) { return std::string(trial.variant->name) + ": " + trial.variant->mapping; }

std::string figure_text(const TrialFigure& figure, bool by_cost) {
  if (by_cost) return formatted("cost %.0f", figure.value);
  return formatted("%.3f ms (%.3f .. %.3f), %zu run%s", figure.value, figure.min, figure.max, figure.runs,
                   figure.runs == 1 ? "" : "s");
}

}  // namespace

void Trial::take(const Known& known, bool by_cost) {
  if (by_cost) {
    times = {known.counted.cost(), known.counted.cost(), known.counted.cost(), 1};
    return;
  }
  const auto [min, max] = std::minmax_element(known.times_ms.begin(), known.times_ms.end());
  times = {median(known.times_ms), *min, *max, known.times_ms.size()};
}

bool comes_before(const Trial& one, const Trial& other) {
  const auto order = [](const Trial& trial) {
    return std::tuple(!trial.failure.empty(), -trial.step, trial.ratio, trial.variant);
  };
  return order(one) < order(other);
}

void rate(const std::vector<Trial*>& trials) {
  // A loop that ends within the resolution of the clock takes no time.
  constexpr double least = 1e-9;
  if (trials.empty()) return;
  double best = std::max(trials.front()->times.value, least);
  for (const Trial* trial : trials) best = std::min(best, std::max(trial->times.value, least));
  for (Trial* trial : trials) trial->ratio = std::max(trial->times.value, least) / best;
}

std::string seconds_text(double seconds) { return formatted("%.1f s", seconds); }

std::string winner_line(const TuningReport& report) {
  const Trial& best = report.trials.front();
  std::string text = "won      " + title(best) + ", " + figure_text(best.times, report.by_cost);
  const Trial* second = report.trials.size() > 1 ? &report.trials[1] : nullptr;
  if (!second || !second->is_right()) return shown(text + "; nothing else has a result") + "\n";
  if (second->step != best.step) return shown(text + "; no other one was in the last step") + "\n";
  const std::string more = formatted(" takes %.1f %% more", (second->ratio / best.ratio - 1) * 100);
  return shown(text + "; " + second->variant->name + more) + "\n";
}

std::string tuning_table(const TuningReport& report) {
  std::string text = shown("graph    " + report.graph_line) + "\n";
  if (!report.arguments.empty()) text += shown("with     " + report.arguments) + "\n";
  text += shown("engine   " + report.engine + " (" + report.device + ")") + "\n";
  text += report.by_cost ? "ranked   by counted cost, not by time" : "ranked   by the median time";
  text += "; a ratio compares with the best of the same step\n";
  text += "step  over best  variant\n";
  std::string failed;
  std::size_t open = 0;
  for (const Trial& trial : report.trials) {
    if (trial.is_right())
      text += shown(formatted("%4d  %9.2f  ", trial.step + 1, trial.ratio) + title(trial) + ", " +
                    figure_text(trial.times, report.by_cost)) +
              "\n";
    else if (!trial.failure.empty())
      failed += shown("failed   " + title(trial) + ": " + trial.failure) + "\n";
    else
      ++open;
  }
  text += failed;
  if (open > 0)
    text += "open     " + std::to_string(open) + " not reached within the budget; the same command goes on\n";
  text += shown("ledger   " + report.ledger + ": " + std::to_string(report.lines) + " lines, " +
                std::to_string(report.new_lines) + " of them new") +
          "\n";
  text += "time     read " + seconds_text(report.read_ms / 1e3) + ", then " + seconds_text(report.seconds) + " of " +
          seconds_text(report.budget) + "\n";
  return report.trials.front().is_right() ? text + winner_line(report) : text;
}

}  // namespace maxwarp::runner
