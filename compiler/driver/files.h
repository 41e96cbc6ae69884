// Output files: all or nothing, never half-written.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace maxwarp {

/// Writes every (path, text); each file is complete before it gets its name, and none appears if one fails.
/// `-` is standard output. On failure returns false with one line in `error`.
bool write_files(const std::vector<std::pair<std::string, std::string>> &files, std::string &error);

}  // namespace maxwarp
