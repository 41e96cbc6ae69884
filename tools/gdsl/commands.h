// The sub-commands of the workbench. Each adds itself to the command line; the chosen one sets what to do.
// An action returns the exit status of gdsl: 0 done, 1 wrong usage or bad input, 2 a failed run.
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
  std::vector<std::string> passed_on;           // the words behind `--`
  std::function<llvm::Expected<int>()> action;  // set by the sub-command that was chosen
};

void add_run_command(CLI::App& app, CommandLine& line);
void add_build_command(CLI::App& app, CommandLine& line);
void add_graph_command(CLI::App& app, CommandLine& line);

}  // namespace maxwarp::workbench
