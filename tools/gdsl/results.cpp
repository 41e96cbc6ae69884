// Reads reports with suspicion: they come from another machine, and may be cut off or of another version.
#include "tools/gdsl/results.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <tuple>

#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int known_schema = 1;

std::string text_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

template <typename Number>
Number number_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number() ? found->get<Number>() : Number{};
}

/// One value, or the extents of an array: `[4 x 3]`.
std::string argument_text(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  const auto extents = value.find("extents");
  if (!value.is_object() || extents == value.end() || !extents->is_array()) return value.dump();
  std::string text;
  for (const Json& extent : *extents) text += (text.empty() ? "" : " x ") + extent.dump();
  return "[" + text + "]";
}

/// `source=1 limit=20`.
std::string arguments_text(const Json& run) {
  std::string text;
  const auto arguments = run.find("arguments");
  if (arguments == run.end() || !arguments->is_object()) return text;
  for (const auto& [name, value] : arguments->items())
    text += (text.empty() ? "" : " ") + name + "=" + argument_text(value);
  return text;
}

ResultRow row_of(const Json& report, const Json& run) {
  ResultRow row;
  row.program = text_of(report, "program");
  row.engine = text_of(report, "engine");
  row.device = text_of(report, "device");
  const auto graph = report.find("graph");
  if (graph != report.end() && graph->is_object()) row.graph = text_of(*graph, "name");
  row.variant = text_of(run, "variant");
  row.mapping = text_of(run, "mapping");
  row.arguments = arguments_text(run);
  row.rounds = number_of<std::int64_t>(run, "rounds");
  row.median_ms = number_of<double>(run, "run_ms");
  row.min_ms = row.max_ms = row.median_ms;
  if (const auto times = run.find("repetitions_ms"); times != run.end() && times->is_array())
    for (const Json& time : *times) {
      if (!time.is_number()) continue;
      row.min_ms = std::min(row.min_ms, time.get<double>());
      row.max_ms = std::max(row.max_ms, time.get<double>());
      ++row.repetitions;
    }
  if (const auto verified = run.find("verified"); verified != run.end() && verified->is_boolean())
    row.verified = verified->get<bool>();
  if (const auto agrees = run.find("agrees"); agrees != run.end() && agrees->is_boolean())
    row.agrees = agrees->get<bool>();
  const std::string difference = text_of(run, "difference");
  if (row.verified == false)
    row.failure = "differs from the reference: " + difference;
  else if (row.agrees == false)
    row.failure = "differs from the first mapping: " + difference;
  return row;
}

/// The runs of one variant as one row.
ResultRow merged(const std::vector<ResultRow>& rows) {
  ResultRow row = rows.front();
  const double count = static_cast<double>(rows.size());
  row.median_ms = row.min_ms = row.max_ms = 0;
  row.rounds = 0;
  for (const ResultRow& one : rows) {
    row.median_ms += one.median_ms / count;
    row.min_ms += one.min_ms / count;
    row.max_ms += one.max_ms / count;
    row.rounds += one.rounds;
    if (one.verified == false) row.verified = false;
    if (one.agrees == false) row.agrees = false;
    if (row.failure.empty()) row.failure = one.failure;
  }
  if (rows.size() > 1) row.arguments += fmt::format(" and {} more", rows.size() - 1);
  return row;
}

llvm::Error add_report(const fs::path& file, std::vector<ResultRow>& rows) {
  auto text = read_text(file.string());
  if (!text) return text.takeError();
  const Json report = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (report.is_discarded() || !report.is_object())
    return fail("`{}` is no report: it is not JSON", file.string());
  if (number_of<int>(report, "schema") != known_schema)
    return fail("`{}` is no report of this version: its schema is not {}", file.string(), known_schema);
  const auto runs = report.find("runs");
  if (runs == report.end() || !runs->is_array())
    return fail("`{}` is no report: it has no runs", file.string());
  for (const Json& run : *runs)
    if (run.is_object()) rows.push_back(row_of(report, run));
  return llvm::Error::success();
}

