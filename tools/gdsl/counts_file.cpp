// The table may come from another machine. What is no number there counts as 0.
#include "tools/gdsl/counts_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

using Json = nlohmann::ordered_json;

double number(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number() ? std::max(0.0, found->get<double>()) : 0;
}

std::string text_in(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

/// 0: of no line of the program.
int line_in(const Json& object) {
  constexpr double most = 1'000'000;
  const double line = number(object, "line");
  return line < most ? static_cast<int>(line) : 0;
}

/// `factor` for what follows the edges, `rounds` for what happens once in each round.
Counted scaled(const Json& counts, double factor, double rounds) {
  return {number(counts, "issued") * factor,   number(counts, "active_lanes") * factor,
          number(counts, "sectors") * factor,  number(counts, "atomics") * factor,
          number(counts, "launches") * rounds, number(counts, "barriers") * rounds};
}

bool names(const Json& row, const ReportRow& wanted) {
  const std::string mapping = short_mapping(text_in(row, "mapping"));
  return mapping == wanted.mapping || std::ranges::find(wanted.same, mapping) != wanted.same.end();
}

/// A row of the table that has counts.
bool is_counted(const Json& row) {
  return row.is_object() && row.contains("counted") && row["counted"].is_object() && number(row, "graph_edges") > 0;
}

void take_counts(const Json& row, const Report& report, ReportRow& target) {
  const double factor = report.edges / number(row, "graph_edges"), before = number(row, "rounds");
  const auto after = static_cast<double>(target.rounds.front());
  target.counted.front() = scaled(row["counted"], factor, before > 0 && after > 0 ? after / before : 1);
  const auto lines = row.find("line_costs");
  if (lines == row.end() || !lines->is_array()) return;
  for (const Json& line : *lines)
    if (line.is_object()) target.lines.push_back({line_in(line), scaled(line, factor, 0)});
}

}  // namespace

llvm::Error add_counts(const std::string& file, Report& report) {
  if (report.by_cost || !report.counter.empty())
    return fail("--counts: these mappings are counted already; leave it out");
  if (report.engine == "openmp") return fail("--counts: the SIMT engine counts what CUDA text does; leave it out");
  auto text = read_foreign_text(file);
  if (!text) return text.takeError();
  const Json json = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
  const char* way_out = "write it with `gdsl explore PROG --engine=simt --json=FILE`";
  if (!json.is_object() || !json.contains("rows") || !json["rows"].is_array())
    return fail("`{}` is no table of an exploration; {}", file, way_out);
  if (report.edges <= 0) return fail("--counts: the edges of the graph are not known here; leave it out");
  std::size_t taken = 0;
  for (const Json& row : json["rows"]) {
    if (!is_counted(row)) continue;
    if (text_in(row, "program") != report.program)
      return fail("`{}` has counts of `{}`, not of `{}`; {}", file, text_in(row, "program"), report.program, way_out);
    report.estimate = text_in(row, "graph");
    for (ReportRow& target : report.rows)
      if (target.failure.empty() && !target.counted.front() && names(row, target))
        take_counts(row, report, target), ++taken;
  }
  if (taken == 0) return fail("`{}` has no counts for these mappings; {}", file, way_out);
  return llvm::Error::success();
}

}  // namespace maxwarp::workbench
