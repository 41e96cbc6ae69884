// Command lines of nvcc (cuda), clang++ or g++ (openmp) and clang++ with instrumentation (simt).
// A library is named in the link where it exists, so that a room can add one without a change here.
#include "tools/gdsl/toolchain.h"

#include <link.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "tools/gdsl/process.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> words_of(const std::string& text) {
  llvm::SmallVector<llvm::StringRef> parts;
  llvm::SplitString(text, parts);
  std::vector<std::string> result;
  for (llvm::StringRef part : parts) result.push_back(part.str());
  return result;
}

bool is_gcc(const std::string& compiler) { return fs::path(compiler).filename().string().rfind("g++", 0) == 0; }

/// The SIMT engine's flags name the folder of its compiler plugin as {lib}.
std::string with_library_folder(std::string word, const Installation& installation) {
  constexpr std::string_view place = "{lib}";
  const std::size_t at = word.find(place);
  return at == std::string::npos ? word : word.replace(at, place.size(), installation.libraries);
}

/// Flags that the user adds for the C++ compiler, as other build tools take them. nvcc takes its own. Those of the SIMT
/// engine have a name of their own: what is in CXXFLAGS often, such as a sanitizer, does not go with its fibers.
std::vector<std::string> user_flags(EngineKind engine) {
  const char* flags = engine == EngineKind::OpenMp ? std::getenv("CXXFLAGS")
                      : engine == EngineKind::Simt ? std::getenv("MAXWARP_SIMT_CXXFLAGS")
                                                   : nullptr;
  return words_of(flags ? flags : "");
}

constexpr const char* include_precompiled = "-include-pch";

/// The headers as the compiler of the SIMT engine keeps them, if they were read with the same flags.
std::vector<std::string> precompiled_headers(const Installation& installation, EngineKind engine) {
  if (engine != EngineKind::Simt) return {};
  const std::string path = installation.libraries + "/maxwarp_simt" + llvm::join(user_flags(engine), "") + ".pch";
  if (!is_there(path)) return {};
  return {include_precompiled, path};
}

/// Flags of the compiler for generated text, by engine.
llvm::Expected<std::vector<std::string>> compile_flags(const Installation& installation, const EngineChoice& engine) {
  const std::string runtime = installation.share + "/runtime";
  std::vector<std::string> flags;
  switch (engine.kind) {
    case EngineKind::Cuda: flags = {"-O3", "-std=c++20", "-arch=" + engine.architecture}; break;
    // A `while` of the program that does not end is no licence to leave it out.
    case EngineKind::OpenMp: flags = {"-O3", "-std=c++20", "-fopenmp", "-fno-finite-loops"}; break;
    case EngineKind::Simt: {
      auto text = read_text(runtime + "/simt/flags.txt");
      if (!text) return text.takeError();
      for (std::string& word : words_of(*text)) flags.push_back(with_library_folder(std::move(word), installation));
      flags.push_back("-I" + runtime + "/simt/include");
      break;
    }
  }
  flags.insert(flags.end(), {"-I" + installation.share, "-I" + runtime + "/include"});
  for (std::string& flag : user_flags(engine.kind)) flags.push_back(std::move(flag));
  for (std::string& word : precompiled_headers(installation, engine.kind)) flags.push_back(std::move(word));
  return flags;
}

/// Where a path leads through links.
fs::path followed(const fs::path& path) {
  std::error_code error;
  return fs::weakly_canonical(path, error);
}

/// The linker that belongs to the compiler's LLVM, where it is installed: it takes half the time of the system's.
std::vector<std::string> linker_words(const EngineChoice& engine) {
  const auto compiler = find_program(engine.compiler);
  const bool is_beside = compiler && is_there((followed(*compiler).parent_path() / "ld.lld").string());
  if (engine.kind == EngineKind::Cuda || is_gcc(engine.compiler) || !is_beside) return {};
  return {"-fuse-ld=lld"};
}

