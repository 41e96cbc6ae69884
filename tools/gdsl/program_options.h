// The options that `gdsl run` and `gdsl build` have in common: the program, its mappings, the engine.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "llvm/Support/Error.h"

namespace maxwarp::workbench {

struct ProgramOptions {
  std::string program;                // path of the .gdsl file
  std::vector<std::string> mappings;  // --map, as given: text, or a file that ends in .map
  std::string engine = "auto";
  std::string architecture;  // `sm_90`
  std::string pack;          // folder, or empty
};

void add_program_options(CLI::App& command, ProgramOptions& options);

/// The mappings with each FILE.map replaced by its text as `FILE:key=value,…` (without the name where it is
/// the only mapping). Error: a file cannot be read.
llvm::Expected<std::vector<std::string>> read_mappings(const std::vector<std::string>& mappings);

}  // namespace maxwarp::workbench
