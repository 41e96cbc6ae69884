// The generated texts of a pack: programs/NAME/, one folder for each executable.
#pragma once

#include <filesystem>
#include <string>

#include "tools/gdsl/pack.h"

namespace maxwarp::workbench {

/// The engine of OpenMP programs: it travels in the folders of these, as the other programs have the one for CUDA.
constexpr const char* host_engine = "engine_host.cpp";

/// Generates the texts of one executable, which is called as its folder is.
llvm::Error write_part(const PackRequest& request, const PackPart& part, const std::filesystem::path& folder);

/// A recorded run is one of the texts that were there when it was recorded: these stay. Error: those in `fresh` are
/// others.
llvm::Error check_texts(const PackRequest& request, const std::filesystem::path& folder,
                        const std::filesystem::path& fresh, const std::string& runs);

/// Programs that nothing was recorded of are replaced by those of the same name.
llvm::Error remove_old_texts(const PackRequest& request, const std::filesystem::path& fresh,
                             const std::filesystem::path& folder);

}  // namespace maxwarp::workbench
