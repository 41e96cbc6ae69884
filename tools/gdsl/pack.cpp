// Writes packs: programs/NAME/ with the generated texts, the runtime as sources, the two header-only
// libraries that it uses, the graph as binary file, and the script that compiles and runs all of it.
// What is new is completed in a folder of its own before any of it gets to its place.
#include "tools/gdsl/pack.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <set>

#include "llvm/ADT/ScopeExit.h"
#include "runtime/system/interrupt.h"
#include "runtime/system/progress.h"
#include "tools/gdsl/build.h"
#include "tools/gdsl/cache.h"
#include "tools/gdsl/expected.h"
#include "tools/gdsl/own_folder.h"
#include "tools/gdsl/packed_explorations.h"
#include "tools/gdsl/packed_files.h"
#include "tools/gdsl/packed_texts.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;

/// The rooms of the runtime that a program for a GPU needs.
constexpr const char* packed_rooms[] = {"include", "graph", "system", "reference", "runner", "device"};
/// Header-only libraries that these rooms include.
constexpr const char* packed_libraries[] = {"CLI", "nlohmann"};

/// Need the SIMT engine, which stays at home.
const std::set<std::string> simt_only = {"order_simt.cpp", "schedules_simt.cpp"};

/// Where what is new is written first, in the folder of the pack.
constexpr const char* fresh_folder = ".unfinished";

/// How the script `run` of every pack begins, in its second line.
constexpr const char* pack_mark = "\n# Compiles the programs of this pack ";

bool is_packed(const fs::path& file) {
  static const std::set<std::string> endings = {".h", ".cuh", ".hpp", ".def", ".cpp", ".cu"};
  return endings.count(file.extension().string()) != 0 && file.filename() != host_engine &&
         !simt_only.contains(file.filename());
}

llvm::Error copy_folder(const fs::path& from, const fs::path& to) {
  std::error_code error, unreachable;
  if (!fs::is_directory(from, error)) return fail("the folder `{}` is missing", from.string());
  const fs::path root = fs::canonical(from, error);
  for (fs::recursive_directory_iterator entry(root, error), end; !error && entry != end; entry.increment(error)) {
    if (!entry->is_regular_file(unreachable) || !is_packed(entry->path())) continue;
    if (llvm::Error failed = copy_text(entry->path(), to / entry->path().lexically_relative(root))) return failed;
  }
  if (error) return fail("cannot list `{}`: {}", from.string(), error.message());
  return llvm::Error::success();
}

/// The folder with CLI/ and nlohmann/: in the installation, else that of the system.
std::string library_root(const Installation& installation, const std::string& library) {
  const std::string own = installation.share + "/include";
  return is_there(own + "/" + library) ? own : "/usr/include";
}

/// The script first: by it the folder is known as a pack.
llvm::Error copy_runtime(const Installation& installation, const fs::path& folder) {
  if (llvm::Error failed = copy_text(installation.share + "/pack/run", folder / "run")) return failed;
  std::error_code error;
  fs::permissions(folder / "run", fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                  fs::perm_options::add, error);
  if (error) return fail("cannot make `{}` executable: {}", (folder / "run").string(), error.message());
  for (const char* room : packed_rooms) {
    const fs::path from = fs::path(installation.share) / "runtime" / room;
    if (!is_there(from)) continue;
    if (llvm::Error failed = copy_folder(from, folder / "runtime" / room)) return failed;
  }
  for (const char* library : packed_libraries) {
    const fs::path from = fs::path(library_root(installation, library)) / library;
    if (llvm::Error failed = copy_folder(from, folder / "include" / library)) return failed;
  }
  return llvm::Error::success();
}

/// The runs that a pack has recorded, a line each, with a line end before the first one, too.
llvm::Expected<std::string> recorded_runs(const fs::path& folder) {
  if (!is_there(folder / "runs")) return "\n";
  auto text = read_text((folder / "runs").string());
  if (!text) return text.takeError();
  return "\n" + *text + (text->empty() || text->back() == '\n' ? "" : "\n");
}

/// Adds a run to `runs` unless it is there already.
void add_run(std::string& runs, const std::string& name, const std::vector<std::string>& arguments) {
  std::string line = shell_quoted(name) + " ";
  for (const std::string& argument : arguments) line += shell_quoted(argument) + " ";
  line.back() = '\n';
  if (runs.find("\n" + line) == std::string::npos) runs += line;
}

