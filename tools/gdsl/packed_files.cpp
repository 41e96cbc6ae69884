// Names in a pack contain a hash of what the files hold: files of the same name are told apart.
#include "tools/gdsl/packed_files.h"

#include "runtime/graph/generate/generate.h"
#include "tools/gdsl/file_arguments.h"
#include "tools/gdsl/graph_files.h"
#include "tools/gdsl/stored_graph.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {

namespace fs = std::filesystem;

llvm::Error make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return fail("cannot make `{}`: {}", folder.string(), error.message());
  return llvm::Error::success();
}

llvm::Error copy_text(const fs::path& from, const fs::path& to) {
  auto text = read_text(from.string());
  if (!text) return text.takeError();
  if (is_there(to)) {
    auto old = read_text(to.string());
    if (!old) return old.takeError();
    if (*old == *text) return llvm::Error::success();
  }
  if (llvm::Error failed = make_folder(to.parent_path())) return failed;
  return write_text(to.string(), *text);
}

namespace {

/// Puts a file that an argument names into the pack; its name there, which tells files of the same name
/// apart.
llvm::Expected<std::string> store_file(const std::string& file, const fs::path& folder) {
  auto text = read_text(file);
  if (!text) return text.takeError();
  const std::string name = content_hash(*text).substr(0, 8) + "-" + fs::path(file).filename().string();
  if (llvm::Error failed = make_folder(folder / "files")) return failed;
  if (llvm::Error failed = write_text((folder / "files" / name).string(), *text)) return failed;
  return "files/" + name;
}

}  // namespace

llvm::Error store_files(const fs::path& folder, std::vector<std::string>& arguments) {
  for (std::string& argument : arguments) {
    const auto named = file_argument(argument);
    if (!named) continue;
    auto stored = store_file(named->file, folder);
    if (!stored) return stored.takeError();
    argument = named->before + *stored + named->after;
  }
  return llvm::Error::success();
}

llvm::Expected<std::string> pack_graph(const PackRequest& request, const fs::path& folder, const fs::path& fresh,
                                       std::vector<std::string>& arguments) {
  std::vector<std::string> others = arguments;
  auto options = take_graph_options(request.graph, others);
  if (!options) return options.takeError();
  if (!request.record && !others.empty()) return fail("`gdsl build` takes no `{}`", others.front());
  if (options->graph.empty()) return graph_identity(*options, {}, "");
  if (request.record && is_generator(options->graph)) {
    auto identity = graph_identity(*options, words_taken(arguments, others), "");
    if (!request.graph.empty()) arguments.insert(arguments.begin(), "--graph=" + request.graph);
    return identity;
  }
  if (llvm::Error failed = make_folder(fresh / "graphs")) return std::move(failed);
  const std::string converted = (fresh / "graphs" / "graph.mwg").string();
  if (llvm::Error failed = convert_graph(*options, converted, request.quiet)) return std::move(failed);
  auto identity = file_identity(converted);
  if (!identity) return identity.takeError();
  // Graphs of the same name are told apart by what they hold.
  const std::string name = graph_stem(options->graph) + "-" + *identity + ".mwg";
  arguments = std::move(others);
  arguments.insert(arguments.begin(), "--graph=graphs/" + name);
  std::error_code error;
  if (is_there(folder / "graphs" / name) || is_there(folder / "graphs" / (name + ".gz"))) {
    fs::remove(converted, error);
    return identity;
  }
  fs::rename(converted, fresh / "graphs" / name, error);
  if (error) return fail("cannot rename `{}`: {}", converted, error.message());
  if (llvm::Error failed = compress_file((fresh / "graphs" / name).string())) return std::move(failed);
  return identity;
}

}  // namespace maxwarp::workbench
