// Runs of the text in the editor on the SIMT engine. What runs is a copy in a folder of its own, without imports.
#include <algorithm>

#include "runtime/system/json_text.h"
#include "tools/gdsl/build.h"
#include "tools/gdsl/profile.h"
#include "tools/gdsl/serve_child.h"
#include "tools/gdsl/serve_work.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

using Json = ServeWork::Json;

constexpr double compile_seconds = 10, run_seconds = 30, explore_seconds = 600;

/// The text, on its own: what it imports is in it. Empty: it does not compile.
llvm::Expected<std::string> whole_text(const ServeSetting& setting, const Question& question,
                                       const std::function<bool()>& is_stopped) {
  auto folder = setting.folder.folder_of(question.program);
  if (!folder) return folder.takeError();
  const std::vector<std::string> words = with_words(gdslc_words(setting), {"--emit=gdsl", "-o", "-", "--quiet"});
  auto outputs = run_tasks({{words, *folder, question.text}}, compile_seconds, is_stopped);
  if (!outputs) return outputs.takeError();
  if (!outputs->front().ended.good()) return std::string();
  // Without imports the text itself: lines are those of the editor.
  return question.text.find("import") == std::string::npos ? question.text : outputs->front().text;
}

/// A folder of its own with the text as a program in it.
struct Copied {
  WorkFolder folder;
  std::string program;
};

llvm::Expected<Copied> copied(const Question& question, const std::string& text) {
  auto folder = WorkFolder::make();
  if (!folder) return folder.takeError();
  const std::string program = fmt::format("{}/{}.gdsl", folder->path(), program_name(question.program));
  if (llvm::Error failed = write_text(program, text)) return std::move(failed);
  return Copied{std::move(*folder), program};
}

/// The options of a run on the SIMT engine.
std::vector<std::string> run_words(const ServeSetting& setting, const Question& question) {
  std::vector<std::string> words = {"--engine=simt"};
  words.insert(words.end(), setting.graph_words.begin(), setting.graph_words.end());
  for (const std::string& argument : question.arguments) words.insert(words.end(), {"-P", argument});
  return words;
}

Json json_counts(const std::string& log, const std::string& program) {
  const Counted counted = counted_of(log).value_or(Counted{});
  Json lines = Json::array();
  for (const LineCost& line : line_costs_of(log, program)) lines.push_back({line.line, line.counted.cost()});
  return {{"cost", counted.cost()},
          {"issued", counted.issued},
          {"active_lanes", counted.active_lanes},
          {"sectors", counted.sectors},
          {"atomics", counted.atomics},
          {"launches", counted.launches},
          {"barriers", counted.barriers},
          {"lines", lines}};
}

/// The first run of a report; null where it is none.
Json first_run(const std::string& report) {
  const Json json = Json::parse(report, nullptr, /*allow_exceptions=*/false);
  const bool has_runs = json.is_object() && json.contains("runs") && json["runs"].is_array() && !json["runs"].empty();
  return has_runs ? json["runs"][0] : Json(nullptr);
}

}  // namespace

llvm::Expected<Json> ServeWork::measure(const Question& question) {
  const Newest::Turn turn = measuring_.take(question.edit);
  const auto is_stale = [&] { return turn.is_stale(); };
  if (turn.is_stale()) return stale_answer();
  auto text = whole_text(setting_, question, is_stale);
  if (!text) return text.takeError();
  if (turn.is_stale()) return stale_answer();
  if (text->empty()) return message_answer("the program does not compile");
  auto copy = copied(question, *text);
  if (!copy) return copy.takeError();
  std::vector<std::string> words = {setting_.self, "run", copy->program, "--quiet", "--json=-"};
  if (!question.mapping.empty()) words.push_back("--map=" + question.mapping);
  for (std::string& word : run_words(setting_, question)) words.push_back(std::move(word));
  auto outputs = run_tasks({{words, copy->folder.path(), "", {"MAXWARP_SIMT_STATS=1"}, most_build_bytes},
                            {with_words(words, {"--metrics"}), copy->folder.path(), "", {}, most_build_bytes}},
                           run_seconds, is_stale);
  if (!outputs) return outputs.takeError();
  if (turn.is_stale()) return stale_answer();
  const TaskOutput &counting = (*outputs)[0], &telling = (*outputs)[1];
  if (!counting.ended.good()) return message_answer(why_not(counting));
  Json answer = json_counts(counting.errors, copy->program);
  if (*text != question.text) answer["lines"] = Json::array();  // they are not those of the editor
  answer["run"] = first_run(counting.text);
  answer["told"] = telling.ended.good() ? first_run(telling.text) : Json(nullptr);
  return answer;
}

llvm::Error ServeWork::explore(const Question& question, std::size_t limit,
                               const std::function<bool(const std::string&)>& take) {
  const Newest::Turn turn = exploring_.take(question.edit);
  bool is_wanted = true;
  const auto is_stopped = [&] { return turn.is_stale() || !is_wanted; };
  if (is_stopped()) return llvm::Error::success();
  auto text = whole_text(setting_, question, is_stopped);
  if (!text) return text.takeError();
  if (text->empty()) return fail("the program does not compile");
  auto copy = copied(question, *text);
  if (!copy) return copy.takeError();
  std::vector<std::string> words = {
      setting_.self, "explore", copy->program, "--quiet", "--no-cpu", "--json-lines", fmt::format("--limit={}", limit)};
  if (!question.space.empty()) words.push_back("--map-space=" + question.space);
  for (std::string& word : run_words(setting_, question)) words.push_back(std::move(word));
  std::string unfinished;
  const auto hand_on = [&](const std::string& more) {
    unfinished += more;
    for (std::size_t end = unfinished.find('\n'); end != std::string::npos; end = unfinished.find('\n')) {
      is_wanted = is_wanted && take(unfinished.substr(0, end));
      unfinished.erase(0, end + 1);
    }
  };
  // An empty line asks whether somebody is still there.
  auto outputs = run_tasks(
      {{words, copy->folder.path(), "", {}, most_build_bytes}}, explore_seconds,
      [&] { return is_stopped() || !(is_wanted = take("")); }, hand_on);
  if (!outputs) return outputs.takeError();
  if (is_stopped()) return llvm::Error::success();
  const TaskOutput& output = outputs->front();
  if (output.ended.timed_out || output.ended.status == UserError) return fail("{}", why_not(output));
  take(R"({"done": true})");
  return llvm::Error::success();
}

}  // namespace maxwarp::workbench
