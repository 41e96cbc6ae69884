// The JSON form of diagnostics. Keys keep the order in which they are described.
// Columns count bytes from 1, as in the text form; ends are exclusive.
#include "compiler/support/render_json.h"

#include "runtime/system/json_text.h"

namespace maxwarp {

namespace {

using Json = nlohmann::ordered_json;

Json range(const SourceFile& file, Location at) {
  // An end at a line's start belongs to that line: a range may cover several.
  const std::uint32_t first = at.begin - file.base(), behind = at.end - file.base();
  Location end = file.location(behind, behind);
  return {{"line", at.line},          {"column", at.column}, {"end_line", end.line},
          {"end_column", end.column}, {"offset", first},     {"end_offset", behind}};
}

Json described(const Sources& sources, const Diagnostic& diagnostic) {
  const SourceFile& file = sources.of(diagnostic.location);
  Json json = {{"severity", spelling(diagnostic.severity)}, {"kind", diagnostic.kind}, {"message", diagnostic.message}};
  if (&file != &sources.main()) json["file"] = file.name();
  if (diagnostic.location.valid()) json["range"] = range(file, diagnostic.location);
  if (!diagnostic.fix.empty()) json["fix"] = diagnostic.fix;
  if (diagnostic.notes.empty()) return json;
  for (const Diagnostic& note : diagnostic.notes) json["notes"].push_back(described(sources, note));
  return json;
}

std::string text(const std::string& file, Json diagnostics, bool truncated) {
  Json json = {{"schema", 1}, {"file", file}, {"diagnostics", std::move(diagnostics)}};
  json["truncated"] = truncated;
  return json_text(json, -1);
}

}  // namespace

std::string render_json(const Diagnostics& diagnostics, bool remarks) {
  Json list = Json::array();
  for (const Diagnostic& diagnostic : diagnostics.all())
    if (remarks || diagnostic.severity != Severity::Remark)
      list.push_back(described(diagnostics.sources(), diagnostic));
  return text(diagnostics.sources().main().name(), std::move(list), diagnostics.truncated());
}

std::string render_json(const std::string& file, const std::string& error) {
  Json list = Json::array();
  list.push_back({{"severity", "error"}, {"kind", "Driver"}, {"message", error}});
  return text(file, std::move(list), false);
}

}  // namespace maxwarp
