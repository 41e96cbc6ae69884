// `gdsl explore`: many mappings of one program, ranked; or, with --from, the results of a pack, which came
// back from the machine that ran it.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>

#include "runtime/system/output_file.h"
#include "tools/gdsl/commands.h"
#include "tools/gdsl/exploration.h"
#include "tools/gdsl/input_files.h"
#include "tools/gdsl/program_options.h"
#include "tools/gdsl/report.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;

struct ExploreOptions {
  std::string from, exploration, json, csv, html;
  ReportFiles files;  // of the page
  ExplorationRequest request;
  std::size_t limit = 0;
  bool no_cpu = false, lines = false;
};

/// Files first: who asked for them may not want the table. Wrong results make the status that of a failed
/// run.
llvm::Expected<int> report(const ResultTable& table, const ExploreOptions& options, const std::string& from,
                           const Installation& installation, bool quiet) {
  if (!options.json.empty())
    if (llvm::Error failed = write_text(options.json, json_table(table, from))) return failed;
  if (!options.csv.empty())
    if (llvm::Error failed = write_text(options.csv, csv_table(table))) return failed;
  if (!quiet && !options.lines && options.html != "-" && options.json != "-" && options.csv != "-")
    if (llvm::Error failed = print_text(text_table(table, isatty(STDOUT_FILENO) != 0))) return failed;
  if (!options.html.empty()) {
    auto facts = report_of_table(table, from);
    if (!facts) return facts.takeError();
    const std::string program = options.from.empty() ? from : table.exploration->program_file;
    if (llvm::Error failed = complete_report(options.files, program, installation, *facts)) return failed;
    auto page = report_page(*facts, installation);
    if (!page) return page.takeError();
    if (llvm::Error failed = write_text(options.html, *page)) return failed;
  }
  const bool wrong = std::any_of(table.rows.begin(), table.rows.end(),
                                 [](const ResultRow& row) { return !row.failure.empty(); });
  return wrong || !table.missing.empty() ? RunFailed : Done;
}

/// The files that are read: no table may replace one of them.
std::vector<std::string> inputs_of(const ExploreOptions& options) {
  const ExplorationRequest& request = options.request;
  std::vector<std::string> inputs = input_files(request.program, {request.graph}, request.space, request.arguments);
  for (const std::string& file : {options.files.counts, options.files.rounds, options.files.limits})
    if (!file.empty()) inputs.push_back(file);
  if (options.from.empty()) return inputs;
  for (const char* name : {"run", "runs", "explore.json"}) inputs.push_back(options.from + "/" + name);
  std::error_code none;
  for (fs::directory_iterator entry(options.from + "/results", none), end; !none && entry != end; entry.increment(none))
    inputs.push_back(entry->path().string());
  return inputs;
}

llvm::Error check_outputs(const ExploreOptions& options) {
  const std::vector<std::string> inputs = inputs_of(options);
  std::vector<std::pair<const char*, std::string>> outputs;
  for (const auto& [option, file] :
       {std::pair("--json", options.json), std::pair("--csv", options.csv), std::pair("--html", options.html)}) {
    if (file.empty()) continue;
    if (llvm::Error failed = check_output(file, inputs)) return failed;
    for (const auto& [other, place] : outputs)
      if (canonical_path(place) == canonical_path(file))
        return fail("{} and {}: both into `{}`; write each into a file of its own", other, option, place);
    outputs.emplace_back(option, file);
  }
  return llvm::Error::success();
}

/// The tables of a pack. A file has one of them.
llvm::Expected<int> report_pack(const ExploreOptions& options, const Installation& installation, bool quiet) {
  auto tables = read_results(options.from);
  if (!tables) return tables.takeError();
  const bool files = !(options.json.empty() && options.csv.empty() && options.html.empty());
  if (files || !options.exploration.empty()) {
    auto table = only_table(std::move(*tables), options.from, options.exploration);
    if (!table) return table.takeError();
    return report(*table, options, options.from, installation, quiet);
  }
  int status = Done;
  for (std::size_t i = 0; i < tables->size(); ++i) {
    const ResultTable& table = (*tables)[i];
    if (!quiet && tables->size() > 1)
      if (llvm::Error failed = print_text(fmt::format("{}{}\n", i > 0 ? "\n" : "", table.exploration->name)))
        return std::move(failed);
    auto reported = report(table, options, options.from, installation, quiet);
    if (!reported) return reported.takeError();
    status = std::max(status, *reported);
  }
  return status;
}

