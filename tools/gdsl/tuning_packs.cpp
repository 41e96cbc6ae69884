// Packs come back with what was measured: all mappings equally often, or what a search among them has left in its
// ledger.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "runtime/runner/halving.h"
#include "tools/gdsl/results.h"
#include "tools/gdsl/support.h"
#include "tools/gdsl/tuning.h"

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;

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

/// What was measured on one graph.
struct Source {
  std::string path, graph, arguments;
  std::vector<Measurement> lines;
  std::map<std::string, std::vector<std::string>> same = {};  // by text: mappings that share it
};

/// The graphs of a ledger. What the first step of a search measured has one source of the same arguments.
std::vector<Source> sources_of(const std::string& path, const Ledger& ledger) {
  std::map<std::string, std::string> all_sources;
  for (const Measurement& line : ledger.measurements())
    if (const std::string one = runner::with_one_source(line.key.arguments); one != line.key.arguments)
      all_sources.emplace(one, line.key.arguments);
  std::vector<Source> sources;
  for (const Measurement& line : ledger.measurements()) {
    const auto of_more = all_sources.find(line.key.arguments);
    const std::string& whole = of_more == all_sources.end() ? line.key.arguments : of_more->second;
    const auto is_same = [&](const Source& source) {
      return source.graph == line.key.graph && source.arguments == whole;
    };
    auto source = std::ranges::find_if(sources, is_same);
    if (source == sources.end()) source = sources.insert(source, {path, line.key.graph, whole, {}});
    source->lines.push_back(line);
  }
  return sources;
}

/// The ledgers that a search among the programs of a pack has left.
std::vector<std::string> ledgers_of(const std::string& path) {
  if (is_ledger(path)) return {path};
  std::vector<std::string> ledgers;
  std::error_code error;
  for (fs::directory_iterator entry(fs::path(path) / "results", error), end; !error && entry != end;
       entry.increment(error))
    if (entry->path().extension() == ".ledger") ledgers.push_back(entry->path().string());
  std::ranges::sort(ledgers);
  return ledgers;
}

class PackTuner {
 public:
  /// Reads a pack or a ledger; nothing is written before all have been read.
  llvm::Error read(const std::string& path);
  llvm::Expected<TuningResult> finish(const std::string& ledger);

 private:
  llvm::Error read_pack(const std::string& folder);
  llvm::Error add(Source source);
  void take_all(const Source& source);
  void take(const Source& source, const std::string& text, Candidate& candidate);
  llvm::Error check_builds() const;
  llvm::Error check_texts() const;
  llvm::Error write(const std::string& path);
  void set_steps();

  TuningResult result_;
  std::vector<Source> sources_;
  std::map<std::string, std::size_t> places_;         // of texts in the candidates
  std::map<std::string, std::vector<Figure>> first_;  // by text, those with one source
  std::map<std::string, std::size_t> runs_;           // by text, the fewest on a graph; 0: with one source of several
};

/// Figures are compared only where they are of one program, engine and device, and of different graphs.
llvm::Error PackTuner::add(Source source) {
  if (result_.graphs.empty()) {
    const Measurement& line = source.lines.front();
    result_.program = line.program;
    result_.engine = line.key.engine;
    result_.device = line.key.device;
    result_.arguments = source.arguments;
  }
  for (const Measurement& line : source.lines)
    for (const auto& [what, here, before] :
         {std::tuple("program", line.program, result_.program), std::tuple("engine", line.key.engine, result_.engine),
          std::tuple("device", line.key.device, result_.device),
          std::tuple("arguments", source.arguments, result_.arguments)})
      if (here != before)
        return fail(
            "`{}` differs in its {} from what was read before (`{}`, not `{}`); take what differs in its graph alone",
            source.path, what, here, before);
  for (const Source& other : sources_)
    if (other.graph == source.graph)
      return fail("`{}` is of the same graph as one before it; leave one out", source.path);
  result_.graphs.push_back(source.lines.front().graph_name);
  sources_.push_back(std::move(source));
  return llvm::Error::success();
}

llvm::Error PackTuner::read_pack(const std::string& folder) {
  auto tables = read_results(folder);
  if (!tables) return tables.takeError();
  for (const ResultTable& table : *tables) {
    if (!table.exploration || table.rows.empty() || table.exploration->graph.empty()) return wrong_pack(folder);
    Source source{folder, table.exploration->graph, table.exploration->arguments, {}};
    for (const ResultRow& row : table.rows) {
      if (row.text.empty()) return wrong_pack(folder);
      source.lines.push_back(line_of(row, *table.exploration));
      source.same[row.text] = row.same;
    }
    if (llvm::Error failed = add(std::move(source))) return failed;
    result_.tried = std::max(result_.tried, table.exploration->tried);
    result_.legal = std::max(result_.legal, table.exploration->legal);
  }
  return llvm::Error::success();
}

llvm::Error PackTuner::read(const std::string& path) {
  const std::vector<std::string> ledgers = ledgers_of(path);
  if (ledgers.empty()) return read_pack(path);
  for (const std::string& file : ledgers) {
    auto ledger = Ledger::read(file);
    if (!ledger) return as_error(ledger.failure());
    if (ledger->size() == 0) return fail("`{}` has no measurements", file);
    for (Source& source : sources_of(file, *ledger))
      if (llvm::Error failed = add(std::move(source))) return failed;
  }
  return llvm::Error::success();
}