/// What the program would refuse on the other machine, when all has been compiled there: words that are none of its
/// options, and a comparison without a reference.
llvm::Error check_words(const PackRequest& request) {
  if (!request.record) return llvm::Error::success();
  Command command = interpreter_command(request.program.program, request.program.algorithm);
  std::ranges::copy_if(request.arguments, std::back_inserter(command.words),
                       [](const std::string& word) { return verify_wish({word}).option.empty(); });
  auto reference = has_reference(std::move(command));
  if (!reference) return reference.takeError();
  std::vector<std::string> words = request.arguments;
  for (const PackPart& part : request.parts)
    for (const std::vector<std::string>& own : part.runs) words.insert(words.end(), own.begin(), own.end());
  const VerifyWish wish = verify_wish(words);
  if (wish.option.empty() || *reference) return llvm::Error::success();
  return fail("{}: there is no reference for this program, and a pack holds no interpreter; leave it out", wish.option);
}

/// What is new gets to its place. A text that is there already keeps its time.
llvm::Error put_into_place(const fs::path& fresh, const fs::path& folder) {
  std::error_code error, unreachable;
  for (fs::recursive_directory_iterator entry(fresh, error), end; !error && entry != end; entry.increment(error)) {
    if (!entry->is_regular_file(unreachable)) continue;
    const fs::path target = folder / entry->path().lexically_relative(fresh);
    if (is_there(target)) {
      if (llvm::Error failed = copy_text(entry->path(), target)) return failed;
      continue;
    }
    if (llvm::Error failed = make_folder(target.parent_path())) return failed;
    fs::rename(entry->path(), target, error);
    if (error) break;
  }
  return error ? fail("cannot write into `{}`: {}", folder.string(), error.message()) : llvm::Error::success();
}

/// Completes everything that is new in `fresh`, then changes the pack.
llvm::Error extend_pack(const PackRequest& request, const fs::path& folder, const fs::path& fresh) {
  Progress progress("writing " + request.program.pack, static_cast<std::int64_t>(request.parts.size()), "programs");
  auto runs = recorded_runs(folder);
  if (!runs) return runs.takeError();
  auto explorations = PackedExplorations::of(folder, request, *runs != "\n");
  if (!explorations) return explorations.takeError();
  for (const PackPart& part : request.parts) {
    if (llvm::Error failed = write_part(request, part, fresh)) return failed;
    if (is_interrupted()) return interrupted();
    progress.advance();
  }
  if (llvm::Error failed = check_texts(request, folder, fresh, *runs)) return failed;
  if (llvm::Error failed = check_words(request)) return failed;
  std::vector<std::string> arguments = request.arguments;
  auto identity = pack_graph(request, folder, fresh, arguments);
  if (!identity) return identity.takeError();
  if (llvm::Error failed = store_files(fresh, arguments)) return failed;
  if (llvm::Error failed = explorations->add(request, *identity, fresh)) return failed;
  if (is_interrupted()) return interrupted();
  if (llvm::Error failed = copy_runtime(request.installation, folder)) return failed;
  if (llvm::Error failed = remove_old_texts(request, fresh, folder)) return failed;
  if (llvm::Error failed = put_into_place(fresh, folder)) return failed;
  for (const auto& [name, text] :
       {std::pair("arch", request.program.architecture), std::pair("seconds", request.seconds)})
    if (!text.empty())
      if (llvm::Error failed = write_text((folder / name).string(), text + "\n")) return failed;
  if (!request.record) return llvm::Error::success();
  for (const PackPart& part : request.parts)
    for (const std::vector<std::string>& own : part.runs) {
      std::vector<std::string> words = arguments;
      words.insert(words.end(), own.begin(), own.end());
      if (part.agrees) words.push_back("--agree=results/" + explorations->name() + ".agreed");
      add_run(*runs, part.name, words);
    }
  if (llvm::Error failed = explorations->write(folder, *runs)) return failed;
  return write_text((folder / "runs").string(), runs->substr(1));
}

bool is_pack(const fs::path& folder) {
  auto script = read_text((folder / "run").string());
  if (script) return script->find(pack_mark) != std::string::npos;
  llvm::consumeError(script.takeError());
  return false;
}

