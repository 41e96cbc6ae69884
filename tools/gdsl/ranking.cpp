// The ranking of an exploration: which mapping is faster than which, and by how much; what failed stands below with its
// reason.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>

#include "runtime/system/shown_text.h"
#include "tools/gdsl/results.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

/// One thread per node, nothing else chosen: what all comparisons of the papers start from.
bool is_base(const ResultRow& row) { return row.mapping == "default" || row.mapping == "granularity=thread"; }

double weight(const ResultRow& row, bool by_cost) { return by_cost ? row.cost : row.median_ms; }

std::string times(double factor) {
  if (factor <= 0) return "-";
  return fmt::format("{:.{}f}x", factor, factor < 10 ? 2 : 1);
}

std::string mapping_words(const ResultRow& row) { return is_base(row) ? "granularity=thread" : row.mapping; }

std::string checked(const ResultRow& row) {
  if (row.verified) return *row.verified ? "verified" : "WRONG";
  if (row.agrees) return *row.agrees ? "agrees" : "DIFFERS";
  return "-";
}

bool has_metrics(const ResultTable& table) {
  return std::ranges::any_of(table.rows, [](const ResultRow& row) { return row.metrics.has_value(); });
}

/// `metrics`: some row has them.
std::vector<std::string> line_of(const ResultRow& row, std::size_t rank, bool by_cost, bool cpu, bool metrics) {
  std::vector<std::string> line = {fmt::format("{}", rank), mapping_words(row)};
  if (by_cost)
    line.push_back(grouped(row.cost));
  else
    line.insert(line.end(),
                {fmt::format("{:.3f}", row.median_ms), fmt::format("{:.3f} .. {:.3f}", row.min_ms, row.max_ms)});
  line.push_back(times(row.over_thread));
  if (cpu) line.push_back(times(row.over_cpu));
  if (metrics) std::ranges::copy(metric_cells(row.metrics, !by_cost), std::back_inserter(line));
  line.insert(line.end(), {fmt::format("{}", row.rounds), checked(row)});
  return line;
}

/// Of so many marks that the slowest mapping fills the column; what is more than eight times the default does, too, so
/// that the others can be told apart.
class Bars {
 public:
  explicit Bars(const ResultTable& table) : by_cost_(table.exploration->by_cost) {
    double base = 0;
    for (const ResultRow& row : table.rows) {
      if (!row.failure.empty()) continue;
      most_ = std::max(most_, weight(row, by_cost_));
      if (is_base(row)) base = weight(row, by_cost_);
    }
    if (base > 0) most_ = std::min(most_, 8 * base);
  }
  std::string of(const ResultRow& row) const {
    constexpr double width = 24;
    const double part = most_ > 0 ? std::min(1.0, weight(row, by_cost_) / most_) : 0;
    return std::string(static_cast<std::size_t>(std::ceil(part * width)), '#');
  }

 private:
  bool by_cost_;
  double most_ = 0;
};

/// Mappings that were not run, because another one has their text.
std::string same_lines(const ResultTable& table) {
  std::string text;
  for (const ResultRow& row : table.rows)
    for (const std::string& mapping : row.same)
      text += shown(fmt::format("same    {}: the text of {}", mapping, mapping_words(row))) + "\n";
  return text;
}

std::string head_lines(const ResultTable& table) {
  const Exploration& found = *table.exploration;
  std::string text = shown("graph   " + found.graph_line) + "\n" + shown("engine  " + found.engine) + "\n";
  text += fmt::format("space   {} mappings tried, {} legal, {} explored", found.tried, found.legal, found.explored);
  text += found.same ? fmt::format(", {} with the text of one of these\n", found.same) : "\n";
  if (found.by_cost)
    return text +
           "ranked  by counted cost, not by time: instructions that warps issue + 8 x (32-byte sectors + "
           "atomics of lanes);\n"
           "        caches, launches and barriers are not in it\n";
  if (!table.rows.empty() && table.rows.front().repetitions > 0)
    text += fmt::format("ranked  by the median of {} repetitions; min .. max\n", table.rows.front().repetitions);
  if (found.cpu_ms) text += fmt::format("cpu     {:.3f} ms: OpenMP with one thread\n", *found.cpu_ms);
  if (!found.cpu_failure.empty()) text += shown("cpu     failed: " + found.cpu_failure) + "\n";
  return text;
}

}  // namespace

void rank_rows(ResultTable& table) {
  const bool by_cost = table.exploration && table.exploration->by_cost;
  const auto order = [&](const ResultRow& row) {
    return std::tuple(!row.failure.empty(), row.failure.empty() ? weight(row, by_cost) : 0, row.mapping);
  };
  std::sort(table.rows.begin(), table.rows.end(),
            [&](const ResultRow& a, const ResultRow& b) { return order(a) < order(b); });
  const auto base = std::find_if(table.rows.begin(), table.rows.end(), is_base);
  const double thread = base != table.rows.end() && base->failure.empty() ? weight(*base, by_cost) : 0;
  const double cpu = table.exploration && table.exploration->cpu_ms ? *table.exploration->cpu_ms : 0;
  for (ResultRow& row : table.rows) {
    const double own = weight(row, by_cost);
    if (!row.failure.empty() || own <= 0) continue;
    row.over_thread = thread / own;
    if (!by_cost) row.over_cpu = cpu / own;
  }
}

std::string ranking_text(const ResultTable& table, bool bars) {
  const bool by_cost = table.exploration->by_cost, cpu = table.exploration->cpu_ms.has_value();
  const bool metrics = has_metrics(table);
  std::vector<std::string> head = {"rank", "mapping"};
  if (by_cost)
    head.push_back("cost");
  else
    head.insert(head.end(), {"median ms", "min .. max"});
  head.push_back("over thread");
  if (cpu) head.push_back("over 1 cpu");
  if (metrics) std::ranges::copy(metric_columns(), std::back_inserter(head));
  head.insert(head.end(), {"rounds", "results"});
  const Bars column(table);
  if (bars) head.emplace_back("");
  std::vector<std::vector<std::string>> lines = {head};
  std::string failures;
  for (const ResultRow& row : table.rows)
    if (row.failure.empty()) {
      lines.push_back(line_of(row, lines.size(), by_cost, cpu, metrics));
      if (bars) lines.back().push_back(column.of(row));
    } else {
      failures += shown(fmt::format("failed  {}: {}", mapping_words(row), row.failure)) + "\n";
    }
  std::vector<bool> to_the_right(head.size(), true);
  to_the_right[1] = to_the_right.back() = false;
  if (bars) to_the_right[head.size() - 2] = false;
  for (const std::string& run : table.missing) failures += shown("failed  no result of run " + run) + "\n";
  return head_lines(table) + in_columns(lines, to_the_right) + same_lines(table) + failures;
}

}  // namespace maxwarp::workbench
