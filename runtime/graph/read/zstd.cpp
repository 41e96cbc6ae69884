// Decompression of .zst through libzstd.
#include "runtime/graph/read/decompress.h"
#include "runtime/graph/read/output_buffer.h"

#include <cstdint>

#if !defined(MAXWARP_WITHOUT_ZSTD) && __has_include(<zstd.h>)
#include <zstd.h>

namespace maxwarp {
namespace {

/// Decodes all frames; returns what is wrong, or nullptr.
const char* decode_all(ZSTD_DStream* stream, std::string_view data, OutputBuffer& out) {
  ZSTD_inBuffer in{data.data(), data.size(), 0};
  if (data.empty()) return "is empty";
  for (;;) {
    if (out.room() == 0 && !out.grow()) return "unpacks to more than the machine's memory";
    ZSTD_outBuffer piece{out.end(), out.room(), 0};
    std::size_t status = ZSTD_decompressStream(stream, &piece, &in);
    if (ZSTD_isError(status)) return "is no valid Zstandard data";
    out.commit(piece.pos);
    if (in.pos < in.size || piece.pos == piece.size) {
      if (status == 0 && in.pos == in.size) return nullptr;
      continue;
    }
    return status == 0 ? nullptr : "is truncated Zstandard data";
  }
}

}  // namespace

Result<std::string> decompress_zstd(const std::string& path, std::string_view data, std::uint64_t limit) {
  ZSTD_DStream* stream = ZSTD_createDStream();
  if (!stream) return Failure{path + ": libzstd cannot be started"};
  OutputBuffer out(data.size() * 6, limit);
  const char* problem = decode_all(stream, data, out);
  ZSTD_freeDStream(stream);
  if (problem) return Failure{path + ": " + problem + "; expected a complete .zst file"};
  return out.take();
}

}  // namespace maxwarp

#else
namespace maxwarp {

Result<std::string> decompress_zstd(const std::string& path, std::string_view, std::uint64_t) {
  return Failure{path + ": this program was built without libzstd; unpack the file first (unzstd)"};
}

}  // namespace maxwarp
#endif
