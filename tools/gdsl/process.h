// Child processes: compilers that run at the same time, stopped together with the workbench.
// Programs are started without a shell: a file name with blanks or quotes is an ordinary file name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "llvm/Support/Error.h"
#include "runtime/system/progress.h"

namespace maxwarp::workbench {

/// One program to run. It is killed when this process ends, however that happens.
struct Command {
  std::vector<std::string> words;  // the first is the program
  std::string log = {};            // file for stdout and stderr; empty: those of this process
  std::string input = {};          // file for stdin; empty: that of this process
};

/// The full path of `name` (a path, or a program on PATH).
std::optional<std::string> find_program(const std::string& name);

/// Runs `command` to its end and returns the exit status. Error: it could not be started, or was killed by a
/// signal.
llvm::Expected<int> run_process(const Command& command);

/// Runs the commands with up to `jobs` at a time; returns the first exit status that is not 0, after which no
/// further one is started. `progress` may be null.
llvm::Expected<int> run_processes(const std::vector<Command>& commands, unsigned jobs,
                                  Progress* progress = nullptr);

}  // namespace maxwarp::workbench
