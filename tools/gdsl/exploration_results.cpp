// The explorations of a pack. Nothing that they say is believed: they come from another machine.
#include "tools/gdsl/exploration_results.h"

#include <algorithm>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "tools/gdsl/counters_file.h"
#include "tools/gdsl/pack.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// `N` and `NAME` of `N-NAME.json`.
std::size_t number_of_run(const fs::path& file) {
  std::size_t number = 0;
  return llvm::StringRef(file.stem().string()).split('-').first.getAsInteger(10, number) ? 0 : number;
}
std::string program_of(const fs::path& file) {
  const std::string stem = file.stem().string();
  return stem.substr(stem.find('-') + 1);
}

/// Takes the report of the program for one CPU thread (`N-NAME.json`) out of the others, if it is one of
/// them.
llvm::Error take_cpu(const std::string& name, std::vector<fs::path>& files, Exploration& exploration) {
  const auto file = llvm::find_if(files, [&](const fs::path& path) { return program_of(path) == name; });
  if (file == files.end()) {
    exploration.cpu_failure = "no result of `" + name + "`";
    return llvm::Error::success();
  }
  auto row = read_row(file->string());
  if (!row) return row.takeError();
  exploration.cpu_failure = row->failure;
  if (row->failure.empty()) exploration.cpu_ms = row->median_ms;
  files.erase(file);
  return llvm::Error::success();
}

/// Takes the reports of the programs `told` out of the others: of each variant they have the metrics.
llvm::Error take_told(const Json& told, std::vector<fs::path>& files, std::vector<ResultRow>& rows) {
  const auto tells = [&](const fs::path& file) {
    return std::ranges::any_of(told, [&](const Json& program) { return program == program_of(file); });
  };
  for (const fs::path& file : files) {
    if (!tells(file)) continue;
    auto row = read_row(file.string());
    if (!row) return row.takeError();
    rows.push_back(std::move(*row));
  }
  std::erase_if(files, tells);
  return llvm::Error::success();
}

/// What a run of its own has told of the variant.
void add_metrics(const std::vector<ResultRow>& told, ResultRow& row) {
  const auto own = llvm::find_if(told, [&](const ResultRow& one) { return one.variant == row.variant; });
  if (own == told.end()) return;
  row.metrics = own->metrics;
  row.steps = own->steps;
}

/// What a profiler has counted in the runs of the report, for one of them; there may be no such file.
llvm::Error take_counters(fs::path report, ResultRow& row, Exploration& exploration) {
  const std::string file = report.replace_extension(counters_ending).string();
  if (!is_there(file)) return llvm::Error::success();
  auto counted = counters_of(file, static_cast<double>(row.runs));
  if (!counted) return counted.takeError();
  row.counted = *counted;
  exploration.counter = counters_name;
  return llvm::Error::success();
}

/// How many mappings were tried, are legal and were explored. Error: the file does not say so.
llvm::Error read_counts(const std::string& file, const Json& json, Exploration& exploration) {
  for (auto [name, count] : {std::pair("tried", &exploration.tried), std::pair("legal", &exploration.legal),
                             std::pair("explored", &exploration.explored)}) {
    const auto found = json.find(name);
    if (found == json.end() || !is_count(*found) || *found == 0)
      return fail("`{}` is of no exploration: it has no `{}`, or another one than these have", file, name);
    *count = found->get<std::size_t>();
  }
  return llvm::Error::success();
}

/// A text that the pack has for reports; empty: it has none. The name comes from elsewhere.
std::string packed_text(const fs::path& folder, const std::string& name) {
  const bool plain = llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '.'; });
  if (!plain || !is_there((folder / texts_folder / name).string())) return "";
  auto text = read_foreign_text((folder / texts_folder / name).string());
  if (text) return *text;
  llvm::consumeError(text.takeError());
  return "";
}

/// What the program cannot have, and the command of a run.
void take_facts(const fs::path& folder, const Json& json, Exploration& exploration) {
  const std::string name = text_of(json, "text");
  exploration.program_text = packed_text(folder, name);
  if (!exploration.program_text.empty()) exploration.program_file = (folder / texts_folder / name).string();
  for (const Json& word : json.value("command", Json::array()))
    if (word.is_string()) exploration.command.push_back(word.get<std::string>());
  for (const Json& one : json.value("refused", Json::array()))
    if (one.is_object())
      exploration.refused.push_back(
          {text_of(one, "mapping"), text_of(one, "why"), number_of(one, "line"), number_of(one, "column")});
}

