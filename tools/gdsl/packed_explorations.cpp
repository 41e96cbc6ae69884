// A report in `results` begins with the line of its run in `runs`: an exploration has the lines from `first_run` to
// `last_run`.
#include "tools/gdsl/packed_explorations.h"

#include <algorithm>

#include "runtime/system/json_text.h"
#include "tools/gdsl/build.h"
#include "tools/gdsl/graph_files.h"
#include "tools/gdsl/packed_files.h"
#include "tools/gdsl/stored_graph.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// What tells explorations of a program apart.
bool is_same(const Json& one, const Json& other) {
  return std::ranges::all_of(std::array{"program", "graph", "arguments"},
                             [&](const char* name) { return one.value(name, Json()) == other.value(name, Json()); });
}

std::string free_name(const Json& all, const std::string& program) {
  const auto is_taken = [&](const std::string& name) {
    return std::ranges::any_of(all, [&](const Json& one) { return one.value("name", "") == name; });
  };
  if (!is_taken(program)) return program;
  int number = 2;
  while (is_taken(fmt::format("{}-{}", program, number))) ++number;
  return fmt::format("{}-{}", program, number);
}

}  // namespace

llvm::Expected<PackedExplorations> PackedExplorations::of(const fs::path& folder, const PackRequest& request,
                                                          bool has_runs) {
  PackedExplorations result;
  const bool ranked = is_there((folder / "explore.json").string());
  if (ranked ? request.record && request.exploration.is_null() : has_runs && !request.exploration.is_null())
    return fail("`{}` holds {}, with which this would be ranked; write another --pack=FOLDER", request.program.pack,
                ranked ? "an exploration" : "recorded runs");
  if (!ranked) return result;
  auto text = read_text((folder / "explore.json").string());
  if (!text) return text.takeError();
  result.all_ = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
  const bool sound = result.all_.is_array() && std::ranges::all_of(result.all_, [](const Json& one) {
                       return one.is_object() && one.value("last_run", Json()).is_number_unsigned() &&
                              one.value("name", Json()).is_string();
                     });
  if (!sound) return fail("`{}` is no list of explorations", (folder / "explore.json").string());
  for (const Json& one : result.all_)
    result.runs_before_ = std::max(result.runs_before_, one["last_run"].get<std::size_t>());
  return result;
}

llvm::Error PackedExplorations::add(const PackRequest& request, const std::string& graph, const fs::path& fresh) {
  if (request.exploration.is_null()) return llvm::Error::success();
  std::vector<std::string> words = request.arguments;
  if (auto options = take_graph_options(request.graph, words); !options) return options.takeError();
  auto arguments = arguments_identity(words);
  if (!arguments) return arguments.takeError();
  const std::string program = program_name(request.program.program);
  Json added = {{"name", free_name(all_, program)}, {"program", program}, {"graph", graph}, {"arguments", *arguments}};
  for (const Json& one : all_)
    if (is_same(one, added))
      return fail("`{}` holds an exploration of this program with this graph; write another --pack=FOLDER",
                  request.program.pack);
  added.update(request.exploration);
  name_ = added["name"];
  all_.push_back(std::move(added));
  if (llvm::Error failed = make_folder(fresh / texts_folder)) return failed;
  for (const auto& [name, text] : request.texts)
    if (llvm::Error failed = write_text((fresh / texts_folder / name).string(), text)) return failed;
  return llvm::Error::success();
}

llvm::Error PackedExplorations::write(const fs::path& folder, const std::string& runs) {
  if (name_.empty()) return llvm::Error::success();
  all_.back()["first_run"] = runs_before_ + 1;
  all_.back()["last_run"] = static_cast<std::size_t>(std::ranges::count(runs, '\n') - 1);
  return write_text((folder / "explore.json").string(), json_text(all_, -1));
}

}  // namespace maxwarp::workbench
