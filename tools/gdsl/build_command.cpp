// `gdsl build`: a stand-alone executable with its own --help, or a pack for a machine with nvcc only.
#include <unistd.h>

#include <filesystem>
#include <memory>

#include "runtime/system/memory.h"
#include "runtime/system/output_file.h"
#include "tools/gdsl/build.h"
#include "tools/gdsl/commands.h"
#include "tools/gdsl/imports.h"
#include "tools/gdsl/pack.h"
#include "tools/gdsl/program_options.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;

struct BuildOptions {
  ProgramOptions program;
  std::string output;
  std::string graph;
  std::vector<std::string> graph_options;
};

/// What would keep the executable from its place, asked before the time that building takes.
llvm::Error check_place(const fs::path& output, const ProgramOptions& options, const Installation& installation) {
  std::error_code error;
  std::vector<std::string> inputs = {options.program};
  auto imports = imported_files(installation.compiler, options.program, "");
  if (!imports) return imports.takeError();
  inputs.insert(inputs.end(), imports->begin(), imports->end());
  for (const std::string& mapping : options.mappings) inputs.push_back(map_file(mapping));
  for (const std::string& input : inputs)
    if (fs::equivalent(output, input, error)) return fail("the executable would replace `{}`; write -o FILE", input);
  if (fs::is_directory(output, error)) return fail("cannot write `{}`: it is a folder", output.string());
  const bool exists = fs::exists(output, error);
  if (exists && !fs::is_regular_file(output, error))
    return fail("cannot write `{}`: it is not a regular file", output.string());
  const fs::path folder = output.has_parent_path() ? output.parent_path() : ".";
  if (access(folder.c_str(), W_OK) != 0 || (exists && access(output.c_str(), W_OK) != 0))
    return fail("cannot write `{}`: {}", output.string(), std::error_code(errno, std::generic_category()).message());
  return llvm::Error::success();
}

/// Puts the executable into its place; one that is running is not overwritten in place.
llvm::Error place(const CacheEntry& entry, const fs::path& output) {
  auto contents = read_open_file(entry.lock.descriptor(), entry.program, host_memory().available);
  if (!contents) return contents.takeError();
  OutputFile file(output.string());
  file.write(*contents);
  if (auto failure = file.finish()) return fail("{}", failure->message);
  // As a linker does: whoever may read it may run it.
  const fs::perms readers = fs::status(output).permissions() &
                            (fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read);
  std::error_code error;
  fs::permissions(output, static_cast<fs::perms>(static_cast<unsigned>(readers) >> 2), fs::perm_options::add, error);
  return error ? fail("cannot make `{}` executable: {}", output.string(), error.message()) : llvm::Error::success();
}

llvm::Expected<int> build_program(const BuildOptions& options, const CommandLine& line) {
  auto installation = find_installation(line.argv0);
  if (!installation) return installation.takeError();
  if (!options.program.pack.empty() && !options.output.empty())
    return fail("-o names an executable, and --pack makes none; leave one of them out");
  if (options.program.pack.empty() && !options.graph.empty())
    return fail("--graph goes into a pack: write --pack=FOLDER, or give it to the executable");
  if (!options.program.pack.empty())
    return write_pack(
        {*installation, options.program, options.graph, options.graph_options, /*record=*/false, line.quiet});
  EngineWish wish{options.program.engine, options.program.architecture, false, true};
  auto engine = choose_engine(wish, *installation);
  if (!engine) return engine.takeError();
  if (options.program.program == "-" && options.output.empty())
    return fail("the program comes from the standard input and has no name; write -o FILE");
  const std::string output = options.output.empty() ? fs::path(options.program.program).stem().string()
                                                    : options.output;
  if (llvm::Error failed = check_place(output, options.program, *installation)) return std::move(failed);
  const std::vector<std::string> mappings = named_mappings(options.program.mappings, engine->kind);
  if (llvm::Error failed = check_metrics(options.program, engine->kind)) return std::move(failed);
  auto checked = is_checked(options.program, engine->kind, false);
  if (!checked) return checked.takeError();
  auto program = build_cached(*installation,
                              {options.program.program,
                               mappings,
                               options.program.metrics,
                               *checked,
                               {},
                               options.program.algorithm,
                               options.program.limits},
                              *engine, {true, line.quiet});
  if (!program) return program.takeError();
  if (llvm::Error failed = place(*program, output)) return failed;
  if (!line.quiet) tell(fmt::format("wrote `{}` (engine {}: {})", output, engine_name(engine->kind), engine->reason));
  return Done;
}

}  // namespace

void add_build_command(CLI::App& app, CommandLine& line) {
  auto options = std::make_shared<BuildOptions>();
  CLI::App* command = app.add_subcommand("build", "Make a stand-alone executable, or a pack for a GPU machine");
  add_program_options(*command, options->program);
  add_quiet_flag(*command, line);
  command->add_option("-o", options->output, "the executable (default: the name of the program)");
  command->add_option("--graph", options->graph, "with --pack: store this graph in the pack");
  command->allow_extras();
  command->footer(
      "With --pack, graph options (--symmetrize, --weights=…) may follow --graph; the pack holds the "
      "result.\n"
      "Examples:\n"
      "  gdsl build bfs.gdsl -o bfs && ./bfs --help\n"
      "  gdsl build bfs.gdsl --engine=cuda --arch=sm_90 -o bfs\n"
      "  gdsl build bfs.gdsl --pack=pack --map=a:granularity=thread --map=b:granularity=warp:8\n");
  command->callback([options, command, &line] {
    options->graph_options = command->remaining();
    if (!options->graph_options.empty() && (options->program.pack.empty() || options->graph.empty()))
      throw CLI::ExtrasError({options->graph_options.front()});
    line.action = [options, &line] { return build_program(*options, line); };
  });
}

}  // namespace maxwarp::workbench
