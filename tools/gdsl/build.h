// From a program to an executable: gdslc writes the texts, the engine's compiler makes a program of them
// and the prebuilt runtime. Results are kept in a cache by the hash of everything that goes in.
#pragma once

#include <string>
#include <vector>

#include "tools/gdsl/engine_choice.h"
#include "tools/gdsl/installation.h"

namespace maxwarp::workbench {

/// What to compile: one program with its mappings.
struct Source {
  std::string program;                // path of the .gdsl file
  std::vector<std::string> mappings;  // values of --map, as given
};

/// The three texts that gdslc wrote, as paths.
struct GeneratedText {
  std::string name;    // stem of the program's file name
  std::string source;  // NAME.cu or NAME.cpp
  std::string header;  // NAME.h
  std::string entry;   // NAME_entry.cu or NAME_entry.cpp
};

/// Runs gdslc on `source` for `kind` into `folder`. Error: gdslc is missing, or it refused the program
/// (then its diagnostics are on stderr already, and the error's message is empty).
llvm::Expected<GeneratedText> generate_text(const Installation& installation, const Source& source,
                                            EngineKind kind, const std::string& folder);

/// Compiles and links the program; the path of the executable in the cache. Safe when several processes
/// build the same program at once. Error: the program or the generated text does not compile.
llvm::Expected<std::string> build_cached(const Installation& installation, const Source& source,
                                         const EngineChoice& engine, bool stand_alone);

/// Folder of the cache: $XDG_CACHE_HOME/maxwarp, ~/.cache/maxwarp, or one in the temporary folder.
std::string cache_folder();

}  // namespace maxwarp::workbench