/// Files of the user are no place for a pack.
llvm::Error check_folder(const fs::path& folder, const std::string& shown) {
  if (is_pack(folder)) return llvm::Error::success();
  std::error_code none;
  for (fs::directory_iterator entry(folder, none), end; !none && entry != end; entry.increment(none))
    if (entry->path().filename() != fresh_folder)
      return fail("`{}` holds files and is not a pack; write another --pack=FOLDER", shown);
  return llvm::Error::success();
}

/// Makes the folder, or takes the one that is there: what a pack holds is executed, so no other user may write to it.
llvm::Error make_pack_folder(const fs::path& folder, const std::string& shown) {
  if (llvm::Error failed = make_folder(folder.parent_path())) return failed;
  constexpr mode_t no_group_writes = S_IRWXU | S_IRGRP | S_IXGRP | S_IROTH | S_IXOTH;
  if (mkdir(folder.c_str(), no_group_writes) != 0 && errno != EEXIST)
    return fail("cannot make `{}`: {}", folder.string(), std::strerror(errno));
  if (llvm::Error failed = make_folder(folder)) return failed;
  return check_own_folder(folder.string(), "the pack", fmt::format("`chmod go-w {}`, or another --pack=FOLDER", shown));
}

/// Of two processes one waits, else a run that one of them records is lost. Where there are no locks, none.
FileLock lock_folder(const fs::path& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  while (flock(descriptor, LOCK_EX) != 0 && errno == EINTR) continue;
  return FileLock(descriptor);
}

/// Removes what is unfinished: what was to be added, and of a new pack everything.
void remove_unfinished(const fs::path& folder, bool new_pack, bool new_folder) {
  std::error_code error;
  fs::remove_all(folder / fresh_folder, error);
  if (!new_pack) return;
  for (const char* name :
       {"run", "arch", "seconds", "explore.json", "runtime", "include", "programs", "graphs", "files", texts_folder})
    fs::remove_all(folder / name, error);
  if (new_folder) fs::remove(folder, error);
}

llvm::Error check_request(const PackRequest& request) {
  if (request.program.program == "-")
    return fail("--pack: the program comes from the standard input and has no name; write the path of a .gdsl file");
  if (llvm::Error failed = check_program_file(request.program.program)) return failed;
  if (request.program.engine != "auto" && request.program.engine != "cuda")
    return fail("--pack writes CUDA texts, for nvcc; leave out --engine={}", request.program.engine);
  for (const std::string& word : request.arguments) {
    if (word.starts_with("--tune"))
      return fail("--pack cannot record `{}`; its `run --tune` searches among what was recorded", word);
    if (word == "--help" || word == "-h" || word.substr(0, word.find('=')) == "--json")
      return fail("--pack cannot record `{}`; reports come into its results/, and help from its `run PROGRAM --help`",
                  word);
  }
  return llvm::Error::success();
}

}  // namespace

llvm::Expected<int> write_pack(const PackRequest& given) {
  PackRequest request = given;
  if (llvm::Error failed = check_request(request)) return std::move(failed);
  std::error_code error;
  const fs::path folder = (fs::absolute(request.program.pack, error) / "").parent_path();
  if (error) return fail("cannot make `{}`: {}", request.program.pack, error.message());
  const std::string name = program_name(request.program.program);
  if (request.parts.empty()) request.parts = {{name, named_mappings(request.program.mappings, EngineKind::Cuda), {{}}}};
  if (llvm::Error failed = check_folder(folder, request.program.pack)) return std::move(failed);
  const bool new_folder = !is_there(folder);
  if (llvm::Error failed = make_pack_folder(folder, request.program.pack)) return std::move(failed);
  const FileLock lock = lock_folder(folder);
  const DeferredInterrupt deferred;
  bool new_pack = !is_pack(folder);
  remove_unfinished(folder, false, false);
  const llvm::scope_exit clean_up([&] { remove_unfinished(folder, new_pack, new_folder); });
  if (mkdir((folder / fresh_folder).c_str(), S_IRWXU) != 0)
    return fail("cannot write into `{}`: {}", request.program.pack, std::strerror(errno));
  if (llvm::Error failed = extend_pack(request, folder, folder / fresh_folder)) return std::move(failed);
  new_pack = false;
  end_progress();
  if (!request.quiet)
    tell(fmt::format("wrote `{0}`; on the GPU machine: {0}/run{1}", request.program.pack,
                     !request.seconds.empty() ? " --tune"
                     : request.record         ? ""
                                              : " " + name + " --help"));
  return Done;
}

}  // namespace maxwarp::workbench
