// The workbench: runs, builds and packs programs, reports their results, and looks at graphs.
// Reads the command line, hands over to the sub-command, and turns its outcome into the exit status.
#include <CLI/CLI.hpp>
#include <algorithm>

#include "llvm/Support/raw_ostream.h"
#include "runtime/system/interrupt.h"
#include "runtime/system/progress.h"
#include "runtime/system/words.h"
#include "tools/gdsl/commands.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

constexpr const char* footer =
    "Examples:\n"
    "  gdsl run bfs.gdsl --graph=rmat:16:16 --source=random:1:1\n"
    "  gdsl run sssp.gdsl --graph=ny.gr.xz --source=1 --engine=openmp --map=granularity=warp:8 --verify\n"
    "  gdsl build bfs.gdsl -o bfs && ./bfs --help\n"
    "  gdsl build bfs.gdsl --pack=pack && pack/run bfs --graph=rmat:20:16 --source=random:4:1\n"
    "  gdsl explore bfs.gdsl --graph=rmat:16:16 --source=0\n"
    "  gdsl explore --from=pack\n"
    "  gdsl tune bfs.gdsl --graph=rmat:16:16 --source=random:4:1 -o bfs.map\n"
    "  gdsl report --from=pack -o bfs.html\n"
    "  gdsl serve examples/bfs\n"
    "  gdsl graph info web.txt.gz\n"
    "  gdsl graph convert ny.gr.xz ny.mwg\n"
    "  gdsl limits\n"
    "  source <(gdsl completion bash)\n"
    "\n"
    "Exit status: 0 done; 1 wrong usage, bad input, or something is missing here (a compiler, a device, "
    "memory, room\n"
    "on the disk); 2 the run failed, or its result differs from the reference; 70 a defect of Maxwarp; 130 "
    "Ctrl-C.\n";

/// Takes the words after `--` off the command line: they go to the program as they are.
std::vector<std::string> words_before_dashes(int argc, char** argv, std::vector<std::string>& behind) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const auto dashes = std::find(words.begin(), words.end(), "--");
  if (dashes == words.end()) return words;
  behind.assign(dashes + 1, words.end());
  words.erase(dashes, words.end());
  return words;
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return text;
}

/// The sub-command that the line ends in; the workbench itself where there is none.
const CLI::App& chosen_command(const CLI::App& app) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  return chosen.empty() ? app : chosen_command(*chosen.back());
}

/// `gdsl graph info`.
std::string full_name(const CLI::App& command) {
  const CLI::App* above = command.get_parent();
  return (above ? full_name(*above) + " " : "") + command.get_name();
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::string guess_text(const std::string& word, const std::vector<std::string>& known) {
  const auto guess = nearest_word(word.substr(0, word.find('=')), known);
  return guess ? " (did you mean `" + *guess + "`?)" : "";
}

/// What is wrong with the line. Unknown words are words too many to CLI11: say what was meant, or what there
/// is.
std::string error_text(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = chosen_command(app);
  const std::vector<std::string> unknown = command.remaining();
  std::vector<std::string> names;
  for (const CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(sub->get_name());
  if (!unknown.empty() && unknown.front().rfind("-", 0) != 0 && !names.empty())
    return fmt::format("no sub-command `{}`; there are {}{}", unknown.front(), listed(names),
                       guess_text(unknown.front(), names));
  if (unknown.empty() && !names.empty() && dynamic_cast<const CLI::RequiredError*>(&error))
    return fmt::format("no sub-command; there are {}", listed(names));
  const bool lacks_command = dynamic_cast<const CLI::RequiredError*>(&error) && !names.empty();
  if (!unknown.empty() && (dynamic_cast<const CLI::ExtrasError*>(&error) || lacks_command))
    return fmt::format("`{}` takes no `{}`{}", full_name(command), unknown.front(),
                       guess_text(unknown.front(), option_names(command)));
  return error.what();
}

int print_error(llvm::Error error) {
  int status = UserError;
  llvm::handleAllErrors(
      std::move(error),
      [&](const CommandError& said) {
        // An empty message: the reason has been printed already, by gdslc.
        if (!said.message().empty()) tell("error: " + said.message());
        status = said.status();
      },
      [](const llvm::ErrorInfoBase& other) { tell("error: " + other.message()); });
  return status;
}

int finish(llvm::Expected<int> outcome) {
  const int status = outcome ? *outcome : print_error(outcome.takeError());
  end_if_interrupted();
  return status;
}

int print(const std::string& text) {
  if (llvm::Error failed = print_text(text)) return print_error(std::move(failed));
  return Done;
}

int workbench_main(int argc, char** argv) {
  handle_interrupts();
  CLI::App app("Maxwarp's workbench: compiles, runs, explores and packs graph programs.", "gdsl");
  app.footer(footer);
  app.set_version_flag("--version", "gdsl " MAXWARP_VERSION, "print the version");
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);
  CommandLine line;
  line.argv0 = argv[0];
  std::vector<std::string> words = words_before_dashes(argc, argv, line.passed_on);
  add_run_command(app, line);
  add_build_command(app, line);
  add_explore_command(app, line);
  add_tune_command(app, line);
  add_advise_command(app, line);
  add_report_command(app, line);
  add_serve_command(app, line);
  add_graph_command(app, line);
  add_cache_command(app, line);
  add_limits_command(app, line);
  add_completion_command(app, line);
  if (const auto empty = option_without_value(words)) return print_error(fail("`{}` has no value", *empty));
  // CLI11 takes the words last one first.
  std::reverse(words.begin(), words.end());
  try {
    app.parse(std::move(words));
  } catch (const CLI::CallForVersion& version) {
    return print(std::string(version.what()) + "\n");
  } catch (const CLI::Success&) {
    return print(app.help());
  } catch (const CLI::ParseError& error) {
    return print_error(fail("{}; `gdsl --help` shows examples", error_text(app, error)));
  }
  const std::string& command = app.get_subcommands().front()->get_name();
  if (!line.passed_on.empty() && command != "run" && command != "explore" && command != "tune")
    return print_error(fail("`gdsl {}` runs no program, so it takes nothing after `--`", command));
  if (line.quiet) silence_progress();
  return finish(line.action());
}

}  // namespace
}  // namespace maxwarp::workbench

int main(int argc, char** argv) try {
  return maxwarp::workbench::workbench_main(argc, argv);
} catch (const std::exception& defect) {
  maxwarp::workbench::tell(std::string("error: ") + defect.what() + " (this is a defect of Maxwarp)");
  return maxwarp::workbench::OwnDefect;
}