/// The lines of `runs` without a report: `3: bfs --graph=…`.
std::vector<std::string> missing_runs(const fs::path& folder) {
  std::vector<std::string> missing;
  auto runs = read_text((folder / "runs").string());
  if (!runs) {
    llvm::consumeError(runs.takeError());
    return missing;
  }
  std::istringstream lines(*runs);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::string name = line.substr(0, line.find(' '));
    if (!fs::exists(folder / "results" / fmt::format("{}-{}.json", number, name)))
      missing.push_back(fmt::format("{}: {}", number, line));
  }
  return missing;
}

/// Takes the report of the program for one CPU thread (`N-NAME.json`) out of the others, if it is one of them.
llvm::Error take_cpu(const std::string& name, std::vector<fs::path>& files, Exploration& exploration) {
  const auto file = std::find_if(files.begin(), files.end(), [&](const fs::path& path) {
    const std::string stem = path.stem().string();
    return stem.substr(stem.find('-') + 1) == name;
  });
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

/// What a pack of `gdsl explore` says of itself; each of its reports is a variant.
llvm::Error read_exploration(const std::string& folder, std::vector<fs::path> files, ResultTable& table) {
  auto text = read_text(folder + "/explore.json");
  if (!text) return text.takeError();
  const Json json = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return fail("`{}/explore.json` is no object of JSON", folder);
  Exploration& exploration = table.exploration.emplace();
  exploration.tried = number_of<std::size_t>(json, "tried");
  exploration.legal = number_of<std::size_t>(json, "legal");
  exploration.explored = number_of<std::size_t>(json, "explored");
  const std::string cpu = text_of(json, "cpu");
  if (!cpu.empty())
    if (llvm::Error failed = take_cpu(cpu, files, exploration)) return failed;
  for (const fs::path& file : files) {
    auto row = read_row(file.string());
    if (!row) return row.takeError();
    exploration.engine = row->engine + ": " + row->device;
    exploration.graph_line = row->graph;
    table.rows.push_back(*row);
  }
  table.missing = missing_runs(folder);
  // The comparison that is missing is told beside the ranking, and no mapping has failed by it.
  std::erase_if(table.missing, [&](const std::string& run) { return !cpu.empty() && run.find(": " + cpu + " ") != std::string::npos; });
  rank_rows(table);
  return llvm::Error::success();
}

std::string verified_text(const ResultRow& row) {
  if (!row.verified) return "-";
  return *row.verified ? "yes" : "NO";
}

std::string csv_word(const std::string& word) {
  if (word.find_first_of(",\"\n") == std::string::npos) return word;
  std::string quoted = "\"";
  for (char c : word) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string csv_bool(const std::optional<bool>& value) { return value ? (*value ? "true" : "false") : ""; }

Json json_row(const ResultRow& row) {
  Json json = {{"program", row.program}, {"graph", row.graph},         {"arguments", row.arguments},
               {"variant", row.variant}, {"mapping", row.mapping},     {"engine", row.engine},
               {"device", row.device},   {"median_ms", row.median_ms}, {"min_ms", row.min_ms},
               {"max_ms", row.max_ms},   {"spread", row.spread()},     {"repetitions", row.repetitions},
               {"rounds", row.rounds}};
  if (row.verified) json["verified"] = *row.verified;
  if (row.agrees) json["agrees"] = *row.agrees;
  if (row.over_thread > 0) json["over_thread"] = row.over_thread;
  if (row.over_cpu > 0) json["over_cpu"] = row.over_cpu;
  if (row.cost > 0) json["cost"] = row.cost;
  if (!row.failure.empty()) json["failure"] = row.failure;
  return json;
}

Json json_exploration(const Exploration& exploration) {
  Json json = {{"tried", exploration.tried},
               {"legal", exploration.legal},
               {"explored", exploration.explored},
               {"ranked_by", exploration.by_cost ? "cost" : "time"}};
  if (exploration.cpu_ms) json["cpu_ms"] = *exploration.cpu_ms;
  if (!exploration.cpu_failure.empty()) json["cpu_failure"] = exploration.cpu_failure;
  return json;
}

}  // namespace

std::string in_columns(const std::vector<std::vector<std::string>>& lines,
                       const std::vector<bool>& to_the_right) {
  std::vector<std::size_t> widths(to_the_right.size(), 0);
  for (const auto& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  std::string text;
  for (const auto& line : lines) {
    std::string shown;
    for (std::size_t i = 0; i < line.size(); ++i)
      shown += (i ? "  " : "") + (to_the_right[i] ? fmt::format("{:>{}}", line[i], widths[i])
                                                  : fmt::format("{:<{}}", line[i], widths[i]));
    text += shown.substr(0, shown.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

llvm::Expected<ResultRow> read_row(const std::string& file) {
  std::vector<ResultRow> rows;
  if (llvm::Error failed = add_report(file, rows)) return failed;
  if (rows.empty()) return fail("`{}` is no report: it has no runs", file);
  return merged(rows);
}

llvm::Expected<ResultTable> read_results(const std::string& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return fail("no pack `{}`; write the folder of --pack", folder);
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(folder) / "results", error))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  if (files.empty())
    return fail(
        "`{}/results` has no reports; run `{}/run` on the machine with the GPU and bring the folder back",
        folder, folder);
  std::sort(files.begin(), files.end());
  ResultTable table;
  if (fs::exists(fs::path(folder) / "explore.json")) {
    if (llvm::Error failed = read_exploration(folder, files, table)) return failed;
    return table;
  }
  for (const fs::path& file : files)
    if (llvm::Error failed = add_report(file, table.rows)) return failed;
  const auto order = [](const ResultRow& row) {
    return std::tie(row.program, row.graph, row.arguments, row.median_ms, row.variant);
  };
  std::sort(table.rows.begin(), table.rows.end(),
            [&](const ResultRow& a, const ResultRow& b) { return order(a) < order(b); });
  table.missing = missing_runs(folder);
  return table;
}

std::string text_table(const ResultTable& table) {
  if (table.exploration) return ranking_text(table);
  std::vector<std::vector<std::string>> lines = {{"program", "graph", "arguments", "variant", "median ms",
                                                  "spread", "rounds", "verified", "engine", "mapping"}};
  for (const ResultRow& row : table.rows)
    lines.push_back({row.program, row.graph, row.arguments, row.variant, fmt::format("{:.3f}", row.median_ms),
                     fmt::format("{:.1f} %", 100 * row.spread()), fmt::format("{}", row.rounds),
                     verified_text(row), row.engine, row.mapping});
  std::string text = in_columns(lines, {false, false, false, false, true, true, true, false, false, false});
  std::vector<std::string> devices;
  for (const ResultRow& row : table.rows)
    if (std::find(devices.begin(), devices.end(), row.device) == devices.end()) devices.push_back(row.device);
  for (const std::string& device : devices) text += "device: " + device + "\n";
  for (const std::string& run : table.missing) text += "no result of run " + run + "\n";
  return text;
}

std::string csv_table(const ResultTable& table) {
  std::string text =
      "program,graph,arguments,variant,mapping,engine,device,median_ms,min_ms,max_ms,spread,repetitions,"
      "rounds,verified,agrees,over_thread,over_cpu,cost,failure\n";
  for (const ResultRow& row : table.rows) {
    for (const std::string* word :
         {&row.program, &row.graph, &row.arguments, &row.variant, &row.mapping, &row.engine, &row.device})
      text += csv_word(*word) + ",";
    text += fmt::format("{},{},{},{:.4f},{},{},{},{},", row.median_ms, row.min_ms, row.max_ms, row.spread(),
                        row.repetitions, row.rounds, csv_bool(row.verified), csv_bool(row.agrees));
    for (const double number : {row.over_thread, row.over_cpu, row.cost})
      text += (number > 0 ? fmt::format("{}", number) : "") + ",";
    text += csv_word(row.failure) + "\n";
  }
  return text;
}

std::string json_table(const ResultTable& table, const std::string& from) {
  Json rows = Json::array();
  for (const ResultRow& row : table.rows) rows.push_back(json_row(row));
  Json json = {{"schema", known_schema}, {"from", from}, {"rows", rows}, {"missing", table.missing}};
  if (table.exploration) json["exploration"] = json_exploration(*table.exploration);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace maxwarp::workbench
