// gdslc reads the text from its standard input, works in the folder of the program, and may import files of the served
// folder only.
#include "tools/gdsl/serve_work.h"

#include <algorithm>
#include <filesystem>

#include "tools/gdsl/build.h"
#include "tools/gdsl/highlight.h"
#include "tools/gdsl/serve_child.h"
#include "tools/gdsl/serve_knobs.h"
#include "tools/gdsl/support.h"
#include "tools/gdsl/toolchain.h"

namespace maxwarp::workbench {
namespace {

using Json = ServeWork::Json;

constexpr double compile_seconds = 10, assemble_seconds = 30;
constexpr std::size_t most_name = 500;

/// The lines of a text, each an array of pieces: a letter for the colour, and the piece.
Json colored(const std::string& text, TextLanguage language) {
  Json lines = Json::array();
  for (const auto& pieces : highlighted(text, language)) {
    Json line = Json::array();
    for (const Piece& piece : pieces) line.push_back(piece.kind + piece.text);
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

std::vector<std::string> gdslc_words(const ServeSetting& setting) {
  return {setting.installation.compiler, "-", "--import-root=" + setting.folder.path()};
}

std::vector<std::string> mapped_words(const ServeSetting& setting, const Question& question) {
  std::vector<std::string> words = gdslc_words(setting);
  words.push_back("--map=" + (question.mapping.empty() ? "default" : question.mapping));
  return words;
}

std::vector<std::string> with_words(std::vector<std::string> words, std::initializer_list<std::string> more) {
  words.insert(words.end(), more);
  return words;
}

Json ServeWork::start() const {
  return {{"version", MAXWARP_VERSION},
          {"folder", setting_.folder.path()},
          {"programs", setting_.folder.names()},
          {"graph", setting_.graph_name},
          {"axes", setting_.axes},
          {"noPtx", setting_.why_no_nvcc}};
}

llvm::Expected<Json> ServeWork::program(const Json& asked) const {
  auto name = text_at(asked, "program", most_name);
  if (!name) return name.takeError();
  auto text = setting_.folder.read(*name);
  if (!text) return text.takeError();
  return Json{{"text", *text}};
}

llvm::Expected<Json> ServeWork::save(const Json& asked) const {
  auto name = text_at(asked, "program", most_name);
  if (!name) return name.takeError();
  auto text = text_at(asked, "text", ProgramFolder::most_bytes);
  if (!text) return text.takeError();
  auto before = text_at(asked, "before", ProgramFolder::most_bytes);
  if (!before) return before.takeError();
  if (llvm::Error failed = setting_.folder.save(*name, *text, *before)) return std::move(failed);
  return Json{{"saved", true}};
}

llvm::Expected<Json> ServeWork::compile(const Question& question) {
  auto folder = setting_.folder.folder_of(question.program);
  if (!folder) return folder.takeError();
  const Newest::Turn turn = compiling_.take(question.edit);
  if (turn.is_stale()) return stale_answer();
  const std::vector<std::string> words = mapped_words(setting_, question);
  auto outputs = run_tasks({{with_words(words, {"-o", "-", "--diagnostics=json"}), *folder, question.text},
                            {with_words(words, {"--emit=mapped", "-o", "-", "--quiet"}), *folder, question.text}},
                           compile_seconds, [&] { return turn.is_stale(); });
  if (!outputs) return outputs.takeError();
  if (turn.is_stale()) return stale_answer();
  const TaskOutput &source = (*outputs)[0], &mapped = (*outputs)[1];
  Json answer = Json::parse(source.errors, nullptr, /*allow_exceptions=*/false);
  if (!answer.is_object()) answer = message_answer(why_not(source));
  answer["program"] = colored(question.text, TextLanguage::Gdsl);
  if (source.ended.good()) answer["cuda"] = colored(source.text, TextLanguage::Cuda);
  if (mapped.ended.good()) answer["mapped"] = mapped.text;
  return answer;
}

llvm::Expected<Json> ServeWork::judge(const Question& question) {
  auto folder = setting_.folder.folder_of(question.program);
  if (!folder) return folder.takeError();
  const Newest::Turn turn = judging_.take(question.edit);
  if (turn.is_stale()) return stale_answer();
  std::string questions;
  for (const auto& [key, value] : knobs_of(setting_.table)) questions += with_knob(question.mapping, key, value) + "\n";
  auto work = WorkFolder::make();
  if (!work) return work.takeError();
  const std::string file = work->path() + "/mappings";
  if (llvm::Error failed = write_text(file, questions)) return std::move(failed);
  auto outputs = run_tasks(
      {{with_words(gdslc_words(setting_), {"--judge-mappings=" + file, "--quiet"}), *folder, question.text}},
      compile_seconds, [&] { return turn.is_stale(); });
  if (!outputs) return outputs.takeError();
  if (turn.is_stale()) return stale_answer();
  if (!outputs->front().ended.good()) return message_answer(why_not(outputs->front()));
  return json_verdicts(setting_.table, outputs->front().text);
}

llvm::Expected<Json> ServeWork::assemble(const Question& question) {
  if (!setting_.nvcc) return message_answer(setting_.why_no_nvcc);
  auto folder = setting_.folder.folder_of(question.program);
  if (!folder) return folder.takeError();
  const Newest::Turn turn = assembling_.take(question.edit);
  const auto is_stale = [&] { return turn.is_stale(); };
  auto work = WorkFolder::make();
  if (!work) return work.takeError();
  const GeneratedText paths = text_paths({question.program, {}}, EngineKind::Cuda, work->path());
  auto outputs = run_tasks(
      {{with_words(mapped_words(setting_, question), {"-o", paths.source, "--quiet"}), *folder, question.text}},
      compile_seconds, is_stale);
  if (!outputs) return outputs.takeError();
  if (turn.is_stale()) return stale_answer();
  if (!outputs->front().ended.good()) return message_answer("the program does not compile");
  auto commands = build_commands(setting_.installation, paths, *setting_.nvcc, work->path(), false);
  if (!commands) return commands.takeError();
  if (llvm::Error failed = check_words(*commands, *setting_.nvcc)) return std::move(failed);
  std::vector<std::string> words = commands->compile.front();
  std::ranges::replace(words, std::string("-c"), std::string("-ptx"));
  words.back() = work->path() + "/program.ptx";
  auto assembled = run_tasks({{words, work->path(), "", {"TMPDIR=" + work->path()}, most_build_bytes}},
                             assemble_seconds, is_stale);
  if (!assembled) return assembled.takeError();
  if (turn.is_stale()) return stale_answer();
  if (!assembled->front().ended.good()) return message_answer(why_not(assembled->front()));
  auto ptx = read_foreign_text(words.back());
  if (!ptx) return ptx.takeError();
  return Json{{"ptx", *ptx}};
}

}  // namespace maxwarp::workbench