/// The runtime's libraries for the engine; they refer to each other, hence the group.
std::vector<std::string> library_words(const Installation& installation, const EngineChoice& engine) {
  const std::string name = engine_name(engine.kind);
  std::vector<std::string> words = {"-L" + installation.libraries};
  const auto link_option = [&](const char* option) {
    if (engine.kind == EngineKind::Cuda) words.push_back("-Xlinker");
    words.push_back(engine.kind == EngineKind::Cuda ? option : std::string("-Wl,") + option);
  };
  link_option("--start-group");
  for (const std::string& part : {std::string("runner"), "engine_" + name, "device_" + name, std::string("host"), name,
                                  std::string("reference"), std::string("system"), std::string("graph")})
    if (is_there(installation.libraries + "/libmaxwarp_" + part + ".a")) words.push_back("-lmaxwarp_" + part);
  link_option("--end-group");
  return words;
}

llvm::Expected<std::vector<std::string>> link_words(const Installation& installation, const EngineChoice& engine,
                                                    bool stand_alone) {
  std::vector<std::string> words = library_words(installation, engine);
  // The libraries outside of Maxwarp that the runtime was built with, as CMake found them.
  const std::string ending = stand_alone ? "-static.txt" : ".txt";
  for (const std::string& name : {std::string("link"), "link-" + engine_name(engine.kind)}) {
    const std::string path = installation.share + "/" + name + ending;
    if (!is_there(path)) continue;
    auto text = read_text(path);
    if (!text) return text.takeError();
    for (std::string& word : words_of(*text)) words.push_back(std::move(word));
  }
  if (engine.kind == EngineKind::Cuda) words.insert(words.end(), {"-cudart", "static"});
  if (engine.kind != EngineKind::Cuda) words.push_back("-pthread");
  if (!stand_alone) return words;
  const bool cuda = engine.kind == EngineKind::Cuda;
  for (const char* word : {"-static-libstdc++", "-static-libgcc", "-s"}) {
    if (engine.kind == EngineKind::Simt && word == std::string_view("-s")) continue;  // its reports name lines
    if (cuda) words.push_back("-Xcompiler");
    words.push_back(word);
  }
  if (engine.kind == EngineKind::OpenMp && is_gcc(engine.compiler)) words.push_back("-static");
  return words;
}

/// The sources that are compiled: what is generated, and the sorting of a GPU where that is called.
llvm::Expected<std::vector<std::string>> sources_of(const Installation& installation, const GeneratedText& text,
                                                    const EngineChoice& engine) {
  std::vector<std::string> sources = {text.source, text.entry};
  if (engine.kind != EngineKind::Cuda || !is_there(text.source)) return sources;
  auto own = read_text(text.source);
  if (!own) return own.takeError();
  if (own->find("#include <maxwarp/order.h>") != std::string::npos)
    sources.push_back(installation.share + "/runtime/device/order.cu");
  return sources;
}

/// Files of the runtime that generated text includes or is linked with, and those that hold flags.
bool is_header(const fs::path& path) {
  const fs::path ending = path.extension();
  return ending == ".h" || ending == ".cuh" || ending == ".cu" || ending == ".def" || ending == ".txt";
}

/// Size and times: enough to notice that a file was replaced. The time of the last change of the inode tells
/// where a file of the same size was unpacked with an old time of modification.
std::string file_stamp(const fs::path& path) {
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) return path.string() + " missing\n";
  return fmt::format("{} {} {}.{} {}.{}\n", path.string(), info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec,
                     info.st_ctim.tv_sec, info.st_ctim.tv_nsec);
}

/// Variables by which compilers are told where to look and what to do.
constexpr const char* compiler_variables[] = {"CPATH",
                                              "CPLUS_INCLUDE_PATH",
                                              "LIBRARY_PATH",
                                              "COMPILER_PATH",
                                              "GCC_EXEC_PREFIX",
                                              "CCC_OVERRIDE_OPTIONS",
                                              "NVCC_PREPEND_FLAGS",
                                              "NVCC_APPEND_FLAGS",
                                              "NVCC_CCBIN",
                                              "CUDA_HOME",
                                              "CUDA_PATH"};

/// The libraries of this process: gdslc and clang-format come from the same LLVM as what is loaded here.
int stamp_library(dl_phdr_info* info, std::size_t, void* stamps) {
  if (*info->dlpi_name) static_cast<std::vector<std::string>*>(stamps)->push_back(file_stamp(info->dlpi_name));
  return 0;
}

