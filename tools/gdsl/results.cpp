// Reads reports with suspicion: they come from another machine, and may be cut off or of another version.
#include "tools/gdsl/results.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <sstream>
#include <tuple>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "runtime/system/json_text.h"
#include "runtime/system/shown_text.h"
#include "tools/gdsl/exploration_results.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string as_cell(std::string text) {
  constexpr std::size_t widest = 4096;
  if (text.size() > widest) text.replace(widest, std::string::npos, "…");
  return text;
}

std::string text_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? as_cell(found->get<std::string>()) : "";
}

int number_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  const bool sound = found != object.end() && found->is_number_unsigned() && found->get<std::uint64_t>() < 1'000'000;
  return sound ? found->get<int>() : 0;
}

bool is_count(const Json& value) {
  return value.is_number_integer() && value.get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max();
}

namespace {

/// The first word of a line that `shell_quoted` made.
std::string first_word(const std::string& line) {
  std::string word;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size() && (quoted || line[i] != ' '); ++i)
    if (line[i] == '\'')
      quoted = !quoted;
    else if (quoted || line[i] != '\\')
      word += line[i];
    else if (++i < line.size())
      word += line[i];
  return word;
}

}  // namespace

std::string MissingRun::shown() const { return fmt::format("{}: {}", number, line); }

llvm::Expected<std::vector<MissingRun>> missing_runs(const fs::path& folder) {
  std::vector<MissingRun> missing;
  if (!is_there(folder / "runs")) return missing;
  auto runs = read_foreign_text((folder / "runs").string());
  if (!runs) return runs.takeError();
  std::istringstream lines(*runs);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::error_code unreachable;
    const std::string program = first_word(line);
    if (!fs::exists(folder / "results" / fmt::format("{}-{}.json", number, program), unreachable))
      missing.push_back({number, program, line});
  }
  return missing;
}

namespace {

bool is_time(const Json& value) { return value.is_number() && value.get<double>() >= 0; }

/// What the report lacks of all that a row is made of; empty: nothing.
std::string missing_field(const Json& report, const Json& run) {
  const auto is_text = [](const Json& value) { return value.is_string(); };
  const auto has = [](const Json& object, const char* name, auto&& is_right) {
    const auto found = object.find(name);
    return found != object.end() && is_right(*found);
  };
  for (const char* name : {"program", "device"})
    if (!has(report, name, is_text)) return name;
  if (!has(report, "engine", [](const Json& value) { return value == "cuda" || value == "openmp" || value == "simt"; }))
    return "engine";
  for (const char* name : {"variant", "mapping"})
    if (!has(run, name, is_text)) return name;
  if (!has(run, "rounds", is_count)) return "rounds";
  if (!has(run, "run_ms", is_time)) return "run_ms";
  const auto are_times = [](const Json& value) {
    return value.is_array() && !value.empty() && std::all_of(value.begin(), value.end(), is_time);
  };
  return has(run, "repetitions_ms", are_times) ? "" : "repetitions_ms";
}

/// One value, or the extents of an array: `[4 x 3]`.
std::string argument_text(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  const auto extents = value.find("extents");
  if (value.is_primitive()) return value.dump();
  std::string text;
  if (extents != value.end() && extents->is_array())
    for (const Json& extent : *extents)
      text += (text.empty() ? "" : " x ") + (extent.is_primitive() ? extent.dump() : "?");
  return "[" + text + "]";
}

/// `source=1 limit=20`.
std::string arguments_text(const Json& run) {
  std::string text;
  const auto arguments = run.find("arguments");
  if (arguments == run.end() || !arguments->is_object()) return text;
  for (const auto& [name, value] : arguments->items())
    text += (text.empty() ? "" : " ") + name + "=" + argument_text(value);
  return as_cell(std::move(text));
}

/// Of a run that lacks nothing.
ResultRow row_of(const Json& report, const Json& run) {
  ResultRow row;
  row.program = text_of(report, "program");
  row.engine = text_of(report, "engine");
  row.device = text_of(report, "device");
  const auto graph = report.find("graph");
  if (graph != report.end() && graph->is_object()) {
    row.graph = text_of(*graph, "name");
    if (const auto edges = graph->find("edges"); edges != graph->end() && is_count(*edges))
      row.graph_edges = edges->get<double>();
  }
  row.variant = text_of(run, "variant");
  row.mapping = text_of(run, "mapping");
  row.arguments = arguments_text(run);
  row.rounds = run.at("rounds").get<std::int64_t>();
  row.median_ms = run.at("run_ms").get<double>();
  row.min_ms = row.max_ms = row.median_ms;
  for (const Json& time : run.at("repetitions_ms")) {
    row.min_ms = std::min(row.min_ms, time.get<double>());
    row.max_ms = std::max(row.max_ms, time.get<double>());
    row.times_ms.push_back(time.get<double>());
    ++row.repetitions;
  }
  if (const auto verified = run.find("verified"); verified != run.end() && verified->is_boolean())
    row.verified = verified->get<bool>();
  if (const auto agrees = run.find("agrees"); agrees != run.end() && agrees->is_boolean())
    row.agrees = agrees->get<bool>();
  if (const auto metrics = run.find("metrics"); metrics != run.end()) {
    row.metrics = MetricSums::of(*metrics);
    row.steps = round_steps_of(*metrics);
  }
  const std::string difference = text_of(run, "difference");
  if (row.verified == false)
    row.failure = "differs from the reference: " + difference;
  else if (row.agrees == false)
    row.failure = "differs from the first mapping: " + difference;
  return row;
}

/// Adds a run's part of the means; runs with other numbers of repetitions have the first ones in common.
void add_times(const std::vector<double>& times, double count, std::vector<double>& means) {
  means.resize(std::min(means.size(), times.size()));
  for (std::size_t i = 0; i < means.size(); ++i) means[i] += times[i] / count;
}

/// The runs of one variant as one row.
ResultRow merged(const std::vector<ResultRow>& rows) {
  ResultRow row = rows.front();
  const double count = static_cast<double>(rows.size());
  row.median_ms = row.min_ms = row.max_ms = 0;
  row.times_ms.assign(row.times_ms.size(), 0);
  row.rounds = 0;
  row.runs = rows.size();
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (row.metrics && rows[i].metrics) row.metrics->add(*rows[i].metrics);
  for (const ResultRow& one : rows) {
    row.median_ms += one.median_ms / count;
    row.min_ms += one.min_ms / count;
    row.max_ms += one.max_ms / count;
    add_times(one.times_ms, count, row.times_ms);
    row.rounds = std::min(row.rounds, std::numeric_limits<std::int64_t>::max() - one.rounds) + one.rounds;
    if (one.verified == false) row.verified = false;
    if (one.agrees == false) row.agrees = false;
    if (row.failure.empty()) row.failure = one.failure;
  }
  if (rows.size() > 1) row.arguments += fmt::format(" and {} more", rows.size() - 1);
  return row;
}

llvm::Error add_report(const fs::path& file, std::vector<ResultRow>& rows) {
  auto text = read_foreign_text(file.string());
  if (!text) return text.takeError();
  const Json report = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (report.is_discarded() || !report.is_object()) return fail("`{}` is not a report: it is not JSON", file.string());
  if (const auto schema = report.find("schema"); schema == report.end() || *schema != known_schema)
    return fail("`{}` is not a report of this version: its schema is not {}", file.string(), known_schema);
  const auto runs = report.find("runs");
  if (runs == report.end() || !runs->is_array() || runs->empty())
    return fail("`{}` is not a report: it has no runs", file.string());
  for (const Json& run : *runs) {
    if (const std::string field = missing_field(report, run); !field.empty())
      return fail("`{}` is not a report: it has no `{}`, or another one than reports have", file.string(), field);
    rows.push_back(row_of(report, run));
  }
  return llvm::Error::success();
}

}  // namespace

