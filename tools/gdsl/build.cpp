// The key of the cache is made of what goes in, not of what gdslc writes: a program that has been built
// before starts without any compiler. Built in a folder of its own and renamed when complete.
#include "tools/gdsl/build.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <iterator>

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include "runtime/system/interrupt.h"
#include "runtime/system/shown_text.h"
#include "tools/gdsl/imports.h"
#include "tools/gdsl/process.h"
#include "tools/gdsl/support.h"
#include "tools/gdsl/toolchain.h"

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;

constexpr const char* diagnostics_name = "diagnostics";
constexpr const char* temporary_name = "temporary";  // for the compilers

/// Name and contents of each file that the program imports.
llvm::Error add_imports(const Installation& installation, const Source& source, std::string& all) {
  auto files = imported_files(installation.compiler, source.program, source.text);
  if (!files) return files.takeError();
  for (const std::string& file : *files) {
    auto text = read_text(file);
    if (!text) return text.takeError();
    all += file + "\n" + content_hash(*text) + "\n";
  }
  return llvm::Error::success();
}

/// The contents of the program, of what it imports, and of the files that its mappings name.
llvm::Expected<std::string> input_identity(const Installation& installation, const Source& source) {
  std::string all = source.program + (source.instrument.empty() ? "" : " --instrument=" + source.instrument) +
                    (source.algorithm.empty() ? "" : " --algorithm=" + source.algorithm) +
                    (source.checked ? " --checked\n" : "\n");
  if (source.program == "-") {
    all += content_hash(source.text) + "\n";
  } else {
    auto text = read_text(source.program);
    if (!text) return text.takeError();
    all += content_hash(*text) + "\n";
  }
  if (llvm::Error failed = add_imports(installation, source, all)) return std::move(failed);
  if (!source.limits.empty()) {
    auto text = read_text(source.limits);
    if (!text) return text.takeError();
    all += "--limits\n" + content_hash(*text) + "\n";
  }
  for (const std::string& mapping : source.mappings) {
    all += mapping + "\n";
    const std::string file = map_file(mapping);
    // One that is missing is reported by gdslc, which knows how.
    std::error_code missing;
    if (file.empty() || !fs::is_regular_file(file, missing)) continue;
    auto text = read_text(file);
    if (!text) return text.takeError();
    all += content_hash(*text) + "\n";
  }
  return all;
}

/// The hash of everything that decides how the executable comes out.
llvm::Expected<std::string> request_key(const Installation& installation, const Source& source,
                                        const EngineChoice& engine, const BuildRequest& wish) {
  auto input = input_identity(installation, source);
  if (!input) return input.takeError();
  auto tools = toolchain_identity(installation, engine);
  if (!tools) return tools.takeError();
  const std::string nowhere = "{folder}";
  auto commands = build_commands(installation, text_paths(source, engine.kind, nowhere), engine, nowhere,
                                 wish.stand_alone);
  if (!commands) return commands.takeError();
  std::string all = *input + *tools;
  for (const auto& command : commands->compile)
    for (const std::string& word : command) all += word + "\n";
  for (const std::string& word : commands->link) all += word + "\n";
  return content_hash(all);
}

/// Whether the folder has no room for as much as a compilation writes. Asked by writing: quotas and limits on sizes of
/// files count, too, and after a failure the compiler has removed what filled the disk.
bool has_no_room(const std::string& folder) {
  constexpr off_t enough = 64 << 20;
  const std::string path = folder + "/room";
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  const int reason = file < 0 ? errno : posix_fallocate(file, 0, enough);
  if (file >= 0) close(file);
  unlink(path.c_str());
  return reason == ENOSPC || reason == EDQUOT || reason == EFBIG;
}

llvm::Error no_room(const std::string& folder) {
  return fail("no room is left for the cache in `{}`; set XDG_CACHE_HOME", fs::path(folder).parent_path().string());
}

/// Prints what the compilers said; called when they failed.
void print_log(const std::string& log) {
  auto text = read_text(log);
  end_progress();
  if (text)
    llvm::errs() << shown(*text, "\n\t");
  else
    llvm::consumeError(text.takeError());
}

/// Why a compiler failed: what the user or the machine can do about it, or else a defect of Maxwarp.
llvm::Error compiler_failure(llvm::Expected<int> status, const EngineChoice& engine, const std::string& folder,
                             const char* what) {
  if (is_interrupted()) return interrupted();
  if (has_no_room(folder)) {
    llvm::consumeError(status.takeError());
    return no_room(folder);
  }
  if (!status) return status.takeError();
  for (const char* name : user_flag_variables(engine.kind))
    if (const char* flags = std::getenv(name); flags && *flags)
      return fail("`{}` {}; it was given {}=`{}`", engine.compiler, what, name, flags);
  return defect("`{}` {} (this is a defect of Maxwarp, not of the program)", engine.compiler, what);
}