/// The compilers, by the files that they are.
void stamp_compilers(const Installation& installation, const EngineChoice& engine, std::vector<std::string>& stamps) {
  for (const std::string& name : {installation.compiler, engine.compiler})
    if (const auto path = find_program(name)) stamps.push_back(file_stamp(followed(*path)));
  // nvcc hands the host's part to the compiler that it finds.
  if (engine.kind == EngineKind::Cuda)
    if (const auto path = find_program("g++")) stamps.push_back(file_stamp(followed(*path)));
  for (const char* name : compiler_variables)
    if (const char* value = std::getenv(name)) stamps.push_back(fmt::format("{}={}\n", name, value));
  dl_iterate_phdr(stamp_library, &stamps);
}

}  // namespace

std::vector<const char*> user_flag_variables(EngineKind engine) {
  if (engine == EngineKind::OpenMp) return {"CXXFLAGS"};
  if (engine == EngineKind::Simt) return {"MAXWARP_SIMT_CXXFLAGS"};
  if (engine == EngineKind::Cuda) return {"NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS", "NVCC_CCBIN"};
  return {};
}

llvm::Error check_words(const BuildCommands& commands, const EngineChoice& engine) {
  if (engine.kind != EngineKind::Cuda) return llvm::Error::success();
  for (const auto& command : commands.compile)
    for (const std::string& word : command)
      if (word.find_first_of("\"`$\\\n") != std::string::npos)
        return fail("nvcc would have a shell run what is in `{}`; choose a folder without quotes, `$` and `\\`", word);
  return llvm::Error::success();
}

llvm::Expected<BuildCommands> build_commands(const Installation& installation, const GeneratedText& text,
                                             const EngineChoice& engine, const std::string& folder, bool stand_alone) {
  auto flags = compile_flags(installation, engine);
  if (!flags) return flags.takeError();
  auto libraries = link_words(installation, engine, stand_alone);
  if (!libraries) return libraries.takeError();
  auto sources = sources_of(installation, text, engine);
  if (!sources) return sources.takeError();
  BuildCommands commands;
  commands.link = {engine.compiler};
  if (engine.kind == EngineKind::Cuda) commands.link.push_back("-arch=" + engine.architecture);
  if (engine.kind == EngineKind::OpenMp) commands.link.push_back("-fopenmp");
  for (std::string& word : linker_words(engine)) commands.link.push_back(std::move(word));
  for (std::string& flag : user_flags(engine.kind)) commands.link.push_back(std::move(flag));
  for (const std::string& source : *sources) {
    const std::string object = folder + "/" + fs::path(source).stem().string() + ".o";
    std::vector<std::string> command = {engine.compiler};
    command.insert(command.end(), flags->begin(), flags->end());
    command.insert(command.end(), {"-I" + folder, "-c", source, "-o", object});
    commands.compile.push_back(std::move(command));
    commands.link.push_back(object);
  }
  commands.link.insert(commands.link.end(), libraries->begin(), libraries->end());
  commands.link.insert(commands.link.end(), {"-o", folder + "/program"});
  return commands;
}

bool leave_out_precompiled(BuildCommands& commands) {
  bool had_some = false;
  for (std::vector<std::string>& command : commands.compile) {
    const auto found = std::find(command.begin(), command.end(), include_precompiled);
    if (found == command.end()) continue;
    command.erase(found, found + 2);
    had_some = true;
  }
  return had_some;
}

llvm::Expected<std::string> toolchain_identity(const Installation& installation, const EngineChoice& engine) {
  std::vector<std::string> stamps;
  stamp_compilers(installation, engine, stamps);
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(installation.libraries, error))
    if (entry.path().extension() == ".a" || entry.path().extension() == ".so")
      stamps.push_back(file_stamp(entry.path()));
  const auto options = fs::directory_options::follow_directory_symlink;
  for (const auto& entry : fs::recursive_directory_iterator(installation.share, options, error))
    if (is_header(entry.path())) stamps.push_back(file_stamp(entry.path()));
  if (error) return fail("cannot list the runtime in `{}`: {}", installation.share, error.message());
  std::sort(stamps.begin(), stamps.end());
  std::string identity;
  for (const std::string& stamp : stamps) identity += stamp;
  return identity;
}

}  // namespace maxwarp::workbench
