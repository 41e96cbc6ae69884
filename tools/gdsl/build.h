// From a program to an executable: gdslc writes the texts, the engine's compiler makes a program of them
// and the prebuilt runtime. Results are kept in the cache by the hash of everything that goes in.
#pragma once

#include <string>
#include <vector>

#include "tools/gdsl/cache.h"
#include "tools/gdsl/engine_choice.h"
#include "tools/gdsl/installation.h"

namespace maxwarp::workbench {

/// What to compile: one program with its mappings.
struct Source {
  std::string program;                // path of the .gdsl file, or `-`: `text`
  std::vector<std::string> mappings;  // values of --map, as given; none: the default mapping
  std::string instrument = {};        // it tells what its stages work on: --instrument of gdslc; empty: it does not
  bool checked = false;               // OpenMP: an index outside of its array ends the run
  std::string text = {};              // what came through the standard input
  std::string algorithm = {};         // of the file; empty: the first
  std::string limits = {};            // table of `gdsl limits` that gdslc takes costs from; empty: its own
};

/// What a program is called where it is built: the stem of its file's name, with `_` for all but letters, digits and
/// `_-.` of ASCII. It becomes the name of files and folders, and nvcc passes these through a shell.
std::string program_name(const std::string& program);

/// The three texts that gdslc writes, as paths.
struct GeneratedText {
  std::string name;    // program_name
  std::string source;  // NAME.cu or NAME.cpp
  std::string header;  // NAME.h
  std::string entry;   // NAME_entry.cu or NAME_entry.cpp
};

/// How a program is built, besides its text and its engine.
struct BuildRequest {
  bool stand_alone = false;  // the executable is to run on machines without the libraries of this one
  bool quiet = false;        // warnings of the program are not shown
};

/// The file that a `--map` names, or nothing: `FILE.map`, `NAME:FILE.map`.
std::string map_file(const std::string& mapping);

/// Error: there is no such program file, or it cannot be reached.
llvm::Error check_program_file(const std::string& program);

/// Where the texts of a program go.
GeneratedText text_paths(const Source& source, EngineKind kind, const std::string& folder);

/// Runs gdslc on `source` for `kind` into `folder`. What gdslc says goes to the file `diagnostics` there,
/// coloured if the terminal is. Error: gdslc is missing, or it refused the program (then its diagnostics are
/// on stderr already, and the error's message is empty).
llvm::Expected<GeneratedText> generate_text(const Installation& installation, const Source& source, EngineKind kind,
                                            const std::string& folder);

/// Shows what gdslc said in `folder`: warnings and remarks of a program that it accepted.
void show_diagnostics(const std::string& folder);

/// Compiles and links the program, or finds it in the cache. Error: the program or the generated text does
/// not compile.
llvm::Expected<CacheEntry> build_cached(const Installation& installation, Source source, const EngineChoice& engine,
                                        const BuildRequest& wish);

}  // namespace maxwarp::workbench
