// `gdsl run`: builds the program for an engine and becomes it; options that gdsl does not know are the
// program's. With --pack, the run is written down for another machine instead.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <memory>

#include "tools/gdsl/build.h"
#include "tools/gdsl/commands.h"
#include "tools/gdsl/expected.h"
#include "tools/gdsl/input_files.h"
#include "tools/gdsl/pack.h"
#include "tools/gdsl/program_options.h"
#include "tools/gdsl/support.h"
#include "tools/interpreter/run.h"

namespace maxwarp::workbench {
namespace {

constexpr const char* interpret = "interpret";

struct RunOptions {
  ProgramOptions program;
  std::string graph;
  std::vector<std::string> passed_on;
};

/// Replaces this process by the program: its exit status and its signals are those of gdsl.
llvm::Error become(const CacheEntry& entry, const std::vector<std::string>& arguments, const std::string& name) {
  std::vector<char*> words = {const_cast<char*>(name.c_str())};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  fexecve(entry.lock.descriptor(), words.data(), environ);
  return fail("cannot run `{}`: {}", entry.program, std::strerror(errno));
}

/// What the program itself is to be told.
std::vector<std::string> words_of_program(const RunOptions& options, bool quiet) {
  std::vector<std::string> words = options.passed_on;
  if (!options.graph.empty()) words.insert(words.begin(), "--graph=" + options.graph);
  if (!options.program.metrics.empty()) words.emplace_back("--metrics");
  if (quiet && std::ranges::find(words, "--quiet") == words.end()) words.emplace_back("--quiet");
  return words;
}

llvm::Expected<int> pack_run(const Installation& installation, const RunOptions& options, bool quiet) {
  std::vector<std::string> words = options.passed_on;
  if (!options.program.metrics.empty()) words.emplace_back("--metrics");
  return write_pack({installation, options.program, options.graph, words, /*record=*/true, quiet});
}

/// The first option given that means nothing to the interpreter; null: none.
const char* ignored_by_interpreter(const ProgramOptions& options) {
  if (!options.mappings.empty()) return "--map";
  if (!options.limits.empty()) return "--limits";
  if (!options.architecture.empty()) return "--arch";
  if (!options.pack.empty()) return "--pack";
  if (!options.metrics.empty()) return "--metrics and --plot";
  if (options.checked) return *options.checked ? "--checked" : "--unchecked";
  return nullptr;
}

/// A program as it is started: the command, and what has to stay open for it.
struct Executable {
  Command command;
  std::unique_ptr<CacheEntry> entry;  // null: the interpreter runs it
};

/// Builds a program for the engine of the run, or finds it: the run's own, or that of `--verify=PROGRAM`.
using Builder = std::function<llvm::Expected<Executable>(const Source& source)>;

/// Where the run is compared with another process, has that one run and adds the file with its results to the words.
llvm::Error add_expected_results(const ProgramOptions& options, const Command& command, const Builder& build,
                                 std::vector<std::string>& words) {
  const VerifyWish wish = verify_wish(words);
  if (wish.option.empty()) return llvm::Error::success();
  Executable other{interpreter_command(options.program, options.algorithm), nullptr};
  if (!wish.program.empty()) {
    auto built = build({wish.program, {}});
    if (!built) return built.takeError();
    other = std::move(*built);
  } else {
    auto built_in = has_reference(command);
    if (!built_in) return built_in.takeError();
    if (*built_in) return llvm::Error::success();
    if (command.executable < 0)
      return fail("{}: the interpreter would be compared with itself; write another engine, or --verify=PROGRAM",
                  wish.option);
    if (options.program == "-")
      return fail("{}: the interpreter cannot read the standard input again; write the program into a file",
                  wish.option);
  }
  const std::string name = wish.program.empty() ? "the interpreter" : "`" + wish.program + "`";
  auto file = expected_results(other.command, words, wish.option, name);
  if (!file) return file.takeError();
  words.push_back("--expected-results=" + *file);
  return llvm::Error::success();
}

llvm::Expected<int> interpret_program(const ProgramOptions& options, std::vector<std::string> words, bool quiet) {
  if (const char* ignored = ignored_by_interpreter(options))
    return fail("--engine=interpret: nothing is compiled, and every index is checked; leave {} out", ignored);
  const auto build = [](const Source& source) -> llvm::Expected<Executable> {
    if (source.program != "-")
      if (llvm::Error failed = check_program_file(source.program)) return std::move(failed);
    return Executable{interpreter_command(source.program, source.algorithm), nullptr};
  };
  auto executable = build({.program = options.program, .mappings = {}, .algorithm = options.algorithm});
  if (!executable) return executable.takeError();
  if (llvm::Error failed = add_expected_results(options, executable->command, build, words)) return std::move(failed);
  return interpreter::run("gdsl run " + options.program, options.program, options.algorithm, words, quiet);
}

llvm::Expected<int> compile_and_run(const RunOptions& options, const Installation& installation,
                                    std::vector<std::string> words, bool quiet) {
  EngineWish wish{options.program.engine, options.program.architecture, true, false};
  auto engine = choose_engine(wish, installation);
  if (!engine) return engine.takeError();
  if (wish.name == "auto" && !quiet) tell("engine " + engine_name(engine->kind) + ": " + engine->reason);
  if (llvm::Error failed = check_metrics(options.program, engine->kind)) return std::move(failed);
  auto checked = is_checked(options.program, engine->kind, verify_wish(words).option == "--selftest");
  if (!checked) return checked.takeError();
  const auto build = [&](Source source) -> llvm::Expected<Executable> {
    source.checked = *checked;
    auto entry = build_cached(installation, source, *engine, {false, quiet});
    if (!entry) return entry.takeError();
    Command command{{"gdsl run " + source.program}};
    command.executable = entry->lock.descriptor();
    return Executable{std::move(command), std::make_unique<CacheEntry>(std::move(*entry))};
  };
  auto program = build({.program = options.program.program,
                        .mappings = named_mappings(options.program.mappings, engine->kind),
                        .instrument = options.program.metrics,
                        .algorithm = options.program.algorithm,
                        .limits = options.program.limits});
  if (!program) return program.takeError();
  if (llvm::Error failed = add_expected_results(options.program, program->command, build, words))
    return std::move(failed);
  return become(*program->entry, words, program->command.words.front());
}

llvm::Expected<int> run_program(const RunOptions& options, const CommandLine& line) {
  auto installation = find_installation(line.argv0);
  if (!installation) return installation.takeError();
  const std::vector<std::string> words = words_of_program(options, line.quiet);
  if (llvm::Error failed = keep_imports(installation->compiler, options.program.program, output_files(words)))
    return std::move(failed);
  if (options.program.engine == interpret) return interpret_program(options.program, words, line.quiet);
  if (options.program.pack.empty()) return compile_and_run(options, *installation, words, line.quiet);
  if (const VerifyWish wish = verify_wish(words); !wish.program.empty())
    return fail("--verify={}: a pack compiles no other program; write --verify", wish.program);
  return pack_run(*installation, options, line.quiet);
}

}  // namespace

void add_run_command(CLI::App& app, CommandLine& line) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Compile a program and run it on a graph");
  add_program_options(*command, options->program, interpret);
  add_quiet_flag(*command, line);
  command->add_option("--graph", options->graph, "graph file, or a generator such as rmat:16:16");
  command->allow_extras();
  command->footer(
      "All other options are the program's: `gdsl run PROG -- --help` shows them (arguments, --symmetrize,\n"
      "--weights, --variant, --repeat, --output, --json, --verify, …); write them as --name=value.\n"
      "The environment's CXXFLAGS go to the C++ compiler of --engine=openmp, MAXWARP_SIMT_CXXFLAGS to that of\n"
      "--engine=simt, NVCC_APPEND_FLAGS to nvcc.\n"
      "Examples:\n"
      "  gdsl run bfs.gdsl --graph=rmat:16:16 --source=random:1:1\n"
      "  gdsl run sssp.gdsl --graph=ny.gr.xz --source=1 --map=granularity=warp:8 --output=dist=out.txt\n"
      "  gdsl run bfs.gdsl --graph=rmat:16:16 --source=0 --plot=rounds.svg\n"
      "  gdsl run bfs.gdsl --graph=ny.gr.xz --source=1 --pack=pack   (then pack/run on the GPU machine)\n");
  command->callback([options, command, &line] {
    options->passed_on = line.words_of_program(command->remaining());
    // A plot is of what an instrumented text tells.
    const auto is_plot = [](const std::string& word) { return word == "--plot" || word.starts_with("--plot="); };
    if (options->program.metrics.empty() && std::ranges::any_of(options->passed_on, is_plot))
      options->program.metrics = "told";
    // After `--` it is the program's word, but meant for both.
    const auto& words = line.passed_on;
    line.quiet = line.quiet || std::find(words.begin(), words.end(), "--quiet") != words.end();
    line.action = [options, &line] { return run_program(*options, line); };
  });
}

}  // namespace maxwarp::workbench
