// What a report is made of: an exploration has one graph; the lines of a ledger are sorted into mappings and graphs.
#include <algorithm>
#include <map>
#include <set>

#include "llvm/ADT/STLExtras.h"
#include "runtime/graph/parse.h"
#include "tools/gdsl/report.h"
#include "tools/gdsl/support.h"
#include "tools/gdsl/tuning.h"

namespace maxwarp::workbench {
namespace {

ReportRow row_of(const ResultRow& row, bool by_cost) {
  ReportRow result{short_mapping(row.mapping)};
  result.same = row.same;
  result.failure = row.failure;
  result.source = row.source;
  result.rounds = {row.rounds};
  result.figures.resize(1);
  result.counted.resize(1);
  if (!row.failure.empty()) return result;
  const auto runs = static_cast<std::size_t>(row.repetitions);
  result.figures[0] = by_cost ? Figure{row.cost, row.cost, row.cost, 1}
                              : Figure{row.median_ms, row.min_ms, row.max_ms, runs};
  if (row.counted.cost() > 0) result.counted[0] = row.counted;
  result.lines = row.line_costs;
  result.steps = row.steps;
  return result;
}

/// The lines of a ledger as a table of mappings and graphs.
class LedgerReport {
 public:
  LedgerReport(const std::string& name, const LedgerChoice& choice) : name_(name), choice_(choice) {}

  llvm::Error take(const Measurement& line);
  llvm::Expected<Report> finish(const Ledger& ledger);

 private:
  std::vector<std::string> run_words(const std::string& arguments, std::size_t column) const;
  llvm::Error check(const char* what, const char* option, const std::string& value, std::string& before) const;

  const std::string& name_;
  const LedgerChoice& choice_;
  Report report_;
  std::vector<std::pair<std::string, std::string>> columns_;  // identities of graph and arguments
  std::vector<std::string> names_;                            // of their graphs
  std::vector<Measurement> lines_;
};

llvm::Error LedgerReport::check(const char* what, const char* option, const std::string& value,
                                std::string& before) const {
  if (before.empty()) before = value;
  if (before == value) return llvm::Error::success();
  return fail("`{}` has measurements of more than one {}, `{}` and `{}`; choose with {}=…", name_, what, before, value,
              option);
}

llvm::Error LedgerReport::take(const Measurement& line) {
  for (const auto& [wanted, has] :
       {std::pair(choice_.program, line.program), std::pair(choice_.engine, line.key.engine),
        std::pair(choice_.device, line.key.device)})
    if (!wanted.empty() && wanted != has) return llvm::Error::success();
  if (llvm::Error failed = check("program", "--program", line.program, report_.program)) return failed;
  if (llvm::Error failed = check("engine", "--engine", line.key.engine, report_.engine)) return failed;
  if (llvm::Error failed = check("device", "--device", line.key.device, report_.device)) return failed;
  report_.date = line.date.substr(0, today().size());
  // The last column is what the search came to.
  const std::pair column(line.key.graph, line.key.arguments);
  std::erase(columns_, column);
  columns_.insert(columns_.begin(), column);
  lines_.push_back(line);
  return llvm::Error::success();
}

llvm::Expected<Report> LedgerReport::finish(const Ledger& ledger) {
  const bool chosen = !choice_.program.empty() || !choice_.engine.empty() || !choice_.device.empty();
  if (lines_.empty() && !chosen) return fail("`{}` has no measurements; `gdsl tune` writes some", name_);
  if (lines_.empty())
    return fail("`{}` has no measurement of this choice; leave out --program, --engine or --device", name_);
  report_.by_cost = report_.engine == "simt";
  report_.graphs.resize(columns_.size());
  report_.commands.resize(columns_.size());
  names_.resize(columns_.size());
  std::map<std::string, std::size_t> places;
  for (const Measurement& line : lines_) {
    const auto column = static_cast<std::size_t>(
        std::ranges::find(columns_, std::pair(line.key.graph, line.key.arguments)) - columns_.begin());
    names_[column] = line.graph_name;
    report_.graphs[column] = line.graph_name + (line.key.arguments.empty() ? "" : " " + line.key.arguments);
    const auto [place, is_new] = places.emplace(line.key.text, report_.rows.size());
    if (is_new) report_.rows.push_back({short_mapping(line.mapping)});
    ReportRow& row = report_.rows[place->second];
    row.text = line.key.text;
    row.figures.resize(columns_.size());
    row.counted.resize(columns_.size());
    row.rounds.resize(columns_.size());
    const Known known = ledger.find(line.key, false);
    if (!line.failure.empty()) row.failure = line.failure;
    if (known.times_ms.empty()) continue;
    row.figures[column] = figure_of(known, report_.by_cost);
    row.rounds[column] = line.rounds;
    if (report_.by_cost && known.counted.cost() > 0) row.counted[column] = known.counted;
    if (report_.by_cost && known.counted.cost() <= 0) row.figures[column].reset();
  }
  for (std::size_t column = 0; column < columns_.size(); ++column)
    report_.commands[column] = run_words(columns_[column].second, column);
  return std::move(report_);
}

/// The arguments stand in the ledger with blanks between; those with files are known by what these hold.
std::vector<std::string> LedgerReport::run_words(const std::string& arguments, std::size_t column) const {
  if (arguments.find('@') != std::string::npos) return {};
  std::vector<std::string> words = {"gdsl", "run", report_.program + ".gdsl", "--engine=" + report_.engine};
  const std::string& graph = names_[column];
  const std::size_t options = std::min(graph.find(" --"), graph.size());
  if (graph != "none") words.push_back("--graph=" + graph.substr(0, options));
  const std::string others = graph.substr(options) + " " + arguments;
  for (const std::string_view word : split(others, ' '))
    if (!word.empty()) words.emplace_back(word);
  return words;
}

}  // namespace

std::string short_mapping(const std::string& mapping) {
  return mapping == "default" || mapping == "granularity=thread" ? "" : mapping;
}

llvm::Expected<Report> report_of_table(const ResultTable& table, const std::string& from) {
  if (!table.exploration || table.rows.empty())
    return fail("`{}` holds no exploration; write it with `gdsl explore --pack`", from);
  const Exploration& exploration = *table.exploration;
  const ResultRow& first = table.rows.front();
  Report report;
  report.program = first.program;
  report.program_text = exploration.program_text;
  report.engine = first.engine;
  report.device = first.device;
  report.date = today();
  report.by_cost = exploration.by_cost;
  report.counter = exploration.counter;
  report.graphs = {exploration.graph_line};
  report.commands = {exploration.command};
  report.refused = exploration.refused;
  report.tried = exploration.tried;
  report.legal = exploration.legal;
  report.cpu_ms = exploration.cpu_ms;
  report.edges = first.graph_edges;
  for (const ResultRow& row : table.rows) report.rows.push_back(row_of(row, report.by_cost));
  return report;
}

llvm::Expected<Report> report_of_ledger(const std::string& path, const LedgerChoice& choice) {
  auto ledger = Ledger::read(path);
  if (!ledger) return as_error(ledger.failure());
  LedgerReport report(path, choice);
  for (const Measurement& line : ledger->measurements())
    if (llvm::Error failed = report.take(line)) return std::move(failed);
  return report.finish(*ledger);
}

}  // namespace maxwarp::workbench
