// Declares the common options and reads .map files: one `key=value` a line, `#` comments.
#include "tools/gdsl/program_options.h"

#include <CLI/CLI.hpp>

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

/// The lines of a .map file as `key=value,key=value`.
std::string mapping_of_lines(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  std::string mapping;
  for (llvm::StringRef line : lines) {
    const llvm::StringRef entry = line.split('#').first.trim();
    if (!entry.empty()) mapping += (mapping.empty() ? "" : ",") + entry.str();
  }
  return mapping;
}

}  // namespace

void add_program_options(CLI::App& command, ProgramOptions& options) {
  command.add_option("PROG", options.program, "program (.gdsl)")->required();
  command.add_option("--engine", options.engine, "auto (a GPU where there is one), cuda, openmp or simt")
      ->check(CLI::IsMember({"auto", "cuda", "openmp", "simt"}));
  command
      .add_option("--map", options.mappings,
                  "mapping `key=value,…`, `NAME:key=value,…` for a variant, or FILE.map (repeatable)")
      ->allow_extra_args(false);
  command
      .add_option("--arch", options.architecture,
                  "CUDA architecture, such as sm_90 (default: the device here)")
      ->check([](const std::string& text) {
        const bool valid = text.rfind("sm_", 0) == 0 && text.size() > 3;
        return valid ? std::string() : "`" + text + "` is no architecture; write e.g. sm_90";
      });
  command.add_option("--pack", options.pack,
                     "write texts and runtime to this folder, for a machine with nvcc only");
}

llvm::Expected<std::vector<std::string>> read_mappings(const std::vector<std::string>& mappings) {
  std::vector<std::string> result;
  for (const std::string& mapping : mappings) {
    const llvm::StringRef name = mapping;
    if (!name.ends_with(".map")) {
      result.push_back(mapping);
      continue;
    }
    auto text = read_text(mapping);
    if (!text) return text.takeError();
    const std::string stem = name.drop_back(4).rsplit('/').second.empty()
                                 ? name.drop_back(4).str()
                                 : name.drop_back(4).rsplit('/').second.str();
    result.push_back((mappings.size() > 1 ? stem + ":" : "") + mapping_of_lines(*text));
  }
  return result;
}

}  // namespace maxwarp::workbench