llvm::Expected<int> explore_program(ExploreOptions& options, const CommandLine& line) {
  if (llvm::Error failed = check_outputs(options)) return failed;
  auto installation = find_installation(line.argv0);
  if (!installation) return installation.takeError();
  if (!options.from.empty()) return report_pack(options, *installation, line.quiet);
  ExplorationRequest& request = options.request;
  if (llvm::Error failed = keep_imports(installation->compiler, request.program,
                                        {options.json, options.csv, options.html}))
    return std::move(failed);
  request.installation = *installation;
  request.argv0 = line.argv0;
  request.quiet = line.quiet;
  request.cpu = !options.no_cpu;
  if (options.lines) request.on_row = [](const ResultRow& row) { return print_text(json_line(row)); };
  if (!request.pack.empty()) return pack_exploration(request);
  auto table = explore(request);
  if (!table) return table.takeError();
  return report(*table, options, request.program, *installation, line.quiet);
}

constexpr const char* footer =
    "Without --map-space: every value of every mapping option alone, then combinations of the decisive ones\n"
    "(activation, direction, granularity, loop), simplest first, up to --limit. `gdslc --list-mappings` "
    "explains them.\n"
    "What the program cannot have is left out and counted. The default mapping, one thread per node, is always "
    "explored.\n"
    "All other options are the program's (arguments, --symmetrize, --weights, …); write them as "
    "--name=value.\n"
    "--engine=simt ranks by what the CUDA text would cost a GPU, without one: instructions and memory "
    "sectors.\n"
    "Exit status 2: a mapping does not compile, crashes, takes too long or has a wrong result; it appears as a line "
    "of the\n"
    "table with its reason.\n"
    "Examples:\n"
    "  gdsl explore bfs.gdsl --graph=rmat:18:16 --source=random:4:1\n"
    "  gdsl explore bfs.gdsl --graph=rmat:10:8 --source=0 --engine=simt "
    "--map-space='granularity=*,activation=*'\n"
    "  gdsl explore sssp.gdsl --graph=ny.gr.xz --source=1 --map-space='granularity=thread|warp:8,loop=*' "
    "--csv=t.csv\n"
    "  gdsl explore bfs.gdsl --graph=ny.gr.xz --source=1 --map-space=pairs --limit=20 --verify\n"
    "  gdsl explore bfs.gdsl --graph=ny.gr.xz --source=1 --pack=pack    (then pack/run on the GPU machine,\n"
    "  gdsl explore --from=pack                                          and the pack comes back)\n";

void add_space_options(CLI::App& command, ExploreOptions& options) {
  ExplorationRequest& request = options.request;
  command.add_option("--map-space", request.space,
                     "`key=a|b,key=*` (all combinations), `pairs`, or @FILE with one mapping per line");
  command
      .add_option("--limit", options.limit,
                  "explore at most this many mappings, 0: all (default: 40 without --map-space, else all)")
      ->check(CLI::Range(0, 100000));
  command.add_option("--repeat", request.repeat, "timed runs of each mapping (default 5)")
      ->check(CLI::Range(1, 1000000));
  command.add_option("--warmup", request.warm_up, "untimed runs before them (default 1)")
      ->check(CLI::Range(0, 1000000));
  command
      .add_option("--timeout", request.seconds,
                  "seconds that a mapping may take, all its runs together; 0: no limit (default 60)")
      ->check(check_seconds);
  command.add_flag("--verify", request.verify, "compare the results with a reference, too");
  command.add_flag("--metrics", request.metrics,
                   "report edges, duplicates, use of lanes and expansion rate, too, from a run of their own");
  command.add_flag("--no-cpu", options.no_cpu, "do not compare with one CPU thread");
}

void add_page_options(CLI::App& command, ExploreOptions& options) {
  command.add_option("--html", options.html, "write a page that shows who wins, why, and the texts (- for the output)");
  command.add_option("--counts", options.files.counts, counts_help);
  command.add_option("--rounds", options.files.rounds, rounds_help);
  command.add_option("--limits", options.files.limits, limits_help);
}

