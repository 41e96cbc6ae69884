// The report may come from another machine.
#include "tools/gdsl/rounds_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* way_out = "write it with `gdsl run PROG --metrics --variant=all --json=FILE`";

std::string text_in(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

/// Times of another engine or graph are not those of these mappings.
llvm::Error check(const std::string& file, const Json& json, const Report& report) {
  if (!json.is_object() || !json.contains("runs") || !json["runs"].is_array())
    return fail("`{}` is no report of a run; {}", file, way_out);
  for (const auto& [name, wanted] : {std::pair("program", report.program), std::pair("engine", report.engine)})
    if (text_in(json, name) != wanted)
      return fail("`{}` is of the {} `{}`, not of `{}`; {}", file, name, text_in(json, name), wanted, way_out);
  const auto graph = json.find("graph");
  const bool same = graph != json.end() && graph->is_object() && graph->contains("edges") &&
                    (*graph)["edges"].is_number() && (*graph)["edges"].get<double>() == report.edges;
  if (!same) return fail("`{}` is of another graph: it has not {} edges; {}", file, report.edges, way_out);
  return llvm::Error::success();
}

/// The row of a mapping; null: there is none.
ReportRow* row_of(const Json& run, Report& report) {
  const std::string mapping = short_mapping(text_in(run, "mapping"));
  const auto row = std::ranges::find_if(report.rows, [&](const ReportRow& one) {
    return one.mapping == mapping || std::ranges::find(one.same, mapping) != one.same.end();
  });
  return row == report.rows.end() ? nullptr : &*row;
}

}  // namespace

llvm::Error add_rounds(const std::string& file, Report& report) {
  auto text = read_foreign_text(file);
  if (!text) return text.takeError();
  const Json json = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (llvm::Error failed = check(file, json, report)) return failed;
  std::size_t taken = 0;
  for (const Json& run : json["runs"]) {
    if (!run.is_object() || !run.contains("metrics")) continue;
    ReportRow* row = row_of(run, report);
    // Of several sets of arguments, the first.
    if (!row || !row->steps.empty()) continue;
    row->steps = round_steps_of(run["metrics"]);
    ++taken;
  }
  if (taken == 0) return fail("`{}` has no rounds of these mappings; {}", file, way_out);
  return llvm::Error::success();
}

}  // namespace maxwarp::workbench
