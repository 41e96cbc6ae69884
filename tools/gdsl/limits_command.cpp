// `gdsl limits`: what bounds graph kernels on the GPU here, measured by runtime/limits/limits.cu.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "llvm/ADT/ScopeExit.h"
#include "runtime/system/interrupt.h"
#include "runtime/system/progress.h"
#include "runtime/system/shown_text.h"
#include "tools/gdsl/cache.h"
#include "tools/gdsl/commands.h"
#include "tools/gdsl/engine_choice.h"
#include "tools/gdsl/limit_figures.h"
#include "tools/gdsl/process.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

struct LimitsCommand {
  std::string csv;       // file, or `-`
  std::string built_in;  // the device whose figures are printed; empty: they are measured
};

/// How a measurement is called, and what its parameter is.
struct Title {
  const char *name, *text, *parameter;
};
constexpr Title titles[] = {
    {"stream", "reads in order", "of {} MB"},
    {"random_read", "random reads of 4 bytes", "in {} MB"},
    {"random_read_beside_stream", "random reads beside a stream", "in {} MB"},
    {"random_add", "random atomic additions", "in {} MB"},
    {"random_add_beside_stream", "random atomic additions beside a stream", "in {} MB"},
    {"random_min", "random atomic minima", "in {} MB"},
    {"random_min_beside_stream", "random atomic minima beside a stream", "in {} MB"},
    {"grid_barrier", "barrier of a grid", "of {} blocks"},
    {"block_barrier", "barrier of a block", "of {} threads"},
    {"cluster_barrier", "barrier of a cluster", "of {} blocks"},
    {"launch", "launch of a kernel", ""},
    {"launch_and_read_back", "launch and read-back of 4 bytes", ""},
    {"shared_gather", "random reads of shared memory", "in {} KB"},
};

/// The table sorted by measurement; the first row names the device.
std::string limits_text(const std::vector<LimitRow>& rows) {
  std::string text;
  for (const LimitRow& row : rows)
    if (row.name == "device") text += fmt::format("{}, {} multiprocessors\n", shown(row.value), row.parameter);
  for (const Title& title : titles)
    for (const LimitRow& row : rows) {
      if (row.name != title.name) continue;
      const std::string parameter = fmt::format(fmt::runtime(title.parameter), row.parameter);
      const std::string unit = row.unit == "us" ? "µs" : row.unit;
      text += fmt::format("{:<42}{:<16}{:>8} {}\n", title.text, parameter, row.value, unit);
    }
  return text;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// Runs the words in `folder`, where compilers have their temporary files, too; what they say goes to `log`.
llvm::Expected<int> run_in(const std::string& folder, std::vector<std::string> words, const std::string& log) {
  Command command{std::move(words), log, "/dev/null"};
  command.environment = {"TMPDIR=" + folder};
  return run_process(command);
}

/// Compiles the measurements with nvcc and runs them; the table that they print.
llvm::Expected<std::string> measure(const Installation& installation, const EngineChoice& engine) {
  auto temporary = TemporaryCache::where_needed();
  if (!temporary) return temporary.takeError();
  auto cache = Cache::open();
  if (!cache) return cache.takeError();
  const DeferredInterrupt deferred;
  auto made = cache->make_build_folder();
  if (!made) return made.takeError();
  const std::string folder = made->first;
  const llvm::scope_exit remove([&] {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  });
  const std::string runtime = installation.share + "/runtime", program = folder + "/limits", log = folder + "/log";
  const Progress progress("measuring the GPU");
  auto compiled = run_in(folder,
                         {engine.compiler, "-std=c++20", "-O3", "-arch=" + engine.architecture,
                          "-I" + runtime + "/include", runtime + "/limits/limits.cu", "-o", program},
                         log);
  if (!compiled) return compiled.takeError();
  auto said = read_text(log);
  if (!said) return said.takeError();
  if (*compiled != 0) return fail("the measurements do not compile with `{}`: {}", engine.compiler, first_line(*said));
  auto ran = run_in(folder, {program}, log);
  if (!ran) return ran.takeError();
  said = read_text(log);
  if (said && *ran != 0) return fail("the measurements failed: {}", first_line(*said));
  return said;
}

llvm::Expected<std::string> find_limits(const LimitsCommand& command, const CommandLine& line) {
  auto installation = find_installation(line.argv0);
  if (!installation) return installation.takeError();
  if (!command.built_in.empty()) return read_text(built_in_limits(installation->share, command.built_in));
  EngineWish wish;
  wish.name = "cuda";
  auto engine = choose_engine(wish, *installation);
  if (engine) return measure(*installation, *engine);
  // `--engine=cuda: no nvcc found (…); use …`: this command has no such option.
  const std::string missing = llvm::toString(engine.takeError());
  const llvm::StringRef reason = llvm::StringRef(missing).split(": ").second.split(';').first;
  if (!line.quiet) tell(fmt::format("{}; these are built-in figures", reason.str()));
  return read_text(built_in_limits(installation->share, "H100"));
}

llvm::Expected<int> limits(const LimitsCommand& command, const CommandLine& line) {
  auto csv = find_limits(command, line);
  if (!csv) return csv.takeError();
  if (!command.csv.empty())
    if (llvm::Error failed = write_text(command.csv, *csv)) return std::move(failed);
  if (command.csv == "-") return Done;
  if (llvm::Error failed = print_text(limits_text(limit_rows(*csv)))) return std::move(failed);
  return Done;
}

}  // namespace

void add_limits_command(CLI::App& app, CommandLine& line) {
  auto command = std::make_shared<LimitsCommand>();
  CLI::App* limits_app = app.add_subcommand("limits", "Measure what bounds graph kernels on the GPU here");
  limits_app->add_option("--csv", command->csv, "file for the table as CSV; `-`: standard output, without the text");
  limits_app
      ->add_flag("--built-in{H100}", command->built_in,
                 "print the figures of this GPU (H100 if none is named), and measure nothing")
      ->option_text("[H100|H200]")
      ->transform(CLI::IsMember({"H100", "H200"}, CLI::ignore_case));
  add_quiet_flag(*limits_app, line);
  limits_app->footer(
      "Takes seconds. Without a GPU or nvcc it prints built-in figures, those of an H100, and says so.\n"
      "Examples:\n"
      "  gdsl limits\n"
      "  gdsl limits --csv=limits.csv\n");
  limits_app->callback([command, &line] { line.action = [command, &line] { return limits(*command, line); }; });
}

}  // namespace maxwarp::workbench
