// The page is its template with the data in it. Lines of text are stored once, however many mappings have them: most
// mappings differ in a few. The data stand in a script element as JSON, in which `<` is escaped: no text of a program
// can end it.
#include "tools/gdsl/report.h"

#include <map>

#include "runtime/system/json_text.h"
#include "runtime/system/shown_text.h"
#include "tools/gdsl/highlight.h"
#include "tools/gdsl/report_details.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_bytes = 500'000;
/// What one page shows of them.
constexpr std::size_t most_refusals = 400;

/// The lines of all texts, each once.
class LineTable {
 public:
  /// The text as numbers of lines.
  Json add(const std::string& text, TextLanguage language) {
    Json numbers = Json::array();
    for (const auto& pieces : highlighted(text, language)) {
      Json line = Json::array();
      for (const Piece& piece : pieces) line.push_back(piece.kind + piece.text);
      const auto [place, is_new] = places_.emplace(line.dump(-1, ' ', true, Json::error_handler_t::replace),
                                                   lines_.size());
      if (is_new) lines_.push_back(std::move(line));
      numbers.push_back(place->second);
    }
    return numbers;
  }
  const Json& lines() const { return lines_; }

 private:
  Json lines_ = Json::array();
  std::map<std::string, std::size_t> places_;
};

Json json_figure(const std::optional<Figure>& figure) {
  if (!figure) return nullptr;
  return {figure->value, figure->min, figure->max, figure->runs};
}

Json json_counted(const std::optional<Counted>& counted) {
  if (!counted || counted->cost() <= 0) return nullptr;
  return {counted->issued,  counted->active_lanes, counted->sectors,
          counted->atomics, counted->launches,     counted->barriers};
}

Json json_row(const ReportRow& row) {
  Json json = {{"mapping", row.mapping}, {"figures", Json::array()}, {"counted", Json::array()},
               {"rounds", row.rounds},   {"same", row.same},         {"failure", row.failure},
               {"source", nullptr},      {"origins", Json::array()}, {"costs", json_line_costs(row.lines)}};
  for (const auto& figure : row.figures) json["figures"].push_back(json_figure(figure));
  for (const auto& counted : row.counted) json["counted"].push_back(json_counted(counted));
  return json;
}

/// Mappings that are refused for the same fact stand together.
Json json_refusals(const std::vector<Refusal>& refused) {
  Json list = Json::array();
  std::map<std::tuple<std::string, int, int>, std::size_t> places;
  std::size_t count = 0;
  for (const Refusal& one : refused) {
    if (++count > most_refusals) break;
    const auto [place, is_new] = places.emplace(std::tuple(one.why, one.line, one.column), list.size());
    if (is_new)
      list.push_back({{"why", one.why}, {"line", one.line}, {"column", one.column}, {"mappings", Json::array()}});
    list[place->second]["mappings"].push_back(one.mapping);
  }
  return list;
}

Json json_head(const Report& report) {
  Json commands = Json::array();
  for (const auto& words : report.commands) {
    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_quoted(word);
    commands.push_back(line);
  }
  Json json = {{"program", report.program},
               {"engine", report.engine},
               {"device", report.device},
               {"date", report.date},
               {"version", MAXWARP_VERSION},
               {"unit", report.by_cost ? "cost" : "ms"},
               {"graphs", report.graphs},
               {"commands", commands},
               {"tried", report.tried},
               {"legal", report.legal},
               {"cpu", nullptr},
               {"edges", report.edges},
               {"estimate", report.estimate},
               {"counter", report.counter},
               {"prices", json_prices(report.prices)},
               {"refused", json_refusals(report.refused)},
               {"refusedCount", report.refused.size()}};
  if (report.cpu_ms) json["cpu"] = *report.cpu_ms;
  return json;
}

/// With the texts and rounds of the first `texts` rows that have a text; of rows without one all rounds.
std::string data_of(const Report& report, std::size_t texts) {
  LineTable table;
  RoundTable rounds(report);
  Json json = json_head(report);
  json["text"] = table.add(report.program_text, TextLanguage::Gdsl);
  json["rows"] = Json::array();
  std::size_t left_out = 0;
  for (const ReportRow& row : report.rows) {
    Json one = json_row(row);
    const bool fits = row.source.empty() || texts > 0;
    one["steps"] = fits ? rounds.add(row.steps) : Json(nullptr);
    if (!row.source.empty() && fits) {
      one["source"] = table.add(row.source, TextLanguage::Cuda);
      one["origins"] = row.origins;
      --texts;
    } else if (!fits) {
      ++left_out;
    }
    json["rows"].push_back(std::move(one));
  }
  json["leftOut"] = left_out;
  json["lines"] = table.lines();
  json["rounds"] = rounds.json();
  std::string text = json_text(json, -1), safe;
  for (const char c : text) safe += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return safe;
}

std::string html_text(const std::string& text) {
  std::string escaped;
  for (const char c : shown(text))
    escaped += c == '<' ? std::string("&lt;") : c == '&' ? std::string("&amp;") : std::string(1, c);
  return escaped;
}

/// Puts `value` in place of the mark.
llvm::Error fill(std::string& page, const std::string& mark, const std::string& value) {
  const std::size_t at = page.find(mark);
  if (at == std::string::npos) return defect("the template of the report has no `{}`", mark);
  page.replace(at, mark.size(), value);
  return llvm::Error::success();
}

/// The template without the data.
llvm::Expected<std::string> empty_page(const Installation& installation) {
  const std::string folder = installation.share + "/report/";
  auto page = read_text(folder + "page.html");
  if (!page) return page.takeError();
  auto style = read_text(folder + "page.css");
  if (!style) return style.takeError();
  std::string scripts;
  // The page starts at the end of the last one.
  for (const char* name : {"model.js", "why.js", "rounds.js", "charts.js", "page.js"}) {
    auto script = read_text(folder + name);
    if (!script) return script.takeError();
    scripts += *script;
  }
  for (const auto& [mark, value] : {std::pair("/*{{style}}*/", *style), std::pair("/*{{scripts}}*/", scripts)})
    if (llvm::Error failed = fill(*page, mark, value)) return std::move(failed);
  return page;
}

}  // namespace

llvm::Expected<std::string> report_page(const Report& report, const Installation& installation) {
  auto page = empty_page(installation);
  if (!page) return page.takeError();
  std::size_t texts = report.rows.size();
  std::string data = data_of(report, texts);
  while (texts > 0 && page->size() + data.size() > most_bytes) data = data_of(report, texts /= 2);
  if (page->size() + data.size() > most_bytes)
    return fail(
        "even without the generated texts the page has more than {} KB; take fewer mappings (--limit, --map-space) or "
        "a shorter program",
        most_bytes / 1000);
  if (llvm::Error failed = fill(*page, "{{data}}", data)) return std::move(failed);
  // Last: its mark stands before the data, and the name of the program may be any.
  if (llvm::Error failed = fill(*page, "{{title}}", html_text(report.program))) return std::move(failed);
  return page;
}

}  // namespace maxwarp::workbench
