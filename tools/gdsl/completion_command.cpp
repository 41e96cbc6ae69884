// `gdsl completion bash|zsh|fish`: the words come from the command line's own description, and those of
// mappings from gdslc, which alone knows its techniques.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <regex>

#include "llvm/ADT/STLExtras.h"
#include "runtime/graph/generate/generate.h"
#include "runtime/runner/graph_cli.h"
#include "tools/gdsl/commands.h"
#include "tools/gdsl/completion.h"
#include "tools/gdsl/mapping_table.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

/// What the values of options are, by the name of the option.
const std::map<std::string, CompletedOption>& known_options() {
  static const std::map<std::string, CompletedOption> known = [] {
    std::map<std::string, CompletedOption> options;
    for (const CompletedOption& option : std::initializer_list<CompletedOption>{
             {"--engine", "", ValueKind::Any, {"auto", "cuda", "openmp", "simt"}},
             {"--map", "", ValueKind::Mapping},
             {"--map-space", "", ValueKind::Any, {"pairs"}},
             {"--judge-mappings", "", ValueKind::File},
             {"--agree", "", ValueKind::File},
             {"--graph", "", ValueKind::Graph},
             {"--pack", "", ValueKind::Folder},
             {"--import-root", "", ValueKind::Folder},
             {"--from", "", ValueKind::File},
             {"--json", "", ValueKind::File},
             {"--csv", "", ValueKind::File},
             {"--html", "", ValueKind::File},
             {"--counts", "", ValueKind::File},
             {"--rounds", "", ValueKind::File},
             {"--limits", "", ValueKind::File},
             {"--plot", "", ValueKind::File},
             {"--ledger", "", ValueKind::File},
             {"--header", "", ValueKind::File},
             {"--emit-entry", "", ValueKind::File},
             {"--duplicates", "", ValueKind::Any, {"keep", "first", "min", "sum"}},
             {"--self-loops", "", ValueKind::Any, {"keep", "drop"}},
             {"--component", "", ValueKind::Any, {"all", "largest"}},
             {"--weights", "", ValueKind::Any, {"file", "unit", "random:"}},
             {"--base", "", ValueKind::Any, {"auto", "0", "1"}},
             {"--nodes", "", ValueKind::Any, {"dense"}},
             {"--variant", "", ValueKind::Any, {"all"}},
             {"--order",
              "",
              ValueKind::Any,
              {"forward", "reverse", "random:", "flip:", "pause:", "solo:", "starve:", "split:", "latest:"}},
             {"--emit",
              "",
              ValueKind::Any,
              {"tokens", "ast", "checked", "parallel", "selection", "mapped", "source", "gdsl"}},
             {"--target", "", ValueKind::Any, {"cuda", "openmp"}},
             {"--number", "", ValueKind::Any, {"int", "double", "both"}},
             {"--diagnostics", "", ValueKind::Any, {"text", "json"}},
             {"--color", "", ValueKind::Any, {"auto", "always", "never"}},
         })
      options.emplace(option.name, option);
    return options;
  }();
  return known;
}

CompletedOption completed(const std::string& name, const std::string& help, bool takes_value) {
  const auto found = known_options().find(name);
  CompletedOption option = found == known_options().end() ? CompletedOption{name, "", ValueKind::Any, {}}
                                                          : found->second;
  option.help = help;
  if (!takes_value) option.kind = ValueKind::None;
  return option;
}

void add_options(const CLI::App& app, std::vector<CompletedOption>& options) {
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames())
      options.push_back(completed("--" + name, option->get_description(), option->get_items_expected_min() > 0));
}

/// The options of every program that `gdsl run` passes on: see runtime/runner/options.cpp.
void add_program_words(std::vector<CompletedOption>& options) {
  CLI::App graph_app;
  GraphOptions graph;
  runner::add_graph_options(graph_app, graph, /*with_graph=*/false);
  graph_app.set_help_flag("");
  add_options(graph_app, options);
  const auto is_known = [&](const char* name) {
    return std::any_of(options.begin(), options.end(),
                       [&](const CompletedOption& option) { return option.name == name; });
  };
  for (const char* name : {"--variant", "--repeat", "--warmup", "--orders", "--order", "--max-rounds", "--output",
                           "--json", "--plot", "--agree", "--selftest", "--selftest-edges", "--tune", "--ledger"})
    if (!is_known(name)) options.push_back(completed(name, "of the program: see its --help", true));
  if (!is_known("--verify")) options.push_back(completed("--verify", "compare the results with a reference", false));
  if (!is_known("--allow-nan")) options.push_back(completed("--allow-nan", "accept results that are nan", false));
  if (!is_known("--explain")) options.push_back(completed("--explain", "print why this variant was chosen", false));
  if (!is_known("--explain-memory"))
    options.push_back(completed("--explain-memory", "what each array will take", false));
  if (!is_known("--dry-run")) options.push_back(completed("--dry-run", "check everything, run nothing", false));
}

