// `gdsl explore --from=DIR`: the results of a pack, which came back from the machine that ran it.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "tools/gdsl/commands.h"
#include "tools/gdsl/results.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

struct ExploreOptions {
  std::string from, json, csv;
};

/// Files first: who asked for them may not want the table. Wrong results make the status that of a failed
/// run.
llvm::Expected<int> report_results(const ExploreOptions& options, bool quiet) {
  auto table = read_results(options.from);
  if (!table) return table.takeError();
  if (!options.json.empty())
    if (llvm::Error failed = write_text(options.json, json_table(*table, options.from))) return failed;
  if (!options.csv.empty())
    if (llvm::Error failed = write_text(options.csv, csv_table(*table))) return failed;
  if (!quiet && options.json != "-" && options.csv != "-")
    if (llvm::Error failed = print_text(text_table(*table))) return failed;
  const bool wrong = std::any_of(table->rows.begin(), table->rows.end(),
                                 [](const ResultRow& row) { return row.verified == false; });
  return wrong || !table->missing.empty() ? RunFailed : Done;
}

}  // namespace

void add_explore_command(CLI::App& app, CommandLine& line) {
  auto options = std::make_shared<ExploreOptions>();
  CLI::App* command =
      app.add_subcommand("explore", "Report the results of a pack, the fastest mapping first");
  command->add_option("--from", options->from, "the pack, with the results that its `run` wrote")->required();
  command->add_option("--json", options->json, "write the table as JSON to this file (- for the output)");
  command->add_option("--csv", options->csv, "write the table as CSV to this file (- for the output)");
  add_quiet_flag(*command, line);
  command->footer(
      "Exit status 2: a result differs from its reference, or a recorded run has no result.\n"
      "Examples:\n"
      "  gdsl run bfs.gdsl --graph=ny.gr.xz --source=random:8:1 --variant=all --repeat=5 --verify "
      "--pack=pack \\\n"
      "    --map=a:granularity=thread --map=b:granularity=warp:8\n"
      "  (on the GPU machine) pack/run\n"
      "  gdsl explore --from=pack\n"
      "  gdsl explore --from=pack --csv=times.csv\n");
  command->callback(
      [options, &line] { line.action = [options, &line] { return report_results(*options, line.quiet); }; });
}

}  // namespace maxwarp::workbench
