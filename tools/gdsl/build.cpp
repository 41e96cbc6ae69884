// Builds in a temporary folder of the cache and renames it to its hash when it is complete: a reader never
// sees half an entry, and of two builders at once the second one throws its copy away.
#include "tools/gdsl/build.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "tools/gdsl/support.h"
#include "tools/gdsl/toolchain.h"

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;

/// The text with the names of `folder` taken out: the same build elsewhere has the same hash.
std::string without_folder(std::string text, const std::string& folder) {
  for (std::size_t at = 0; (at = text.find(folder, at)) != std::string::npos;) text.erase(at, folder.size());
  return text;
}

llvm::Expected<std::string> build_key(const Installation& installation, const GeneratedText& text,
                                      const EngineChoice& engine, const BuildCommands& commands,
                                      const std::string& folder) {
  auto all = toolchain_identity(installation, engine);
  if (!all) return all.takeError();
  for (const std::string& path : {text.source, text.header, text.entry}) {
    auto content = read_text(path);
    if (!content) return content.takeError();
    *all += content_hash(*content) + "\n";
  }
  for (const auto& command : commands.compile)
    for (const std::string& word : command) *all += without_folder(word, folder) + "\n";
  for (const std::string& word : commands.link) *all += without_folder(word, folder) + "\n";
  return content_hash(*all);
}

/// Prints what the compilers said; called when they failed.
void print_logs(const std::string& log, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    auto text = read_text(fmt::format("{}.{}", log, i));
    if (text)
      llvm::errs() << *text;
    else
      llvm::consumeError(text.takeError());
  }
}

llvm::Error run_commands(const BuildCommands& commands, const EngineChoice& engine,
                         const std::string& folder) {
  const std::string log = folder + "/log";
  auto compiled = run_processes(commands.compile, 2, log);
  if (!compiled) return compiled.takeError();
  if (*compiled != 0) {
    print_logs(log, commands.compile.size());
    return fail("`{}` refused the generated text (this is a defect of Maxwarp, not of the program)",
                engine.compiler);
  }
  auto linked = run_process(commands.link, log);
  if (!linked) return linked.takeError();
  if (*linked == 0) return llvm::Error::success();
  print_logs(log, 1);
  return fail("`{}` cannot link the program with the runtime", engine.compiler);
}

/// Debug information and messages name the files where they will be, not where they are compiled.
void name_final_place(BuildCommands& commands, EngineKind kind, const std::string& folder,
                      const fs::path& place) {
  if (kind == EngineKind::Cuda) return;
  for (auto& command : commands.compile)
    command.push_back("-ffile-prefix-map=" + folder + "=" + place.string());
}

/// Leaves the texts and the program: what the compilers needed on the way only costs space.
void remove_leftovers(const fs::path& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".o" || entry.path().stem() == "log") fs::remove(entry.path(), error);
}

/// Builds that were killed leave their folders behind; after a day nobody works in them any more.
void remove_abandoned(const fs::path& cache) {
  std::error_code error;
  const auto oldest = fs::file_time_type::clock::now() - std::chrono::hours(24);
  for (const auto& entry : fs::directory_iterator(cache, error))
    if (entry.path().filename().string().rfind("tmp-", 0) == 0 && entry.last_write_time(error) < oldest)
      fs::remove_all(entry.path(), error);
}

/// Moves the finished build to its place in the cache; another builder may have been there first.
llvm::Error publish(const std::string& folder, const fs::path& place) {
  std::error_code error;
  fs::rename(folder, place, error);
  if (!error || fs::exists(place / "program")) return llvm::Error::success();
  return fail("cannot rename `{}` to `{}`: {}", folder, place.string(), error.message());
}

}  // namespace

std::string cache_folder() {
  std::error_code error;
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache)
    return (fs::absolute(cache, error) / "maxwarp").string();
  if (const char* home = std::getenv("HOME"); home && *home)
    return (fs::absolute(home, error) / ".cache" / "maxwarp").string();
  return (fs::temp_directory_path(error) / "maxwarp-cache").string();
}

llvm::Expected<GeneratedText> generate_text(const Installation& installation, const Source& source,
                                            EngineKind kind, const std::string& folder) {
  if (!find_program(installation.compiler))
    return fail("the compiler `{}` is missing", installation.compiler);
  if (source.program != "-" && !fs::is_regular_file(source.program))
    return fail("no program `{}`; write the path of a .gdsl file", source.program);
  const std::string ending = kind == EngineKind::OpenMp ? ".cpp" : ".cu";
  GeneratedText text;
  text.name = source.program == "-" ? "program" : fs::path(source.program).stem().string();
  text.source = folder + "/" + text.name + ending;
  text.header = folder + "/" + text.name + ".h";
  text.entry = folder + "/" + text.name + "_entry" + ending;
  std::vector<std::string> command = {installation.compiler, source.program,
                                      kind == EngineKind::OpenMp ? "--target=openmp" : "--target=cuda"};
  for (const std::string& mapping : source.mappings) command.push_back("--map=" + mapping);
  // What the SIMT engine reports and counts has the lines of the program.
  if (kind == EngineKind::Simt) command.push_back("-g");
  command.insert(command.end(), {"--number=both", "-o", text.source, "--header=" + text.header, "--emit-entry=" + text.entry});
  auto code = run_process(command);
  if (!code) return code.takeError();
  if (*code != 0) return fail("{}", "");
  return text;
}

llvm::Expected<std::string> build_cached(const Installation& installation, const Source& source,
                                         const EngineChoice& engine, bool stand_alone) {
  const std::string cache = cache_folder();
  std::error_code error;
  fs::create_directories(cache, error);
  llvm::SmallString<256> unique;
  if (!error) error = llvm::sys::fs::createUniqueDirectory(cache + "/tmp", unique);
  if (error) return fail("cannot write to the cache `{}`: {} (set XDG_CACHE_HOME)", cache, error.message());
  const std::string folder = unique.str().str();
  const llvm::scope_exit clean_up([&] { fs::remove_all(folder, error); });
  auto text = generate_text(installation, source, engine.kind, folder);
  if (!text) return text.takeError();
  auto commands = build_commands(installation, *text, engine, folder, stand_alone);
  if (!commands) return commands.takeError();
  auto key = build_key(installation, *text, engine, *commands, folder);
  if (!key) return key.takeError();
  const fs::path place = fs::path(cache) / *key;
  if (!fs::exists(place / "program")) {
    remove_abandoned(cache);
    name_final_place(*commands, engine.kind, folder, place);
    Progress progress(fmt::format("compiling {} for {}", text->name, engine_name(engine.kind)));
    if (llvm::Error failed = run_commands(*commands, engine, folder)) return failed;
    remove_leftovers(folder);
    if (llvm::Error failed = publish(folder, place)) return failed;
  }
  return (place / "program").string();
}

}  // namespace maxwarp::workbench