llvm::Expected<ResultRow> read_row(const std::string& file) {
  std::vector<ResultRow> rows;
  if (llvm::Error failed = add_report(file, rows)) return failed;
  if (rows.empty()) return fail("`{}` is not a report: it has no runs", file);
  return merged(rows);
}

llvm::Expected<std::vector<ResultTable>> read_results(const std::string& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return fail("no pack `{}`; write the folder of --pack", folder);
  std::vector<fs::path> files;
  std::string ledger;
  for (fs::directory_iterator entry(fs::path(folder) / "results", error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() == ".json") files.push_back(entry->path());
    if (entry->path().extension() == ".ledger") ledger = entry->path().string();
  }
  if (files.empty() && !ledger.empty())
    return fail("`{}` holds a search; `gdsl report --from={}` shows it, and `gdsl tune --from={}` takes it", folder,
                ledger, folder);
  if (files.empty())
    return fail("`{}/results` has no reports; run `{}/run` on the machine with the GPU and bring the folder back",
                folder, folder);
  std::sort(files.begin(), files.end());
  if (fs::exists(fs::path(folder) / "explore.json", error)) return read_explorations(folder, files);
  ResultTable table;
  for (const fs::path& file : files)
    if (llvm::Error failed = add_report(file, table.rows)) return failed;
  const auto order = [](const ResultRow& row) {
    return std::tie(row.program, row.graph, row.arguments, row.median_ms, row.variant);
  };
  std::sort(table.rows.begin(), table.rows.end(),
            [&](const ResultRow& a, const ResultRow& b) { return order(a) < order(b); });
  auto missing = missing_runs(folder);
  if (!missing) return missing.takeError();
  for (const MissingRun& run : *missing) table.missing.push_back(run.shown());
  return std::vector{std::move(table)};
}

llvm::Expected<ResultTable> only_table(std::vector<ResultTable> tables, const std::string& folder,
                                       const std::string& name) {
  std::string names;
  for (ResultTable& table : tables) {
    if (table.exploration && table.exploration->name == name) return std::move(table);
    if (table.exploration) names += (names.empty() ? "`" : ", `") + table.exploration->name + "`";
  }
  if (tables.size() == 1 && name.empty()) return std::move(tables.front());
  if (names.empty()) return fail("`{}` holds no explorations; leave --exploration out", folder);
  return name.empty() ? fail("`{}` holds several explorations; write --exploration=NAME with one of {}", folder, names)
                      : fail("`{}` holds no exploration `{}`; there are {}", folder, name, names);
}

}  // namespace maxwarp::workbench