/// What is known of the text: with all sources, else with one.
void PackTuner::take(const Source& source, const std::string& text, Candidate& candidate) {
  MeasurementKey key{text, source.graph, source.arguments, result_.engine, result_.device};
  Known known = runner::known_of(source.lines, key, false);
  const std::size_t runs = known.times_ms.size();
  key.arguments = runner::with_one_source(source.arguments);
  const Known first = runner::known_of(source.lines, key, false);
  if (!first.times_ms.empty()) first_[text].push_back(figure_of(first, result_.by_cost));
  if (runs == 0 && known.failure.empty() && known.late_seconds == 0) known = first;
  candidate.failure = known.failure;
  if (known.late_seconds > 0) candidate.failure = runner::late_text(known.late_seconds);
  if (known.times_ms.empty()) return;
  candidate.figures.push_back(figure_of(known, result_.by_cost));
  const auto fewest = runs_.emplace(text, runs).first;
  fewest->second = std::min(fewest->second, runs);
}

void PackTuner::take_all(const Source& source) {
  std::set<std::string> taken;
  for (const Measurement& line : source.lines) {
    if (!taken.insert(line.key.text).second) continue;
    const auto [place, is_new] = places_.emplace(line.key.text, result_.candidates.size());
    if (is_new) {
      const auto same = source.same.find(line.key.text);
      result_.candidates.push_back({line.mapping == "default" ? "" : line.mapping, line.key.text,
                                    same == source.same.end() ? std::vector<std::string>() : same->second});
    }
    Candidate& candidate = result_.candidates[place->second];
    if (candidate.failure.empty()) take(source, line.key.text, candidate);
  }
}

llvm::Error PackTuner::write(const std::string& path) {
  auto ledger = Ledger::open(path);
  if (!ledger) return as_error(ledger.failure());
  result_.known = ledger->size();
  for (const Source& source : sources_)
    for (const Measurement& line : source.lines) {
      if (ledger->holds(line)) continue;
      if (auto failure = ledger->append(line)) return as_error(failure);
      ++result_.measured;
    }
  return llvm::Error::success();
}

/// Later steps have more runs. Those that came to a later step were in the ones before, too.
void PackTuner::set_steps() {
  std::map<std::size_t, std::vector<Candidate*>> by_runs;
  for (Candidate& candidate : result_.candidates)
    if (candidate.failure.empty() && candidate.figures.size() == result_.graphs.size())
      by_runs[runs_[candidate.text]].push_back(&candidate);
  int step = 0;
  for (auto from = by_runs.begin(); from != by_runs.end(); ++from, ++step) {
    std::vector<Candidate> there;
    for (auto later = from; later != by_runs.end(); ++later)
      for (const Candidate* candidate : later->second) {
        const std::vector<Figure>& first = first_[candidate->text];
        const bool with_first = from->first == 0 && first.size() == result_.graphs.size();
        if (from->first == 0 && later != from && !with_first) continue;
        there.push_back(*candidate);
        if (with_first) there.back().figures = first;
      }
    std::vector<Candidate*> all;
    for (Candidate& candidate : there) all.push_back(&candidate);
    rate_candidates(all);
    for (std::size_t i = 0; i < from->second.size(); ++i) {
      from->second[i]->step = step;
      from->second[i]->ratio = there[i].ratio;
    }
  }
}

/// Outside of packs a mapping is known by its executable and its name in it: `0f3a… warp_8`. With two executables it is
/// unknown which is the current one.
llvm::Error PackTuner::check_builds() const {
  std::map<std::string, std::string> paths;  // by executable
  for (const Source& source : sources_)
    for (const Measurement& line : source.lines)
      if (const std::size_t end = line.key.text.find(' '); end != std::string::npos)
        paths.emplace(line.key.text.substr(0, end), source.path);
  if (paths.size() < 2) return llvm::Error::success();
  const std::string &one = paths.begin()->second, &other = std::next(paths.begin())->second;
  const std::string where = one == other ? fmt::format("`{}` has", one) : fmt::format("`{}` and `{}` have", one, other);
  return fail("{} measurements of two builds of the program; keep those of one, or tune each by itself", where);
}

/// Of mappings that are known by their texts some have to be common to all graphs.
llvm::Error PackTuner::check_texts() const {
  const auto texts_of = [](const Source& source) {
    std::set<std::string> texts;
    for (const Measurement& line : source.lines) texts.insert(line.key.text);
    return texts;
  };
  for (const Source& source : sources_) {
    const std::set<std::string> here = texts_of(source), before = texts_of(sources_.front());
    if (!std::ranges::any_of(here, [&](const std::string& text) { return before.contains(text); }))
      return fail(
          "`{}` has no mapping of `{}`: they are of two versions of the program; measure all graphs with one, or "
          "tune each by itself",
          source.path, sources_.front().path);
  }
  return llvm::Error::success();
}

llvm::Expected<TuningResult> PackTuner::finish(const std::string& ledger) {
  if (llvm::Error failed = check_builds()) return std::move(failed);
  if (llvm::Error failed = check_texts()) return std::move(failed);
  result_.by_cost = std::ranges::all_of(sources_, [](const Source& source) {
    return std::ranges::all_of(
        source.lines, [](const Measurement& line) { return line.counted.cost() > 0 || !line.failure.empty(); });
  });
  for (const Source& source : sources_) {
    take_all(source);
    result_.known += source.lines.size();
  }
  if (!ledger.empty())
    if (llvm::Error failed = write(ledger)) return std::move(failed);
  set_steps();
  rank_candidates(result_.candidates);
  result_.date = today();
  return std::move(result_);
}

}  // namespace

bool is_ledger(const std::string& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

llvm::Expected<TuningResult> tune_from(const std::vector<std::string>& paths, const std::string& ledger) {
  PackTuner tuner;
  for (const std::string& path : paths)
    if (llvm::Error failed = tuner.read(path)) return std::move(failed);
  return tuner.finish(ledger);
}

}  // namespace maxwarp::workbench
