// Writes packs: programs/NAME/ with the generated texts, the runtime as sources, the two header-only
// libraries that it uses, the graph as binary file, and the script that compiles and runs all of it.
#include "tools/gdsl/pack.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "llvm/Support/raw_ostream.h"
#include "runtime/graph/generate/generate.h"
#include "runtime/system/progress.h"
#include "tools/gdsl/build.h"
#include "tools/gdsl/graph_files.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;

/// The rooms of the runtime that a program for a GPU needs.
constexpr const char* packed_rooms[] = {"include", "graph", "system", "reference", "runner", "device"};
/// Header-only libraries that these rooms include.
constexpr const char* packed_libraries[] = {"CLI", "nlohmann"};

/// The engine of OpenMP programs: it travels in the folders of these, as the other programs have the one for CUDA.
constexpr const char* host_engine = "engine_host.cpp";

bool is_packed(const fs::path& file) {
  static const std::set<std::string> endings = {".h", ".cuh", ".hpp", ".def", ".cpp", ".cu"};
  return endings.count(file.extension().string()) != 0 && file.filename() != host_engine;
}

llvm::Error make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return fail("cannot make `{}`: {}", folder.string(), error.message());
  return llvm::Error::success();
}

/// Copies a file unless the same text is there already: an unchanged file keeps its time, so that the pack
/// compiles only what is new.
llvm::Error copy_text(const fs::path& from, const fs::path& to) {
  auto text = read_text(from.string());
  if (!text) return text.takeError();
  if (fs::exists(to)) {
    auto old = read_text(to.string());
    if (!old) return old.takeError();
    if (*old == *text) return llvm::Error::success();
  }
  if (llvm::Error failed = make_folder(to.parent_path())) return failed;
  return write_text(to.string(), *text);
}

llvm::Error copy_folder(const fs::path& from, const fs::path& to) {
  std::error_code error;
  if (!fs::is_directory(from)) return fail("the folder `{}` is missing", from.string());
  for (const auto& entry : fs::recursive_directory_iterator(fs::canonical(from, error), error)) {
    if (!entry.is_regular_file() || !is_packed(entry.path())) continue;
    const fs::path target = to / fs::relative(entry.path(), fs::canonical(from, error), error);
    if (llvm::Error failed = copy_text(entry.path(), target)) return failed;
  }
  if (error) return fail("cannot list `{}`: {}", from.string(), error.message());
  return llvm::Error::success();
}

/// The folder with CLI/ and nlohmann/: in the installation, else that of the system.
std::string library_root(const Installation& installation, const std::string& library) {
  const std::string own = installation.share + "/include";
  return fs::exists(own + "/" + library) ? own : "/usr/include";
}

llvm::Error copy_runtime(const Installation& installation, const fs::path& folder) {
  for (const char* room : packed_rooms) {
    const fs::path from = fs::path(installation.share) / "runtime" / room;
    if (!fs::exists(from)) continue;
    if (llvm::Error failed = copy_folder(from, folder / "runtime" / room)) return failed;
  }
  for (const char* library : packed_libraries) {
    const fs::path from = fs::path(library_root(installation, library)) / library;
    if (llvm::Error failed = copy_folder(from, folder / "include" / library)) return failed;
  }
  if (llvm::Error failed = copy_text(installation.share + "/pack/run", folder / "run")) return failed;
  std::error_code error;
  fs::permissions(folder / "run", fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                  fs::perm_options::add, error);
  if (error) return fail("cannot make `{}` executable: {}", (folder / "run").string(), error.message());
  return llvm::Error::success();
}

/// Adds a line to `runs` unless it is there already.
llvm::Error record_run(const fs::path& folder, const std::string& name,
                       const std::vector<std::string>& arguments) {
  std::string line = shell_quoted(name);
  for (const std::string& argument : arguments) line += " " + shell_quoted(argument);
  std::string runs;
  if (fs::exists(folder / "runs")) {
    auto text = read_text((folder / "runs").string());
    if (!text) return text.takeError();
    runs = *text;
  }
  line += "\n";
  if (runs.find(line) != std::string::npos) return llvm::Error::success();
  return write_text((folder / "runs").string(), runs + line);
}

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

