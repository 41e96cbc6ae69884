// A whole file in memory, unpacked: for small files and binary ones. Text of graphs goes through TextPieces.
// Compression is told by the ending .gz, .xz or .zst, which is taken off the name that decides the format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/graph/result.h"

namespace maxwarp {

/// Contents of a regular file. Errors: as open_file, damaged compression, a line that is too
/// long, or more than the machine's memory.
Result<std::string> read_file(const std::string& path);

/// A line of text may have so many bytes: what has no line ends is not a text, and would be read until the memory is
/// full.
inline constexpr std::size_t longest_line = 64'000'000;
Failure line_too_long(const std::string& path, std::int64_t line);

/// The same for a file that holds no graph: it may be empty. `expected` says in messages what it should hold.
Result<std::string> read_data_file(const std::string& path, const char* expected);

/// `path` without its compression ending.
std::string_view strip_compression(std::string_view path);

bool file_exists(const std::string& path);

}  // namespace maxwarp
