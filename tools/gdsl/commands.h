// The sub-commands of the workbench. Each adds itself to the command line; the chosen one sets what to do.
// An action returns the exit status of gdsl (docs/exit-codes.md).
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <string>
#include <vector>

#include "tools/gdsl/installation.h"

namespace maxwarp::workbench {

/// What the sub-commands share while the command line is read.
struct CommandLine {
  const char* argv0 = "gdsl";
  std::vector<std::string> passed_on;           // the words after `--`
  bool quiet = false;                           // --quiet: errors and what was asked for, nothing else
  std::function<llvm::Expected<int>()> action;  // set by the sub-command that was chosen

  /// The words that are the program's: those that a command has left, then those after `--`.
  std::vector<std::string> words_of_program(std::vector<std::string> left) const {
    left.insert(left.end(), passed_on.begin(), passed_on.end());
    return left;
  }
};

void add_run_command(CLI::App& app, CommandLine& line);
void add_build_command(CLI::App& app, CommandLine& line);
void add_explore_command(CLI::App& app, CommandLine& line);
void add_tune_command(CLI::App& app, CommandLine& line);
void add_advise_command(CLI::App& app, CommandLine& line);
void add_report_command(CLI::App& app, CommandLine& line);
void add_serve_command(CLI::App& app, CommandLine& line);
void add_graph_command(CLI::App& app, CommandLine& line);
void add_cache_command(CLI::App& app, CommandLine& line);
void add_limits_command(CLI::App& app, CommandLine& line);
void add_completion_command(CLI::App& app, CommandLine& line);

/// `--quiet`, in the words of all sub-commands.
inline void add_quiet_flag(CLI::App& command, CommandLine& line) {
  command.add_flag("--quiet", line.quiet, "print only errors and what was asked for");
}

}  // namespace maxwarp::workbench