llvm::Error run_compilers(BuildCommands commands, const EngineChoice& engine, const std::string& folder,
                          Progress& progress) {
  if (llvm::Error failed = check_words(commands, engine)) return failed;
  // Compilers put into TMPDIR what the next tool of theirs executes or reads, some under names that can be foretold.
  const std::string temporary = folder + "/" + temporary_name;
  if (mkdir(temporary.c_str(), S_IRWXU) != 0) return fail("cannot make `{}`: {}", temporary, std::strerror(errno));
  const auto command = [&](const std::vector<std::string>& words, const std::string& log) {
    Command result{words, folder + "/" + log, "/dev/null"};
    result.environment = {"TMPDIR=" + temporary};
    return result;
  };
  std::vector<Command> compilations;
  const auto compile = [&] {
    compilations.clear();
    for (const auto& words : commands.compile)
      compilations.push_back(command(words, fmt::format("log.{}", compilations.size())));
    return run_processes(compilations, 2, &progress);
  };
  auto compiled = compile();
  if (compiled && *compiled != 0 && !is_interrupted() && leave_out_precompiled(commands)) compiled = compile();
  if (!compiled || *compiled != 0) {
    for (const Command& compilation : compilations) print_log(compilation.log);
    return compiler_failure(std::move(compiled), engine, folder, "refused the generated text");
  }
  const Command link = command(commands.link, "log.link");
  auto linked = run_processes({link}, 1, &progress);
  if (linked && *linked == 0) return llvm::Error::success();
  print_log(link.log);
  return compiler_failure(std::move(linked), engine, folder, "cannot link the program with the runtime");
}

/// Debug information and messages name the files where they will be, not where they are compiled.
void name_final_place(BuildCommands& commands, EngineKind kind, const std::string& folder, const std::string& place) {
  if (kind == EngineKind::Cuda) return;
  for (auto& command : commands.compile) command.push_back("-ffile-prefix-map=" + folder + "=" + place);
}

/// Leaves the texts and the program: what the compilers needed on the way only costs space.
void remove_leftovers(const fs::path& folder) {
  std::error_code error;
  fs::remove_all(folder / temporary_name, error);
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".o" || entry.path().stem() == "log" || entry.path().filename() == "input")
      fs::remove(entry.path(), error);
}

/// Everything about one program that stays the same while it is built.
struct Build {
  const Installation& installation;
  const Source& source;
  const EngineChoice& engine;
  const BuildRequest& wish;
  const Cache& cache;
};

/// Builds into `folder` and makes it the entry of `key`. False: the input changed meanwhile, so that no one
/// knows what was built.
llvm::Expected<bool> build_entry(const Build& build, const std::string& key, const std::string& folder) {
  Progress progress(fmt::format("compiling {} for {}", fs::path(build.source.program).filename().string(),
                                engine_name(build.engine.kind)),
                    4, "steps");
  auto text = generate_text(build.installation, build.source, build.engine.kind, folder);
  if (!text) return text.takeError();
  progress.advance();
  auto commands = build_commands(build.installation, *text, build.engine, folder, build.wish.stand_alone);
  if (!commands) return commands.takeError();
  name_final_place(*commands, build.engine.kind, folder, build.cache.folder() + "/" + key);
  if (llvm::Error failed = run_compilers(*commands, build.engine, folder, progress)) return failed;
  remove_leftovers(folder);
  auto now = request_key(build.installation, build.source, build.engine, build.wish);
  if (!now) return now.takeError();
  if (*now != key) return false;
  if (llvm::Error failed = build.cache.publish(folder, key)) return failed;
  return true;
}

/// Whether the entry is there now; if not, something changed under the build and it has to be tried again.
llvm::Expected<bool> build_once(const Build& build, const std::string& key) {
  const DeferredInterrupt deferred;
  auto folder = build.cache.make_build_folder();
  if (!folder) return folder.takeError();
  const std::string path = folder->first;
  const llvm::scope_exit clean_up([&] {
    std::error_code error;
    fs::remove_all(path, error);
  });
  return build_entry(build, key, path);
}

/// Takes colours out of what is not shown on a terminal.
std::string without_colors(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "\033[") != 0) {
      plain += text[i];
      continue;
    }
    while (i < text.size() && text[i] != 'm') ++i;
  }
  return plain;
}

bool terminal_has_colors() { return !std::getenv("NO_COLOR") && llvm::sys::Process::StandardErrHasColors(); }

}  // namespace

std::string map_file(const std::string& mapping) {
  const std::size_t colon = mapping.find(':');
  std::error_code too_long;  // for the name of a file: a list of settings
  const std::string file = colon == std::string::npos || fs::exists(mapping, too_long) ? mapping
                                                                                       : mapping.substr(colon + 1);
  return fs::path(file).extension() == ".map" ? file : "";
}

