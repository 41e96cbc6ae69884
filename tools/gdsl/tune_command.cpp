// `gdsl tune`: chooses one mapping for a program and its graphs, within a budget of seconds, and keeps what it
// measured.
#include <CLI/CLI.hpp>
#include <memory>

#include "llvm/ADT/STLExtras.h"
#include "runtime/system/output_file.h"
#include "tools/gdsl/build.h"
#include "tools/gdsl/commands.h"
#include "tools/gdsl/exploration.h"
#include "tools/gdsl/input_files.h"
#include "tools/gdsl/program_options.h"
#include "tools/gdsl/support.h"
#include "tools/gdsl/tuning.h"

namespace maxwarp::workbench {
namespace {

struct TuneOptions {
  TuningRequest request;
  std::vector<std::string> from;
  std::string pack, output;
  std::size_t limit = 0;
};

/// Ledger and map replace nothing that is read, and not each other.
llvm::Error check_files(const TuneOptions& options) {
  const TuningRequest& request = options.request;
  std::vector<std::string> inputs = input_files(request.program, request.graphs, request.space, request.arguments);
  for (const std::string& pack : options.from)
    for (const char* name : {"", "/run", "/runs", "/explore.json"}) inputs.push_back(pack + name);
  if (request.ledger == "-") return fail("--ledger: a ledger has to be a file; write its path");
  if (!request.ledger.empty())
    if (llvm::Error failed = check_output(request.ledger, inputs)) return failed;
  inputs.push_back(request.ledger);
  return check_output(options.output, inputs);
}

llvm::Expected<int> report(const TuningResult& result, const TuneOptions& options, bool quiet) {
  const Candidate& best = result.candidates.front();
  if (best.step < 0 || !best.failure.empty()) {
    tell("error: no mapping has a result; the table says why");
    if (llvm::Error failed = print_text(tuning_table(result))) return failed;
    return RunFailed;
  }
  if (!options.output.empty())
    if (llvm::Error failed = write_text(options.output, tuned_map(result))) return failed;
  if (!quiet && options.output != "-")
    if (llvm::Error failed = print_text(tuning_table(result))) return failed;
  if (!quiet && result.out_of_time)
    tell(fmt::format("the budget of {} seconds ended the search; the same command goes on with what `{}` has",
                     options.request.seconds, options.request.ledger));
  return Done;
}

/// The mappings of the space in a pack, for one graph: as `gdsl explore` does it.
llvm::Expected<int> pack_variants(const TuneOptions& options) {
  const TuningRequest& request = options.request;
  ExplorationRequest exploration;
  static_cast<SearchRequest&>(exploration) = request;
  if (!request.graphs.empty()) exploration.graph = request.graphs.front();
  exploration.repeat = request.repeat;
  exploration.cpu = false;
  exploration.pack = options.pack;
  exploration.budget = fmt::format("{:g}", request.seconds);
  return pack_exploration(exploration);
}

llvm::Expected<int> tune_program(TuneOptions& options, const CommandLine& line) {
  TuningRequest& request = options.request;
  if (request.ledger.empty() && options.pack.empty()) {
    const bool has_pack = llvm::any_of(options.from, [](const std::string& from) { return !is_ledger(from); });
    if (has_pack && request.program.empty()) return fail("--from reads packs into a ledger; write --ledger=FILE");
    if (!request.program.empty()) request.ledger = program_name(request.program) + ".ledger";
  }
  if (!options.from.empty()) {
    if (llvm::Error failed = check_files(options)) return failed;
    auto result = tune_from(options.from, request.ledger);
    if (!result) return result.takeError();
    return report(*result, options, line.quiet);
  }
  auto installation = find_installation(line.argv0);
  if (!installation) return installation.takeError();
  request.installation = *installation;
  request.argv0 = line.argv0;
  request.quiet = line.quiet;
  if (!options.pack.empty()) return pack_variants(options);
  if (llvm::Error failed = check_files(options)) return failed;
  if (llvm::Error failed = keep_imports(installation->compiler, request.program, {request.ledger, options.output}))
    return failed;
  auto result = tune(request);
  if (!result) return result.takeError();
  return report(*result, options, line.quiet);
}

constexpr const char* footer =
    "All mappings run a little, the better half more, and so on, until three are left; these run in turn. What was\n"
    "measured is appended to the ledger, and is not measured again: the same command goes on where the last one\n"
    "ended, also with other graphs or a larger --map-space. A mapping that does not compile, crashes, is wrong or\n"
    "takes five times as long as the fastest is never chosen.\n"
    "The map names the winner, and as comments what was tried: `gdsl run PROG --map=FILE.map`.\n"
    "All other options are the program's (arguments, --symmetrize, --weights, …); write them as --name=value.\n"
    "The first step takes one source of `random:COUNT:SEED`. --engine=simt chooses by counted cost, without a GPU.\n"
    "Examples:\n"
    "  gdsl tune bfs.gdsl --graph=rmat:18:16 --source=random:4:1 -o bfs.map\n"
    "  gdsl tune sssp.gdsl --graph=ny.gr.xz --graph=fla.gr.xz --source=1 --seconds=300 --ledger=road.ledger\n"
    "  gdsl tune bfs.gdsl --graph=ny.gr.xz --source=1 --pack=pack       (then pack/run --tune on the GPU machine,\n"
    "  gdsl tune --from=pack --ledger=bfs.ledger -o bfs.map              and the pack comes back)\n";

void add_tune_options(CLI::App& command, TuneOptions& options) {
  TuningRequest& request = options.request;
  command.add_option("PROG", request.program, "program (.gdsl)");
  command.add_option("--graph", request.graphs, "graph file, or a generator such as rmat:16:16 (repeatable)")
      ->allow_extra_args(false);
  command.add_option("--engine", request.engine, "auto (a GPU where there is one), cuda, openmp or simt")
      ->check(CLI::IsMember({"auto", "cuda", "openmp", "simt"}));
  command.add_option("--arch", request.architecture, "CUDA architecture, such as sm_90 (default: the device here)")
      ->check(check_architecture);
  command.add_option("--map-space", request.space,
                     "`key=a|b,key=*` (all combinations), `pairs`, or @FILE with one mapping per line");
  command.add_option("--limit", options.limit, "at most this many mappings, 0: all (default: as `gdsl explore`)")
      ->check(CLI::Range(0, 100000));
  command
      .add_option("--seconds", request.seconds,
                  "budget for compiling and running, of a pack for running; 0: no limit (default 60)")
      ->check(check_seconds);
  command.add_option("--repeat", request.repeat, "timed runs of the last mappings (default 11)")
      ->check(CLI::Range(1, 1000000));
  command.add_flag("--verify", request.verify, "compare the results with a reference, too");
  command.add_option("--ledger", request.ledger, "file of measurements, read and appended to (default: PROG.ledger)");
  command.add_option("-o", options.output, "write the best mapping to this .map file (- for the output)");
  command.add_option("--pack", options.pack, "write all mappings to this folder, for a machine with nvcc only");
  command
      .add_option("--from", options.from,
                  "choose from packs that their `run` has measured, or from ledgers (repeatable)")
      ->allow_extra_args(false);
}

/// Options that only one of the ways of tuning has.
void check_options(const CLI::App& command, const TuneOptions& options) {
  const TuningRequest& request = options.request;
  if (options.from.empty() && request.program.empty())
    throw CLI::ValidationError("tune", "no program; write `gdsl tune PROG.gdsl --graph=…`, or --from=PACK");
  if (!options.from.empty() && !request.program.empty())
    throw CLI::ValidationError("tune", "--from takes a pack as it is; leave the program out");
  for (const char* name :
       {"--graph", "--engine", "--arch", "--map-space", "--limit", "--seconds", "--repeat", "--verify", "--pack"})
    if (!options.from.empty() && command.count(name) > 0)
      throw CLI::ValidationError("tune", "--from takes a pack as it is; leave " + std::string(name) + " out");
  if (!options.from.empty() && !request.arguments.empty()) throw CLI::ExtrasError({request.arguments.front()});
  if (!options.pack.empty() && request.seconds <= 0)
    throw CLI::ValidationError("tune", "--pack: its `run --tune` needs a budget; write --seconds=60, say");
  for (const char* name : {"--ledger", "-o"})
    if (!options.pack.empty() && command.count(name) > 0)
      throw CLI::ValidationError("tune", "--pack measures nothing here; give " + std::string(name) +
                                             " to `gdsl tune --from`, or leave it out");
  if (!options.pack.empty() && request.graphs.size() > 1)
    throw CLI::ValidationError("tune",
                               "--pack takes one graph; write a pack for each, and give all to `gdsl tune --from`");
  check_run_words("tune", request.arguments);
}

}  // namespace

void add_tune_command(CLI::App& app, CommandLine& line) {
  auto options = std::make_shared<TuneOptions>();
  CLI::App* command = app.add_subcommand("tune", "Choose the best mapping within a budget, and keep what was measured");
  add_tune_options(*command, *options);
  add_quiet_flag(*command, line);
  command->allow_extras();
  command->footer(footer);
  command->callback([options, command, &line] {
    options->request.arguments = line.words_of_program(command->remaining());
    check_options(*command, *options);
    if (command->count("--limit") > 0) options->request.limit = options->limit;
    line.action = [options, &line] { return tune_program(*options, line); };
  });
}

}  // namespace maxwarp::workbench
