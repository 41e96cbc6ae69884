// The options that `gdsl run` and `gdsl build` have in common: the program, its mappings, the engine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/gdsl/engine_choice.h"

namespace CLI {  // NOLINT(readability-identifier-naming): of the library
class App;
}

namespace maxwarp::workbench {

struct ProgramOptions {
  std::string program;                // path of the .gdsl file
  std::vector<std::string> mappings;  // --map, as given: text, or a file that ends in .map
  std::string engine = "auto";
  std::string architecture;     // `sm_90`
  std::string pack;             // folder, or empty
  std::optional<bool> checked;  // OpenMP: whether an index outside of its array ends the run; else under --selftest
  std::string algorithm = {};   // of the file; empty: the first
  std::string limits = {};      // table of `gdsl limits`; empty: the compiler's own costs
  std::string metrics =
      {};  // the program can tell what its stages work on: `told`, `counted` or `timed`; empty: it does not
};

/// `more_engine`: what --engine takes besides those that programs are compiled for, or null.
void add_program_options(CLI::App& command, ProgramOptions& options, const char* more_engine = nullptr);

/// Whether the text for an engine checks its indices. Error: --checked is not for this engine.
llvm::Expected<bool> is_checked(const ProgramOptions& options, EngineKind engine, bool selftest);

/// Error: the programs of an engine cannot tell what --metrics wants.
llvm::Error check_metrics(const ProgramOptions& options, EngineKind engine);

/// What is wrong with the value of --arch, as CLI11 asks for it; empty: nothing.
std::string check_architecture(const std::string& text);
/// For CLI11: nothing if the text is a number of seconds from 0 to a million, else what is wrong.
std::string check_seconds(const std::string& text);

/// The mappings as gdslc takes them: where there are several, a FILE.map without a name gets that of its
/// file. Where none is given: for a GPU `auto`; the other engines are not what mappings are chosen for by measurement,
/// and have the default mapping.
std::vector<std::string> named_mappings(const std::vector<std::string>& mappings, EngineKind engine);

}  // namespace maxwarp::workbench