void add_exploration_options(CLI::App& command, ExploreOptions& options) {
  ExplorationRequest& request = options.request;
  command.add_option("PROG", request.program, "program (.gdsl)");
  command.add_option("--graph", request.graph, "graph file, or a generator such as rmat:16:16");
  command.add_option("--engine", request.engine, "auto (a GPU where there is one), cuda, openmp or simt")
      ->check(CLI::IsMember({"auto", "cuda", "openmp", "simt"}));
  command.add_option("--arch", request.architecture, "CUDA architecture, such as sm_90 (default: the device here)")
      ->check(check_architecture);
  add_space_options(command, options);
  command.add_option("--pack", request.pack, "write all mappings to this folder, for a machine with nvcc only");
  command.add_option("--from", options.from, "report a pack with the results that its `run` wrote");
  command.add_option("--exploration", options.exploration, exploration_help);
  command.add_option("--json", options.json, "write the table as JSON to this file (- for the output)");
  command.add_flag("--json-lines", options.lines,
                   "print the result of each mapping as a line of JSON as soon as it is there, in place of the table");
  command.add_option("--csv", options.csv, "write the table as CSV to this file (- for the output)");
  add_page_options(command, options);
}

/// Options that only one of the ways of exploring has.
void check_options(const CLI::App& command, const ExploreOptions& options) {
  const ExplorationRequest& request = options.request;
  if (options.from.empty() && request.program.empty())
    throw CLI::ValidationError("explore", "no program; write `gdsl explore PROG.gdsl --graph=…`, or --from=PACK");
  if (options.from.empty() && !options.exploration.empty())
    throw CLI::ValidationError("explore", "--exploration names one of a pack; write --from=PACK, too");
  if (!options.from.empty() && !request.program.empty())
    throw CLI::ValidationError("explore", "--from reports a pack as it is; leave the program out");
  for (const char* name : {"--graph", "--engine", "--arch", "--map-space", "--limit", "--repeat", "--warmup",
                           "--timeout", "--verify", "--metrics", "--no-cpu", "--json-lines", "--pack"})
    if (!options.from.empty() && command.count(name) > 0)
      throw CLI::ValidationError("explore", "--from reports a pack as it is; leave " + std::string(name) + " out");
  if (!options.from.empty() && !request.arguments.empty()) throw CLI::ExtrasError({request.arguments.front()});
  if (!request.pack.empty() && options.lines)
    throw CLI::ValidationError("explore", "--pack has no results yet; leave --json-lines out");
  if (!request.pack.empty() && !(options.json.empty() && options.csv.empty() && options.html.empty()))
    throw CLI::ValidationError("explore",
                               "--pack has no results yet; give --json, --csv and --html to `gdsl explore --from`");
  if (options.lines && (options.json == "-" || options.csv == "-" || options.html == "-"))
    throw CLI::ValidationError("explore", "--json-lines has the output; write the other tables to files");
  if (const ReportFiles& files = options.files;
      options.html.empty() && !(files.counts.empty() && files.rounds.empty() && files.limits.empty()))
    throw CLI::ValidationError("explore", "--counts, --rounds and --limits are for the page; write --html=FILE, too");
  if (!request.pack.empty() && command.count("--timeout") > 0)
    throw CLI::ValidationError("explore", "--pack runs nothing here; write TIMEOUT=SECONDS before its `run`");
  check_run_words("explore", request.arguments);
}

}  // namespace

void add_explore_command(CLI::App& app, CommandLine& line) {
  auto options = std::make_shared<ExploreOptions>();
  CLI::App* command = app.add_subcommand("explore", "Rank many mappings of a program, or the results of a pack");
  add_exploration_options(*command, *options);
  add_quiet_flag(*command, line);
  command->allow_extras();
  command->footer(footer);
  command->callback([options, command, &line] {
    options->request.arguments = line.words_of_program(command->remaining());
    check_options(*command, *options);
    if (command->count("--limit") > 0) options->request.limit = options->limit;
    line.action = [options, &line] { return explore_program(*options, line); };
  });
}

}  // namespace maxwarp::workbench
