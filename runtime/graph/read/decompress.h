// Decompression of a whole buffer, one function a format. Each is compiled against its library where the
// headers are there; elsewhere it refuses with the reason.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/graph/result.h"

namespace maxwarp {

/// The data of all members of a gzip file. `path` is for messages, here and below; `limit` bounds the output.
Result<std::string> decompress_gzip(const std::string& path, std::string_view data, std::uint64_t limit);
/// The data of all streams of an xz file.
Result<std::string> decompress_xz(const std::string& path, std::string_view data, std::uint64_t limit);
/// The data of all frames of a Zstandard file.
Result<std::string> decompress_zstd(const std::string& path, std::string_view data, std::uint64_t limit);

}  // namespace maxwarp
