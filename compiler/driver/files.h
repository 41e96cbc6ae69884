// Output files: all or nothing, never half-written.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace maxwarp {

/// Writes every (path, text); each file is complete before it gets its name, and none appears if one fails.
/// `-` is standard output. A file that was there has to be writable and keeps its mode; symbolic links are followed.
/// On failure returns false with one line in `error`.
bool write_files(const std::vector<std::pair<std::string, std::string>>& files, std::string& error);

/// Whether both paths lead to one regular file, whether it is there yet or not; `-` is only itself.
bool same_file(const std::string& one, const std::string& other);

}  // namespace maxwarp
