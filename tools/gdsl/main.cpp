// The workbench: runs, builds and packs programs, and looks at graphs.
// Reads the command line, hands over to the sub-command, and turns its outcome into the exit status.
#include <CLI/CLI.hpp>
#include <algorithm>

#include "llvm/Support/raw_ostream.h"
#include "tools/gdsl/commands.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

constexpr const char* examples =
    "Examples:\n"
    "  gdsl run bfs.gdsl --graph=rmat:16:16 --source=random:1:1\n"
    "  gdsl run sssp.gdsl --graph=ny.gr.xz --source=1 --engine=openmp --map=granularity=warp:8 --verify\n"
    "  gdsl build bfs.gdsl -o bfs && ./bfs --help\n"
    "  gdsl build bfs.gdsl --pack=pack && pack/run bfs --graph=rmat:20:16 --source=random:4:1\n"
    "  gdsl graph info web.txt.gz\n"
    "  gdsl graph convert ny.gr.xz ny.mwg\n";

/// Takes the words behind `--` off the command line: they go to the program as they are.
std::vector<std::string> words_before_dashes(int argc, char** argv, std::vector<std::string>& behind) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const auto dashes = std::find(words.begin(), words.end(), "--");
  if (dashes == words.end()) return words;
  behind.assign(dashes + 1, words.end());
  words.erase(dashes, words.end());
  return words;
}

/// An unknown sub-command is an unknown word to CLI11: say so, and name those that there are.
std::string error_text(const CLI::App& app, const CLI::ParseError& error) {
  const auto* required = dynamic_cast<const CLI::RequiredError*>(&error);
  const std::vector<std::string> unknown = app.remaining();
  if (!required || unknown.empty() || !app.get_subcommands().empty()) return error.what();
  return fmt::format("no sub-command `{}`; there are run, build and graph", unknown.front());
}

int finish(llvm::Expected<int> outcome) {
  if (outcome) return *outcome;
  const std::string message = llvm::toString(outcome.takeError());
  // An empty message: the reason has been printed already, by gdslc.
  if (!message.empty()) llvm::errs() << "gdsl: error: " << message << "\n";
  return 1;
}

int workbench_main(int argc, char** argv) {
  CLI::App app("Maxwarp's workbench: compiles, runs and packs graph programs.", "gdsl");
  app.footer(examples);
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);
  CommandLine line;
  line.argv0 = argv[0];
  std::vector<std::string> words = words_before_dashes(argc, argv, line.passed_on);
  add_run_command(app, line);
  add_build_command(app, line);
  add_graph_command(app, line);
  // CLI11 takes the words last one first.
  std::reverse(words.begin(), words.end());
  try {
    app.parse(std::move(words));
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    llvm::errs() << "gdsl: error: " << error_text(app, error) << "; `gdsl --help` shows examples\n";
    return 1;
  }
  return finish(line.action());
}

}  // namespace
}  // namespace maxwarp::workbench

int main(int argc, char** argv) { return maxwarp::workbench::workbench_main(argc, argv); }