llvm::Error check_program_file(const std::string& program) {
  std::error_code error;
  const fs::file_type type = fs::status(program, error).type();
  if (type == fs::file_type::none) return fail("cannot read `{}`: {}", program, error.message());
  if (type != fs::file_type::regular) return fail("no program `{}`; write the path of a .gdsl file", program);
  return llvm::Error::success();
}

std::string program_name(const std::string& program) {
  if (program == "-") return "program";
  std::string name = fs::path(program).stem().string();
  for (char& c : name)
    if (!llvm::isAlnum(c) && c != '_' && c != '-' && c != '.') c = '_';
  if (name[0] == '-' || name[0] == '.') name[0] = '_';
  return name;
}

GeneratedText text_paths(const Source& source, EngineKind kind, const std::string& folder) {
  const std::string ending = kind == EngineKind::OpenMp ? ".cpp" : ".cu";
  GeneratedText text;
  text.name = program_name(source.program);
  text.source = folder + "/" + text.name + ending;
  text.header = folder + "/" + text.name + ".h";
  text.entry = folder + "/" + text.name + "_entry" + ending;
  return text;
}

void show_diagnostics(const std::string& folder) {
  auto said = read_text(folder + "/" + diagnostics_name);
  end_progress();
  if (said)
    llvm::errs() << (terminal_has_colors() ? *said : without_colors(*said));
  else
    llvm::consumeError(said.takeError());
}

llvm::Expected<GeneratedText> generate_text(const Installation& installation, const Source& source, EngineKind kind,
                                            const std::string& folder) {
  if (!find_program(installation.compiler)) return fail("the compiler `{}` is missing", installation.compiler);
  const GeneratedText text = text_paths(source, kind, folder);
  Command command{
      {installation.compiler, source.program, kind == EngineKind::OpenMp ? "--target=openmp" : "--target=cuda"},
      folder + "/" + diagnostics_name,
      "/dev/null"};
  for (const std::string& mapping : source.mappings) command.words.push_back("--map=" + mapping);
  if (source.mappings.empty()) command.words.emplace_back("--map=default");
  if (!source.instrument.empty()) command.words.push_back("--instrument=" + source.instrument);
  if (source.checked) command.words.push_back("--checked");
  if (!source.algorithm.empty()) command.words.push_back("--algorithm=" + source.algorithm);
  if (!source.limits.empty()) command.words.push_back("--limits=" + source.limits);
  command.words.insert(command.words.end(),
                       {"--number=both", "-o", text.source, "--header=" + text.header, "--emit-entry=" + text.entry});
  // What the SIMT engine reports and counts has the lines of the program.
  if (kind == EngineKind::Simt) command.words.push_back("-g");
  if (terminal_has_colors()) command.words.push_back("--color=always");
  if (source.program == "-") {
    command.input = folder + "/input";
    if (llvm::Error failed = write_text(command.input, source.text)) return failed;
  }
  auto code = run_process(command);
  if (!code || *code != 0) show_diagnostics(folder);
  if (!code) return code.takeError();
  // A disk without room takes no reasons either.
  std::error_code error;
  if (*code == UserError && fs::file_size(command.log, error) == 0 && has_no_room(folder)) return no_room(folder);
  if (*code != 0) return already_said(*code == OwnDefect ? OwnDefect : UserError);
  return text;
}

llvm::Expected<CacheEntry> build_cached(const Installation& installation, Source source, const EngineChoice& engine,
                                        const BuildRequest& wish) {
  if (source.program == "-")
    source.text.assign(std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>());
  else if (llvm::Error failed = check_program_file(source.program))
    return std::move(failed);
  auto temporary = TemporaryCache::where_needed();
  if (!temporary) return temporary.takeError();
  auto cache = Cache::open();
  if (!cache) return cache.takeError();
  const Build build{installation, source, engine, wish, *cache};
  constexpr int most_attempts = 5;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    auto key = request_key(installation, source, engine, wish);
    if (!key) return key.takeError();
    auto entry = cache->find(*key);
    if (!entry) {
      const BuildLock lock = cache->lock_build(*key);
      entry = cache->find(*key);
      auto built = entry ? true : build_once(build, *key);
      if (!built) return built.takeError();
      if (!entry && *built) entry = cache->find(*key);
    }
    if (is_interrupted()) return interrupted();
    if (!entry) continue;
    if (!wish.quiet) show_diagnostics(entry->folder);
    return std::move(*entry);
  }
  return fail("`{}`, or what compiles it, keeps changing while it is compiled", source.program);
}

}  // namespace maxwarp::workbench
