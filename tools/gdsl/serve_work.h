// What `gdsl serve` does for its page: compiles, judges, runs and explores the text in the editor, in children.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "tools/gdsl/engine_choice.h"
#include "tools/gdsl/mapping_table.h"
#include "tools/gdsl/newest.h"
#include "tools/gdsl/serve_folder.h"
#include "tools/gdsl/serve_question.h"

namespace maxwarp::workbench {

/// What all questions are answered with.
struct ServeSetting {
  Installation installation;
  std::string self;  // path of gdsl
  ProgramFolder folder;
  std::vector<std::string> graph_words;  // options of runs: the graph, and how it is read
  std::string graph_name;                // as given
  MappingTable table;
  nlohmann::ordered_json axes;       // that table as gdslc prints it
  std::optional<EngineChoice> nvcc;  // empty: there is none, and so no PTX
  std::string why_no_nvcc;
};

/// A command line of gdslc for a text on its standard input, up to what is to come out.
std::vector<std::string> gdslc_words(const ServeSetting& setting);

/// The same with the mapping of the knobs.
std::vector<std::string> mapped_words(const ServeSetting& setting, const Question& question);
std::vector<std::string> with_words(std::vector<std::string> words, std::initializer_list<std::string> more);

/// The answer is no longer wanted.
inline nlohmann::ordered_json stale_answer() { return {{"stale", true}}; }
/// Why there is no other answer.
inline nlohmann::ordered_json message_answer(const std::string& text) { return {{"message", text}}; }

/// Answers questions; may be asked by several threads. Of each kind of question one is answered at a time. Where a
/// newer one comes meanwhile, the children are killed, and the answer is `{"stale": true}`.
/// Errors are about the question; what is wrong with the program is part of the answer.
class ServeWork {
 public:
  using Json = nlohmann::ordered_json;

  explicit ServeWork(ServeSetting setting) : setting_(std::move(setting)) {}

  /// The programs of the folder, the table of mappings, and what else does not change.
  Json start() const;
  /// The `text` of `program`.
  llvm::Expected<Json> program(const Json& asked) const;
  /// Makes `text` that of `program`, if it is still `before`.
  llvm::Expected<Json> save(const Json& asked) const;
  /// `diagnostics` as gdslc writes them, or `message`; the program in pieces of colour; `cuda`, likewise, and `mapped`
  /// where it compiles.
  llvm::Expected<Json> compile(const Question& question);
  /// `knobs`: each value of each axis beside the other settings, with why not; or `message`.
  llvm::Expected<Json> judge(const Question& question);
  /// The report of a run on the SIMT engine with metrics, and what the engine counted; or `message`.
  llvm::Expected<Json> measure(const Question& question);
  /// `ptx`, or `message`.
  llvm::Expected<Json> assemble(const Question& question);
  /// Hands the result of each mapping to `take` as it comes, one line of JSON each, until `take` refuses; `limit`:
  /// the number of mappings. At last a line with `done`, or with `message`.
  llvm::Error explore(const Question& question, std::size_t limit, const std::function<bool(const std::string&)>& take);

 private:
  ServeSetting setting_;
  Newest compiling_, judging_, measuring_, assembling_, exploring_;
};

}  // namespace maxwarp::workbench
