// The command lines that turn generated text into an executable, for each engine.
// They are data: the cache hashes them, and the build runs them.
#pragma once

#include <string>
#include <vector>

#include "tools/gdsl/build.h"

namespace maxwarp::workbench {

/// The commands of a build: the compilations may run at the same time, the link comes after them.
struct BuildCommands {
  std::vector<std::vector<std::string>> compile;
  std::vector<std::string> link;
};

/// The variables by which a user adds flags to the compiler of an engine.
std::vector<const char*> user_flag_variables(EngineKind engine);

/// Commands that build `text` in `folder` into `folder`/program. Error: a file of the engine is missing.
llvm::Expected<BuildCommands> build_commands(const Installation& installation, const GeneratedText& text,
                                             const EngineChoice& engine, const std::string& folder, bool stand_alone);

/// nvcc hands the words of its command line to a shell, between double quotes. Error: it would run part of one.
llvm::Error check_words(const BuildCommands& commands, const EngineChoice& engine);

/// Takes precompiled headers out: a compiler refuses them where it, or a header, is no longer the one that they were
/// made with. False: there are none.
bool leave_out_precompiled(BuildCommands& commands);

/// Everything besides text and commands that decides how the executable comes out: the compiler itself,
/// the runtime's libraries and its headers, as text to be hashed.
llvm::Expected<std::string> toolchain_identity(const Installation& installation, const EngineChoice& engine);

}  // namespace maxwarp::workbench
