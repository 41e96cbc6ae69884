// Tables of results: for people, for spreadsheets and as JSON.
#include <algorithm>

#include "runtime/system/json_text.h"
#include "runtime/system/shown_text.h"
#include "tools/gdsl/results.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

using Json = nlohmann::ordered_json;

std::string verified_text(const ResultRow& row) {
  if (!row.verified) return "-";
  return *row.verified ? "yes" : "NO";
}

/// A cell of text. A spreadsheet would compute one that begins as formulas do: the quote before it says that it is
/// text.
std::string csv_word(const std::string& word) {
  const bool formula = !word.empty() && std::string_view("=+-@").find(word[0]) != std::string_view::npos;
  const std::string text = (formula ? "'" : "") + shown(word);
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string quoted = "\"";
  for (char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

/// Words that stand in one cell.
std::string in_a_cell(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : "; ") + word;
  return text;
}

/// A cell for each figure; those that are not known are empty.
std::string csv_metrics(const ResultRow& row) {
  const auto figures = row.metrics ? row.metrics->figures() : std::vector<std::pair<const char*, double>>();
  std::string text;
  for (const std::string column : metric_names) {
    for (const auto& [name, value] : figures)
      if (column == name) text += fmt::format("{}", value);
    text += ",";
  }
  return text;
}

std::string csv_bool(const std::optional<bool>& value) { return value ? (*value ? "true" : "false") : ""; }

Json json_counts(const Counted& counted) {
  return {{"issued", counted.issued},
          {"active_lanes", counted.active_lanes},
          {"sectors", counted.sectors},
          {"atomics", counted.atomics}};
}

Json json_lines(const std::vector<LineCost>& lines) {
  Json json = Json::array();
  for (const LineCost& line : lines) {
    json.push_back({{"line", line.line}});
    json.back().update(json_counts(line.counted));
  }
  return json;
}

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
  if (row.graph_edges > 0) json["graph_edges"] = row.graph_edges;
  if (row.cost > 0) {
    json["cost"] = row.cost;
    json["counted"] = json_counts(row.counted);
    json["counted"].update({{"launches", row.counted.launches}, {"barriers", row.counted.barriers}});
    json["line_costs"] = json_lines(row.line_costs);
  }
  if (row.metrics)
    for (const auto& [name, value] : row.metrics->figures()) json[name] = value;
  if (!row.same.empty()) json["same_text"] = row.same;
  if (!row.failure.empty()) json["failure"] = row.failure;
  return json;
}

Json json_exploration(const Exploration& exploration) {
  Json json = {{"tried", exploration.tried},
               {"legal", exploration.legal},
               {"explored", exploration.explored},
               {"same_text", exploration.same},
               {"ranked_by", exploration.by_cost ? "cost" : "time"}};
  if (exploration.cpu_ms) json["cpu_ms"] = *exploration.cpu_ms;
  if (!exploration.cpu_failure.empty()) json["cpu_failure"] = exploration.cpu_failure;
  return json;
}

}  // namespace

std::string in_columns(std::vector<std::vector<std::string>> lines, const std::vector<bool>& to_the_right) {
  for (auto& line : lines)
    for (std::string& cell : line) cell = shown(cell);
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

std::string grouped(double number) {
  std::string digits = fmt::format("{:.0f}", number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, " ");
  return digits;
}

std::string text_table(const ResultTable& table, bool bars) {
  if (table.exploration) return ranking_text(table, bars);
  std::vector<std::vector<std::string>> lines = {
      {"program", "graph", "arguments", "variant", "median ms", "spread", "rounds", "verified", "engine", "mapping"}};
  for (const ResultRow& row : table.rows)
    lines.push_back({row.program, row.graph, row.arguments, row.variant, fmt::format("{:.3f}", row.median_ms),
                     fmt::format("{:.1f} %", 100 * row.spread()), fmt::format("{}", row.rounds), verified_text(row),
                     row.engine, row.mapping});
  std::string text = in_columns(lines, {false, false, false, false, true, true, true, false, false, false});
  std::vector<std::string> devices;
  for (const ResultRow& row : table.rows)
    if (std::find(devices.begin(), devices.end(), row.device) == devices.end()) devices.push_back(row.device);
  for (const std::string& device : devices) text += "device: " + shown(device) + "\n";
  for (const std::string& run : table.missing) text += "no result of run " + shown(run) + "\n";
  return text;
}

std::string csv_table(const ResultTable& table) {
  std::string text =
      "program,graph,arguments,variant,mapping,engine,device,median_ms,min_ms,max_ms,spread,repetitions,"
      "rounds,verified,agrees,over_thread,over_cpu,cost,edges,duplicates,u_a,u_r,efficiency,meps,failure,same_text\n";
  for (const ResultRow& row : table.rows) {
    for (const std::string* word :
         {&row.program, &row.graph, &row.arguments, &row.variant, &row.mapping, &row.engine, &row.device})
      text += csv_word(*word) + ",";
    text += fmt::format("{},{},{},{:.4f},{},{},{},{},", row.median_ms, row.min_ms, row.max_ms, row.spread(),
                        row.repetitions, row.rounds, csv_bool(row.verified), csv_bool(row.agrees));
    for (const double number : {row.over_thread, row.over_cpu, row.cost})
      text += (number > 0 ? fmt::format("{}", number) : "") + ",";
    text += csv_metrics(row);
    text += csv_word(row.failure) + "," + csv_word(in_a_cell(row.same)) + "\n";
  }
  return text;
}

std::string json_line(const ResultRow& row) { return json_text(json_row(row), -1); }

std::string json_table(const ResultTable& table, const std::string& from) {
  Json rows = Json::array();
  for (const ResultRow& row : table.rows) rows.push_back(json_row(row));
  Json json = {{"schema", known_schema}, {"from", from}, {"rows", rows}, {"missing", table.missing}};
  if (table.exploration) json["exploration"] = json_exploration(*table.exploration);
  return json_text(json, 2);
}

}  // namespace maxwarp::workbench