void add_commands(const CLI::App& app, std::vector<std::string> path, std::vector<CompletedCommand>& commands) {
  path.push_back(app.get_name());
  CompletedCommand command{path, app.get_description(), {}, {}, ValueKind::None, {}};
  add_options(app, command.options);
  const std::string& name = path.back();
  if (name == "run" || name == "build" || name == "explore" || name == "tune" || name == "advise" || name == "report")
    command.argument = ValueKind::Program;
  if (name == "info" || name == "convert" || name == "generate" || name == "contract")
    command.argument = ValueKind::Graph;
  if (name == "info" && path.size() > 1 && path[path.size() - 2] == "cache") command.argument = ValueKind::None;
  if (name == "serve") command.argument = ValueKind::Folder;
  if (name == "completion") command.words = {"bash", "zsh", "fish"};
  if (name == "run" || name == "explore" || name == "tune") add_program_words(command.options);
  const auto subs = app.get_subcommands([](const CLI::App*) { return true; });
  for (const CLI::App* sub : subs) command.commands.push_back(sub->get_name());
  commands.push_back(std::move(command));
  for (const CLI::App* sub : subs) add_commands(*sub, path, commands);
}

/// `granularity=thread`, and `granularity=warp:` where an argument follows.
llvm::Expected<std::vector<std::string>> mapping_words(const std::string& compiler) {
  auto table = mapping_table(compiler);
  if (!table) return table.takeError();
  std::vector<std::string> words;
  for (const MappingAxis& axis : *table)
    for (const std::string& form : axis.forms) {
      const std::string key = axis.key + "=";
      if (form[0] >= 'A' && form[0] <= 'Z') {  // `chunk=N`
        words.push_back(key);
        continue;
      }
      const std::size_t colon = form.find_first_of(":[");
      const bool optional = colon != std::string::npos && form[colon] == '[';
      const std::string head = key + form.substr(0, colon);
      if (colon == std::string::npos || optional) words.push_back(head);
      if (colon != std::string::npos) words.push_back(head + ":");
    }
  return words;
}

/// The options of gdslc, out of its help.
llvm::Expected<CompletedCommand> compiler_command(const std::string& compiler) {
  auto help = ask_compiler(compiler, "--help");
  if (!help) return help.takeError();
  CompletedCommand command{{"gdslc"}, "", {}, {}, ValueKind::Program, {}};
  const std::regex line("\n +(?:-[a-zA-Z],)?(--[a-z][a-z-]*)( [A-Z]+[^ \n]*)?");
  for (std::sregex_iterator found(help->begin(), help->end(), line), end; found != end; ++found)
    command.options.push_back(completed((*found)[1], "", (*found)[2].matched));
  return command;
}

std::vector<std::string> generator_words() {
  std::vector<std::string> words;
  const std::string help = generator_help();
  const std::regex name("([a-z-]+):");
  for (std::sregex_iterator found(help.begin(), help.end(), name), end; found != end; ++found)
    if (!llvm::is_contained(words, (*found)[1].str() + ":")) words.push_back((*found)[1].str() + ":");
  return words;
}

llvm::Expected<int> print_script(const std::string& shell, const CLI::App& app, const char* argv0) {
  auto installation = find_installation(argv0);
  if (!installation) return installation.takeError();
  auto mappings = mapping_words(installation->compiler);
  if (!mappings) return mappings.takeError();
  auto compiler = compiler_command(installation->compiler);
  if (!compiler) return compiler.takeError();
  Completions completions{{}, *mappings, generator_words()};
  add_commands(app, {}, completions.commands);
  completions.commands.push_back(*compiler);
  const std::string script = shell == "bash"  ? bash_script(completions)
                             : shell == "zsh" ? zsh_script(completions)
                                              : fish_script(completions);
  if (llvm::Error failed = print_text(script)) return failed;
  return Done;
}

}  // namespace

void add_completion_command(CLI::App& app, CommandLine& line) {
  auto shell = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("completion", "Print a script that completes command lines of gdsl and gdslc");
  command->add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->footer(
      "Examples:\n"
      "  source <(gdsl completion bash)                                      in ~/.bashrc\n"
      "  source <(gdsl completion zsh)                                       in ~/.zshrc\n"
      "  gdsl completion fish > ~/.config/fish/completions/gdsl.fish\n");
  command->callback(
      [shell, &app, &line] { line.action = [shell, &app, &line] { return print_script(*shell, app, line.argv0); }; });
}

}  // namespace maxwarp::workbench