/// Values such as `--data=@FILE`, `-P data=@FILE` and `--data @FILE` come from a file, which travels with the
/// pack.
llvm::Error store_files(const fs::path& folder, std::vector<std::string>& arguments) {
  for (std::string& argument : arguments) {
    const std::size_t at = argument[0] == '@' ? 0 : argument.find("=@") + 1;
    if (argument.empty() || argument[at] != '@') continue;
    auto stored = store_file(argument.substr(at + 1), folder);
    if (!stored) return stored.takeError();
    argument = argument.substr(0, at + 1) + *stored;
  }
  return llvm::Error::success();
}

/// Puts the graph into the pack with all policies applied; `arguments` become those that name it there.
llvm::Error store_graph(const PackRequest& request, const fs::path& folder,
                        std::vector<std::string>& arguments) {
  if (request.graph.empty() || is_generator(request.graph)) {
    if (!request.graph.empty()) arguments.insert(arguments.begin(), "--graph=" + request.graph);
    return llvm::Error::success();
  }
  auto options = take_graph_options(request.graph, arguments);
  if (!options) return options.takeError();
  const std::string name = graph_stem(request.graph) + ".mwg";
  if (llvm::Error failed = make_folder(folder / "graphs")) return failed;
  if (llvm::Error failed = convert_graph(*options, (folder / "graphs" / name).string())) return failed;
  if (llvm::Error failed = compress_file((folder / "graphs" / name).string())) return failed;
  arguments.insert(arguments.begin(), "--graph=graphs/" + name);
  return llvm::Error::success();
}

/// Generates the texts of one executable, which is called as its folder is.
llvm::Error write_part(const PackRequest& request, const PackPart& part, const fs::path& folder) {
  const fs::path texts = folder / "programs" / part.name;
  if (llvm::Error failed = make_folder(texts)) return failed;
  auto text = generate_text(request.installation, {request.program.program, part.mappings}, part.engine,
                            texts.string());
  if (!text) return text.takeError();
  if (part.engine == EngineKind::OpenMp) {
    const fs::path engine = fs::path(request.installation.share) / "runtime/device" / host_engine;
    if (llvm::Error failed = copy_text(engine, texts / host_engine)) return failed;
  }
  if (!request.quiet && &part == &request.parts.front()) show_diagnostics(texts.string());
  std::error_code error;
  fs::remove(texts / "diagnostics", error);
  return llvm::Error::success();
}

/// Stores what the runs need and writes them down.
llvm::Error write_runs(const PackRequest& request, const fs::path& folder) {
  std::vector<std::string> arguments = request.arguments;
  if (llvm::Error failed = store_graph(request, folder, arguments)) return failed;
  if (llvm::Error failed = store_files(folder, arguments)) return failed;
  if (!request.record) return llvm::Error::success();
  for (const PackPart& part : request.parts)
    for (const std::vector<std::string>& own : part.runs) {
      std::vector<std::string> words = arguments;
      words.insert(words.end(), own.begin(), own.end());
      if (llvm::Error failed = record_run(folder, part.name, words)) return failed;
    }
  return llvm::Error::success();
}

}  // namespace

llvm::Expected<int> write_pack(const PackRequest& given) {
  PackRequest request = given;
  if (request.program.program == "-")
    return fail(
        "--pack: the program comes from the standard input and has no name; write the path of a .gdsl file");
  if (!fs::is_regular_file(request.program.program))
    return fail("no program `{}`; write the path of a .gdsl file", request.program.program);
  if (request.program.engine != "auto" && request.program.engine != "cuda")
    return fail("--pack writes CUDA texts, for nvcc; leave out --engine={}", request.program.engine);
  const fs::path folder = fs::absolute(request.program.pack);
  const std::string name = fs::path(request.program.program).stem().string();
  if (request.parts.empty()) request.parts = {{name, named_mappings(request.program.mappings), {{}}}};
  Progress progress("writing " + request.program.pack, static_cast<std::int64_t>(request.parts.size()),
                    "programs");
  for (const PackPart& part : request.parts) {
    if (llvm::Error failed = write_part(request, part, folder)) return failed;
    progress.advance();
  }
  if (llvm::Error failed = copy_runtime(request.installation, folder)) return failed;
  if (llvm::Error failed = write_runs(request, folder)) return failed;
  end_progress();
  if (!request.quiet)
    llvm::errs() << "gdsl: wrote `" << request.program.pack
                 << "`; on the GPU machine: " << request.program.pack << "/run"
                 << (request.record ? "" : " " + name + " --help") << "\n";
  return Done;
}

}  // namespace maxwarp::workbench
