// What travels with a pack besides programs: the graph, and files that arguments name.
#pragma once

#include <filesystem>

#include "tools/gdsl/pack.h"

namespace maxwarp::workbench {

/// Error: it cannot be made.
llvm::Error make_folder(const std::filesystem::path& folder);

/// Copies a file unless the same text is there already: an unchanged file keeps its time, so that the pack
/// compiles only what is new.
llvm::Error copy_text(const std::filesystem::path& from, const std::filesystem::path& to);

/// Values such as `--data=@FILE`, `-P data=@FILE` and `--data @FILE` come from a file, which travels with the
/// pack.
llvm::Error store_files(const std::filesystem::path& folder, std::vector<std::string>& arguments);

/// Writes the graph into `fresh` with all policies applied, unless the pack has it; `arguments` become those
/// that name it there. A generator of a recorded run stays one: the graph is made on the spot. Returns what tells it
/// from others.
llvm::Expected<std::string> pack_graph(const PackRequest& request, const std::filesystem::path& folder,
                                       const std::filesystem::path& fresh, std::vector<std::string>& arguments);

}  // namespace maxwarp::workbench
