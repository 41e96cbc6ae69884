// No output replaces an input, however its path is spelled.
#include "tools/gdsl/input_files.h"

#include <CLI/CLI.hpp>
#include <filesystem>

#include "runtime/graph/options.h"
#include "runtime/system/output_file.h"
#include "tools/gdsl/file_arguments.h"
#include "tools/gdsl/imports.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {

namespace fs = std::filesystem;

std::vector<std::string> input_files(const std::string& program, const std::vector<std::string>& graphs,
                                     const std::string& space, const std::vector<std::string>& arguments) {
  std::vector<std::string> inputs = {program};
  const auto add_graph = [&](const std::string& graph) {
    for (const std::string& file : files_of(graph)) inputs.push_back(file);
  };
  for (const std::string& graph : graphs) add_graph(graph);
  if (space.starts_with('@')) inputs.push_back(space.substr(1));
  constexpr std::string_view graph_option = "--graph=";
  for (const std::string& word : arguments) {
    if (const auto named = file_argument(word)) inputs.push_back(named->file);
    if (word.starts_with(graph_option)) add_graph(word.substr(graph_option.size()));
  }
  return inputs;
}

namespace {

llvm::Error keep(const std::string& file, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs)
    if (!input.empty() && canonical_path(file) == canonical_path(input))
      return fail("the output would replace `{}`; write another file", input);
  return llvm::Error::success();
}

}  // namespace

llvm::Error check_output(const std::string& file, const std::vector<std::string>& inputs) {
  if (file.empty() || file == "-") return llvm::Error::success();
  std::error_code error;
  const fs::file_type type = fs::status(file, error).type();
  if (type == fs::file_type::none) return fail("cannot write `{}`: {}", file, error.message());
  if (type == fs::file_type::directory) return fail("cannot write `{}`: it is a folder", file);
  const fs::path folder = fs::absolute(file, error).parent_path();
  if (error || !fs::is_directory(folder, error))
    return fail("cannot write `{}`: no folder `{}`", file, folder.string());
  return keep(file, inputs);
}

std::vector<std::string> output_files(const std::vector<std::string>& arguments) {
  std::vector<std::string> files;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    for (const std::string option : {"--output", "--json", "--plot"}) {
      const bool apart = arguments[i] == option && i + 1 < arguments.size();
      if (!apart && !arguments[i].starts_with(option + "=")) continue;
      const std::string value = apart ? arguments[i + 1] : arguments[i].substr(option.size() + 1);
      const std::size_t name = option == "--output" ? value.find('=') + 1 : 0;
      if (name < value.size()) files.push_back(value.substr(name));
    }
  return files;
}

llvm::Error keep_imports(const std::string& compiler, const std::string& program,
                         const std::vector<std::string>& outputs) {
  auto imports = imported_files(compiler, program, "");
  if (!imports) return imports.takeError();
  for (const std::string& file : outputs)
    if (llvm::Error failed = keep(file, *imports)) return failed;
  return llvm::Error::success();
}

void check_run_words(const std::string& command, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    for (const char* name :
         {"--variant", "--output", "--selftest", "--agree", "--map", "--dry-run", "--plot", "--tune", "--help"})
      if (word == name || word.starts_with(std::string(name) + "="))
        throw CLI::ValidationError(command, "`" + std::string(name) + "` is for single runs; see `gdsl run`");
}

}  // namespace maxwarp::workbench
