// `gdsl report`: what an exploration or a search has found, as one page that works from a file.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <memory>

#include "runtime/system/interrupt.h"
#include "tools/gdsl/build.h"
#include "tools/gdsl/commands.h"
#include "tools/gdsl/distinct_space.h"
#include "tools/gdsl/input_files.h"
#include "tools/gdsl/report.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;

struct ReportOptions {
  std::string program, from, exploration, output;
  LedgerChoice choice;
  ReportFiles files;
};

/// `program`: the file with its text, or empty.
llvm::Expected<Report> report_of_pack(const ReportOptions& options, std::string& program) {
  auto tables = read_results(options.from);
  if (!tables) return tables.takeError();
  auto table = only_table(std::move(*tables), options.from, options.exploration);
  if (!table) return table.takeError();
  if (table->exploration) program = table->exploration->program_file;
  return report_of_table(*table, options.from);
}

/// A ledger has hashes of texts: the texts themselves come from the program, where it still has them.
llvm::Error add_texts(const std::string& program, const Installation& installation, Report& report) {
  if (program_name(program) != program_name(report.program + ".gdsl"))
    return fail("the measurements are of `{}`, not of `{}`; write its path, or --program={}", report.program, program,
                program_name(program));
  const DeferredInterrupt deferred;
  auto text = read_text(program);
  if (!text) return text.takeError();
  auto folder = WorkFolder::make();
  if (!folder) return folder.takeError();
  std::vector<std::string> mappings;
  for (const ReportRow& row : report.rows) mappings.push_back(row.mapping);
  const EngineKind kind = report.engine == "openmp" ? EngineKind::OpenMp : EngineKind::Cuda;
  auto groups = texts_of(installation, program, kind, mappings, folder->path());
  if (!groups) return groups.takeError();
  std::size_t changed = 0;
  for (std::size_t i = 0; i < report.rows.size(); ++i)
    if ((*groups)[i].text == report.rows[i].text)
      report.rows[i].source = (*groups)[i].source;
    else
      ++changed;
  report.program_text = std::move(*text);
  for (std::vector<std::string>& words : report.commands)
    if (words.size() > 2) words[2] = program;
  if (changed > 0)
    tell(
        fmt::format("{} of {} mappings have another text now than when they were measured, or are known by the program "
                    "that measured them; their texts are not shown",
                    changed, report.rows.size()));
  return llvm::Error::success();
}

llvm::Expected<int> write_report(const ReportOptions& options, const CommandLine& line) {
  std::error_code error;
  const bool is_pack = fs::is_directory(options.from, error);
  if (!is_there(options.from))
    return fail("no pack and no ledger `{}`; write the folder of --pack, or the file of --ledger", options.from);
  if (!is_pack && !options.exploration.empty())
    return fail("--exploration is for packs, and `{}` is a ledger; leave it out", options.from);
  if (is_pack && !options.program.empty()) return fail("a pack brings its program; leave `{}` out", options.program);
  std::vector<std::string> inputs = {options.program, options.from};
  for (const char* name : {"run", "runs", "explore.json"}) inputs.push_back(options.from + "/" + name);
  for (const std::string& file : {options.files.counts, options.files.rounds, options.files.limits})
    if (!file.empty()) inputs.push_back(file);
  if (llvm::Error failed = check_output(options.output, inputs)) return std::move(failed);
  if (!options.program.empty())
    if (llvm::Error failed = check_program_file(options.program)) return std::move(failed);
  auto installation = find_installation(line.argv0);
  if (!installation) return installation.takeError();
  if (llvm::Error failed = keep_imports(installation->compiler, options.program, {options.output}))
    return std::move(failed);
  std::string program = options.program;
  auto report = is_pack ? report_of_pack(options, program) : report_of_ledger(options.from, options.choice);
  if (!report) return report.takeError();
  if (!options.program.empty())
    if (llvm::Error failed = add_texts(options.program, *installation, *report)) return std::move(failed);
  if (llvm::Error failed = complete_report(options.files, program, *installation, *report)) return std::move(failed);
  auto page = report_page(*report, *installation);
  if (!page) return page.takeError();
  if (llvm::Error failed = write_text(options.output, *page)) return std::move(failed);
  return Done;
}

}  // namespace

void add_report_command(CLI::App& app, CommandLine& line) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command = app.add_subcommand("report", "Write what was measured as one page: who wins, why, and the texts");
  command->add_option("PROG", options->program, "of a ledger: the program, for its text and kernels");
  command->add_option("--from", options->from, "a pack with the results of its `run`, or a ledger of `gdsl tune`")
      ->required();
  command->add_option("--exploration", options->exploration, exploration_help);
  command->add_option("-o", options->output, "the page (- for the output)")->required();
  command->add_option("--program", options->choice.program, "of a ledger: only measurements of this program (a name)");
  command->add_option("--engine", options->choice.engine, "of a ledger: only those of this engine");
  command->add_option("--device", options->choice.device,
                      "of a ledger: only those of this device, as the ledger names it");
  command->add_option("--counts", options->files.counts, counts_help);
  command->add_option("--rounds", options->files.rounds, rounds_help);
  command->add_option("--limits", options->files.limits, limits_help);
  add_quiet_flag(*command, line);
  command->footer(
      "The page is one file of less than 500 KB and needs no network. `gdsl explore --html=FILE` writes the same.\n"
      "Examples:\n"
      "  gdsl report --from=pack -o bfs.html\n"
      "  gdsl report bfs.gdsl --from=bfs.ledger -o bfs.html\n");
  command->callback([options, &line] { line.action = [options, &line] { return write_report(*options, line); }; });
}

}  // namespace maxwarp::workbench
