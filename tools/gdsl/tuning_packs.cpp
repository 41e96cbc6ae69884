// Packs come back with all mappings measured: one step, and the ledger has it afterwards.
#include <map>
#include <set>

#include "tools/gdsl/results.h"
#include "tools/gdsl/support.h"
#include "tools/gdsl/tuning.h"

namespace maxwarp::workbench {
namespace {

llvm::Error wrong_pack(const std::string& folder) {
  return fail("`{}` holds no mappings to choose from; write it with `gdsl tune --pack` or `gdsl explore --pack`",
              folder);
}

/// The line of the ledger that a row is.
Measurement line_of(const ResultRow& row, const Exploration& exploration) {
  Measurement line{{row.text, exploration.graph, exploration.arguments, row.engine, row.device},
                   "",
                   "",
                   row.program,
                   row.mapping,
                   row.graph.empty() ? "none" : row.graph};
  line.failure = row.failure;
  line.rounds = row.rounds;
  line.verified = row.verified.value_or(false) && row.failure.empty();
  if (row.failure.empty()) line.times_ms = row.times_ms;
  return line;
}

class PackTuner {
 public:
  explicit PackTuner(Ledger ledger) : ledger_(std::move(ledger)) { result_.known = ledger_.size(); }

  /// Reads a pack; nothing is written before all have been read.
  llvm::Error read(const std::string& folder);
  llvm::Expected<TuningResult> finish();

 private:
  llvm::Error take(const ResultTable& table);
  llvm::Error check(const std::string& folder, const ResultTable& table);
  void take_row(const ResultRow& row);

  Ledger ledger_;
  TuningResult result_;
  std::vector<ResultTable> tables_;
  std::map<std::string, std::size_t> places_;  // of texts in the candidates
  std::set<std::string> identities_;           // of graphs
};

/// Figures are compared only where they are of one program, engine and device, and of different graphs.
llvm::Error PackTuner::check(const std::string& folder, const ResultTable& table) {
  if (!table.exploration || table.rows.empty() || table.exploration->graph.empty()) return wrong_pack(folder);
  for (const ResultRow& row : table.rows)
    if (row.text.empty()) return wrong_pack(folder);
  const ResultRow& row = table.rows.front();
  if (result_.graphs.empty()) {
    result_.program = row.program;
    result_.engine = row.engine;
    result_.device = row.device;
    result_.arguments = table.exploration->arguments;
  }
  for (const auto& [what, here, before] :
       {std::tuple("program", row.program, result_.program), std::tuple("engine", row.engine, result_.engine),
        std::tuple("device", row.device, result_.device),
        std::tuple("arguments", table.exploration->arguments, result_.arguments)})
    if (here != before)
      return fail("`{}` is of another {} than the pack before it (`{}`, not `{}`); tune it by itself", folder, what,
                  here, before);
  if (!identities_.insert(table.exploration->graph).second)
    return fail("`{}` is of the same graph as one before it; leave one out", folder);
  return llvm::Error::success();
}

void PackTuner::take_row(const ResultRow& row) {
  const auto [place, is_new] = places_.emplace(row.text, result_.candidates.size());
  if (is_new) {
    const std::string mapping = row.mapping == "default" ? "" : row.mapping;
    result_.candidates.push_back({mapping, row.text, row.same});
  }
  Candidate& candidate = result_.candidates[place->second];
  if (!row.failure.empty()) candidate.failure = row.failure;
  if (row.failure.empty()) candidate.figures.push_back(figure_of({row.times_ms}, false));
}

llvm::Error PackTuner::read(const std::string& folder) {
  auto tables = read_results(folder);
  if (!tables) return tables.takeError();
  for (ResultTable& table : *tables) {
    if (llvm::Error failed = check(folder, table)) return failed;
    result_.graphs.push_back(table.rows.front().graph.empty() ? "none" : table.rows.front().graph);
    result_.tried = std::max(result_.tried, table.exploration->tried);
    result_.legal = std::max(result_.legal, table.exploration->legal);
    tables_.push_back(std::move(table));
  }
  return llvm::Error::success();
}

llvm::Error PackTuner::take(const ResultTable& table) {
  for (const ResultRow& row : table.rows) {
    take_row(row);
    Measurement line = line_of(row, *table.exploration);
    if (ledger_.holds(line)) continue;
    if (llvm::Error failed = ledger_.append(std::move(line))) return failed;
    ++result_.measured;
  }
  return llvm::Error::success();
}

llvm::Expected<TuningResult> PackTuner::finish() {
  for (const ResultTable& table : tables_)
    if (llvm::Error failed = take(table)) return std::move(failed);
  std::vector<Candidate*> complete;
  for (Candidate& candidate : result_.candidates) {
    if (!candidate.failure.empty() || candidate.figures.size() < result_.graphs.size()) continue;
    candidate.step = 0;
    complete.push_back(&candidate);
  }
  rate_candidates(complete);
  rank_candidates(result_.candidates);
  result_.date = today();
  return std::move(result_);
}

}  // namespace

llvm::Expected<TuningResult> tune_from_packs(const std::vector<std::string>& packs, const std::string& ledger) {
  auto opened = Ledger::open(ledger);
  if (!opened) return opened.takeError();
  PackTuner tuner(std::move(*opened));
  for (const std::string& pack : packs)
    if (llvm::Error failed = tuner.read(pack)) return std::move(failed);
  return tuner.finish();
}

}  // namespace maxwarp::workbench
