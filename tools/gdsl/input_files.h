// The command lines of commands that make many runs: what they read, what they may write, and words that belong to
// single runs.
#pragma once

#include <string>
#include <vector>

#include "llvm/Support/Error.h"

namespace maxwarp::workbench {

/// The files that a program, its graphs, `--map-space` and the options of its runs name.
std::vector<std::string> input_files(const std::string& program, const std::vector<std::string>& graphs,
                                     const std::string& space, const std::vector<std::string>& arguments);

/// A file that cannot be written is no news for the end of a long search. Error: it cannot, or it is one of `inputs`.
llvm::Error check_output(const std::string& file, const std::vector<std::string>& inputs);

/// The files that the arguments of a run name for its results: `--output=NAME=FILE`, `--json=FILE`.
std::vector<std::string> output_files(const std::vector<std::string>& arguments);

/// Error: one of the files that are to be written is one that the program imports.
llvm::Error keep_imports(const std::string& compiler, const std::string& program,
                         const std::vector<std::string>& outputs);

/// Throws CLI::ValidationError of `command` where options of the program are for single runs.
void check_run_words(const std::string& command, const std::vector<std::string>& words);

}  // namespace maxwarp::workbench
