// `gdsl serve`: a local workbench in the browser, for the programs of one folder.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>

#include "llvm/Support/FileSystem.h"
#include "tools/gdsl/cache.h"
#include "tools/gdsl/commands.h"
#include "tools/gdsl/program_options.h"
#include "tools/gdsl/serve_server.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;

struct ServeOptions {
  std::string folder = ".", graph = "rmat:8:8", architecture;
  int port = 0;
  std::vector<std::string> graph_words;  // further options of the graph
};

int anchor = 0;

/// Children work elsewhere: a file is named by its full path. What is no file is a generator.
std::string full_graph(const std::string& graph) {
  std::error_code none;
  return fs::exists(graph, none) ? fs::absolute(graph, none).string() : graph;
}

/// Generated graphs have no weights: programs that ask for some get small numbers.
std::vector<std::string> words_of_graph(const ServeOptions& options, const std::string& graph) {
  std::vector<std::string> words = {"--graph=" + graph};
  const auto is_weights = [](const std::string& word) { return word.starts_with("--weights"); };
  if (!graph.starts_with("/") && std::ranges::none_of(options.graph_words, is_weights))
    words.emplace_back("--weights=random:1:10");
  words.insert(words.end(), options.graph_words.begin(), options.graph_words.end());
  return words;
}

llvm::Expected<ServeSetting> setting_of(const ServeOptions& options, const CommandLine& line) {
  auto installation = find_installation(line.argv0);
  if (!installation) return installation.takeError();
  auto folder = ProgramFolder::open(options.folder);
  if (!folder) return folder.takeError();
  auto table = mapping_table(installation->compiler);
  if (!table) return table.takeError();
  auto axes = ask_compiler(installation->compiler, "--list-mappings=json");
  if (!axes) return axes.takeError();
  ServeSetting setting{*installation,
                       llvm::sys::fs::getMainExecutable(line.argv0, &anchor),
                       std::move(*folder),
                       words_of_graph(options, full_graph(options.graph)),
                       options.graph,
                       std::move(*table),
                       nlohmann::ordered_json::parse(*axes, nullptr, /*allow_exceptions=*/false)["axes"],
                       {},
                       ""};
  auto nvcc = choose_engine({"cuda", options.architecture, false, false}, *installation);
  if (nvcc)
    setting.nvcc = std::move(*nvcc);
  else
    setting.why_no_nvcc = "PTX needs nvcc: " + llvm::toString(nvcc.takeError());
  return setting;
}

void check_graph_words(const ServeOptions& options) {
  for (const std::string& word : options.graph_words)
    if (!word.starts_with("--")) throw CLI::ExtrasError({word});
}

llvm::Expected<int> serve_folder(const ServeOptions& options, const CommandLine& line) {
  // Once, as it changes the environment: later there are several threads.
  auto cache = TemporaryCache::where_needed();
  if (!cache) return cache.takeError();
  auto setting = setting_of(options, line);
  if (!setting) return setting.takeError();
  const Installation installation = setting->installation;
  ServeWork work(std::move(*setting));
  const auto tell_address = [](const std::string& address) { return print_text(address + "\n"); };
  if (llvm::Error failed = serve(work, installation, options.port, tell_address)) return std::move(failed);
  return Done;
}

}  // namespace

void add_serve_command(CLI::App& app, CommandLine& line) {
  auto options = std::make_shared<ServeOptions>();
  CLI::App* command = app.add_subcommand("serve", "Edit programs in the browser, beside what becomes of them");
  command->add_option("FOLDER", options->folder, "folder of the programs (default: the working folder)");
  command->add_option("--port", options->port, "port on 127.0.0.1 (default: one that is free)")
      ->check(CLI::Range(1, 65535));
  command->add_option("--graph", options->graph, "graph of runs on the SIMT engine (default: rmat:8:8)");
  command->add_option("--arch", options->architecture, "CUDA architecture of the PTX, such as sm_90")
      ->check(check_architecture);
  command->allow_extras();
  command->footer(
      "Prints the address to open, and serves until Ctrl-C. The address has a token: who knows it may read and change\n"
      "the programs of FOLDER and run them on the SIMT engine, with your rights. Other machines cannot connect.\n"
      "All other options are the graph's (--symmetrize, --weights, …); write them as --name=value.\n"
      "Examples:\n"
      "  gdsl serve examples/bfs\n"
      "  gdsl serve --port=8000 --graph=rmat:10:8 --symmetrize\n");
  command->callback([options, command, &line] {
    options->graph_words = command->remaining();
    check_graph_words(*options);
    line.action = [options, &line] { return serve_folder(*options, line); };
  });
}

}  // namespace maxwarp::workbench