/// Of a variant: the hash of its text, and the mappings that share it.
void take_texts(const fs::path& folder, const Json& exploration, ResultRow& row) {
  const auto variants = exploration.find("variants");
  if (variants == exploration.end() || !variants->is_object()) return;
  const auto variant = variants->find(row.variant);
  if (variant == variants->end() || !variant->is_object()) return;
  row.text = text_of(*variant, "text");
  row.source = packed_text(folder, row.text + ".cu");
  const auto same = variant->find("same_text");
  if (same == variant->end() || !same->is_array()) return;
  for (const Json& mapping : *same)
    if (mapping.is_string()) row.same.push_back(as_cell(mapping.get<std::string>()));
}

/// The lines of `runs` that are an exploration's.
struct RunRange {
  std::size_t first = 0, last = 0;

  static RunRange of(const Json& json) {
    const auto number = [&](const char* name) {
      const auto found = json.find(name);
      return found != json.end() && is_count(*found) ? found->get<std::size_t>() : 0;
    };
    return {number("first_run"), number("last_run")};
  }
  bool contains(std::size_t run) const { return first <= run && run <= last; }
};

/// Its runs without a report. The comparison with a CPU that is missing is told beside the ranking, and no mapping has
/// failed by it.
llvm::Error take_missing(const std::string& folder, const RunRange& runs, const std::string& cpu, ResultTable& table) {
  auto missing = missing_runs(folder);
  if (!missing) return missing.takeError();
  for (const MissingRun& run : *missing)
    if (runs.contains(run.number) && (cpu.empty() || run.program != cpu)) table.missing.push_back(run.shown());
  return llvm::Error::success();
}

/// What a pack of `gdsl explore` says of an exploration; each of its reports is a variant.
llvm::Error read_exploration(const std::string& folder, const Json& json, std::vector<fs::path> files,
                             ResultTable& table) {
  Exploration& exploration = table.exploration.emplace();
  if (llvm::Error failed = read_counts(folder + "/explore.json", json, exploration)) return failed;
  const RunRange runs = RunRange::of(json);
  std::erase_if(files, [&](const fs::path& file) { return !runs.contains(number_of_run(file)); });
  exploration.name = text_of(json, "name");
  exploration.graph = text_of(json, "graph");
  exploration.arguments = text_of(json, "arguments");
  take_facts(folder, json, exploration);
  const std::string cpu = text_of(json, "cpu");
  if (!cpu.empty())
    if (llvm::Error failed = take_cpu(cpu, files, exploration)) return failed;
  std::vector<ResultRow> told;
  if (llvm::Error failed = take_told(json.value("told", Json::array()), files, told)) return failed;
  for (const fs::path& file : files) {
    auto row = read_row(file.string());
    if (!row) return row.takeError();
    add_metrics(told, *row);
    if (llvm::Error failed = take_counters(file, *row, exploration)) return failed;
    exploration.engine = row->engine + ": " + row->device;
    exploration.graph_line = row->graph;
    take_texts(folder, json, *row);
    exploration.same += row->same.size();
    table.rows.push_back(*row);
  }
  if (llvm::Error failed = take_missing(folder, runs, cpu, table)) return failed;
  rank_rows(table);
  return llvm::Error::success();
}

}  // namespace

llvm::Expected<std::vector<ResultTable>> read_explorations(const std::string& folder,
                                                           const std::vector<fs::path>& files) {
  auto text = read_foreign_text(folder + "/explore.json");
  if (!text) return text.takeError();
  const Json all = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (!all.is_array() || all.empty() || !llvm::all_of(all, [](const Json& one) { return one.is_object(); }))
    return fail("`{}/explore.json` is not a list of explorations", folder);
  std::vector<ResultTable> tables(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (llvm::Error failed = read_exploration(folder, all[i], files, tables[i])) return std::move(failed);
  return tables;
}

}  // namespace maxwarp::workbench
